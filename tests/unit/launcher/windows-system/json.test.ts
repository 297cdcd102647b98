/**
 * The pure part of gatehouse-system.exe, compiled for this system with sanitizers. The rest runs in
 * tests/windows.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WARNINGS } from '../../../support/native/native-tools.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const { folder } = tempFolders();
const DRIVER = join(import.meta.dirname, 'system-json.c');
const SOURCE = resolve(
  import.meta.dirname,
  '..',
  '..',
  '..',
  '..',
  'launcher',
  'windows-system',
  'json.c',
);
const SANITIZERS = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all', '-g'];
const hasCompiler = spawnSync('cc', ['--version']).status === 0;

describe.skipIf(!hasCompiler)(
  'the writer of JSON of gatehouse-system.exe (needs a C compiler, `cc`)',
  () => {
    it(
      'writes text that JSON.parse reads, and fails when the room ends',
      { timeout: 120_000 },
      () => {
        const program = join(folder(), 'json');
        const words = [...WARNINGS, ...SANITIZERS];
        const made = spawnSync('cc', [...words, '-o', program, SOURCE, DRIVER], {
          encoding: 'utf8',
        });
        expect([made.status, made.stderr]).toEqual([0, '']);
        const ran = spawnSync(program, {
          encoding: 'latin1',
          env: { ASAN_OPTIONS: 'detect_leaks=0' },
        });
        expect([ran.status, ran.stderr]).toEqual([0, '']);
        const [first = '', ...sizes] = ran.stdout.trim().split('\n');
        const [, failed, text = ''] = /^(\d) \d+ (.*)$/.exec(first) ?? [];
        expect(failed).toBe('0');
        expect(text).toMatch(/^[\x20-\x7e]*$/);
        const { units, ...rest } = JSON.parse(text) as { units: string };
        expect(units).toHaveLength(0x10000);
        expect(
          [...Array(0x10000).keys()].filter((unit) => units.charCodeAt(unit) !== unit),
        ).toEqual([]);
        expect(rest).toEqual({
          none: '',
          bytes: Buffer.from(Array.from({ length: 256 }, (_unused, index) => index)).toString(
            'hex',
          ),
          empty: '',
          zero: 0,
          most: 4_294_967_295,
          digits: '18446744073709551615',
          null: null,
          list: ['a', {}, [], 1],
        });
        const most = 4 * 1024 * 1024 - 1024;
        expect(sizes).toEqual([
          `0 ${String(most)}`,
          expect.stringMatching(/^1 /),
          '0 4096',
          expect.stringMatching(/^1 /),
        ]);
      },
    );
  },
);
