/**
 * Logins that end before Chromium has written its sealing key (decision 0013): the first of a
 * profile, approved at once, and the next one. Under Wine (decision 0008).
 */
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from 'jose';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, type LoginEnd } from '../support/bench/login.ts';
import { ONE_LOGIN_MS, useGateBench } from './support/gate-bench.ts';
import { saidOn } from './support/product.ts';
import { skipped, windowsRun, type WindowsProgram } from './support/windows-program.ts';
import { enHeadless } from '../support/strings.ts';

/** In the nightly twenty. */
const STARTS = process.env['GATEHOUSE_FIRST_STARTS'] ?? '1';

describe.skipIf(skipped !== '')(
  `the first start in Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const { at, run, allGone } = useGateBench();
    const on = at();

    const profile = (): string => join(windowsRun().prefix.appData, 'Gatehouse');

    async function approved(): Promise<LoginEnd<WindowsProgram>> {
      const ended = await check(on).approve().ends('confirmed');
      await allGone();
      return ended;
    }

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
        for (const { verdict } of [first, second]) {
          const { payload } = await jwtVerify(verdict?.ticket ?? '', createLocalJWKSet(jwks));
          expect(payload.sub).toBe('push-only');
        }
      },
      3 * ONE_LOGIN_MS,
    );

    it(
      'leaves no key behind that a later start cannot open when the first is killed',
      async () => {
        rmSync(profile(), { recursive: true, force: true });
        const { program } = await check(on).asked();
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
