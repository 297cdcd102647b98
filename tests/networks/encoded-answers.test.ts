/**
 * Answers as web servers change them on their way: the login, and its signatures over the text, are
 * the same.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { here, skipped } from '../support/bench/here.ts';
import { check } from '../support/bench/login.ts';
import { personAt } from '../../lab/person.ts';
import { startMiddlebox, type Front, type MiddleboxOptions } from './support/fronts.ts';

describe.skipIf(skipped !== '')(
  `answers on their way${skipped && ` (skipped: ${skipped})`}`,
  () => {
    let emulator: Emulator;
    const fronts: Front[] = [];
    const NAMES = ['gzip', 'brotli', 'deflate', 'chunks', 'lätin'].map((name) => `reads-${name}`);
    beforeAll(async () => {
      emulator = await startEmulator({
        users: NAMES.map((username) => ({ username, methods: ['totp'] as const })),
      });
    });
    afterAll(async () => {
      for (const front of fronts) await front.close();
      await emulator.close();
    });

    it.each<readonly [what: string, username: string, changes: MiddleboxOptions]>([
      ['compressed with gzip', 'reads-gzip', { compression: 'gzip' }],
      ['compressed with brotli', 'reads-brotli', { compression: 'br' }],
      ['compressed with deflate', 'reads-deflate', { compression: 'deflate' }],
      ['in chunks', 'reads-chunks', { buffer: true }],
      ['called a page in Latin-1', 'reads-lätin', { contentType: 'text/html; charset=ISO-8859-1' }],
    ])(
      'lets in, with required signatures, by answers that come %s',
      async (_what, username, changes) => {
        const front = await startMiddlebox({ port: Number(new URL(emulator.url).port) }, changes);
        fronts.push(front);
        const url = `http://127.0.0.1:${String(front.port)}`;
        const person = personAt(emulator.url);
        const behind = here({
          person: () => person,
          config: (more) => writeConfig({ ...emulator, url }, more),
        });
        const { totp } = await person.codes(username);
        const { verdict } = await check(behind)
          .with({ service: { responseSignature: 'required' } })
          .as(username)
          .by('totp')
          .saying('--passcode-stdin', '--timeout', '25')
          .under({ input: `${totp}\n` })
          .ends('confirmed');
        expect(verdict).toMatchObject({ username });
      },
    );
  },
);
