/**
 * Logins that end before Chromium has written its sealing key (decision 0013): the first of a profile, approved at
 * once, and the next one. Under Wine (decision 0008).
 */
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictSchema, type Verdict } from '../../shared/outcomes/verdict.ts';
import { inWords, ONE_LOGIN_MS, useGateBench } from './support/gate-bench.ts';
import { saidOn } from './support/product.ts';
import { skipped, windowsRun, type WindowsEnded } from './support/windows-program.ts';
import { enHeadless } from '../support/strings.ts';

/** In the nightly twenty. */
const STARTS = process.env['GATEHOUSE_FIRST_STARTS'] ?? '1';

describe.skipIf(skipped !== '')(
  `the first start in Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const { person, asked, run, allGone } = useGateBench();

    const profile = (): string => join(windowsRun().prefix.appData, 'Gatehouse');
    const LOGIN = 'check --json --no-ui --user push-only --method push';

    async function approved(): Promise<WindowsEnded> {
      const { program, tid } = await asked(LOGIN);
      await person().approve(tid);
      const ended = await program.ended;
      expect(ended.code, inWords(ended)).toBe(0);
      await allGone();
      return ended;
    }
    const verdictIn = ({ stdout }: WindowsEnded): Verdict =>
      verdictSchema.parse(JSON.parse(stdout.toString()));

    it.each(Array.from({ length: Number(STARTS) }, (_unused, index) => index + 1))(
      'vouches in later starts for the tickets of the first start and the next, both approved at once: %d',
      async () => {
        rmSync(profile(), { recursive: true, force: true });
        const first = await approved();
        expect(first.stderr).toContain(enHeadless.formatMessage('finishing'));
        const second = await approved();
        expect(second.stderr).not.toContain(enHeadless.formatMessage('finishing'));
        const status = await run(['keys', 'status', '--json']);
        const { jwks } = JSON.parse(saidOn(status)) as { jwks: JSONWebKeySet };
        for (const ended of [first, second]) {
          const { payload } = await jwtVerify(
            verdictIn(ended).ticket ?? '',
            createLocalJWKSet(jwks),
          );
          expect(payload.sub).toBe('push-only');
        }
      },
      3 * ONE_LOGIN_MS,
    );

    it(
      'leaves no key behind that a later start cannot open when the first is killed',
      async () => {
        rmSync(profile(), { recursive: true, force: true });
        const { program } = await asked(LOGIN);
        program.kill();
        await program.ended;
        await allGone();
        expect(existsSync(join(profile(), 'ticket-key.json'))).toBe(false);
        await approved();
      },
      2 * ONE_LOGIN_MS,
    );
  },
);
