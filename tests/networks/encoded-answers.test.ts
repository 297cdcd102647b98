/** Answers as web servers change them on their way: the login, and its signatures over the text, are the same. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { LAUNCHER, skipped } from '../gate/support/gate.ts';
import { run } from '../gate/support/program.ts';
import { writeConfig } from '../lab/written-config.ts';
import { personAt } from '../support/login/person.ts';
import { startMiddlebox, type Front, type MiddleboxOptions } from './support/fronts.ts';

const LOGIN = [
  'check',
  '--no-ui',
  '--json',
  '--method',
  'totp',
  '--passcode-stdin',
  '--timeout',
  '25',
];

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
        const config = writeConfig(
          { ...emulator, url },
          { service: { responseSignature: 'required' } },
        );
        const { totp } = await personAt(emulator.url).codes(username);
        const ended = await run([LAUNCHER, ...LOGIN, '--user', username, '--config', config], {
          input: `${totp}\n`,
        });
        const verdict = verdictSchema.parse(JSON.parse(ended.stdout.toString()));
        expect(verdict, ended.stderr).toMatchObject({ outcome: 'confirmed', username });
        expect(ended.code).toBe(0);
      },
    );
  },
);
