/**
 * The same program gives the same files, byte for byte: of a small program with a file of each kind, in every format.
 * `npm run nightly` does it with the whole program (`sampled.ts`), which takes about a minute.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FORMATS, makePackage, type FormatName } from '../../packaging/linux/formats.ts';
import type { Program } from '../../packaging/linux/linux-tree.ts';
import { HOST } from '../../packaging/targets.ts';
import { hasProgram, sbomFor } from './installers.ts';
import { findPackaged } from './packaged-app.ts';
import { IS_WHOLE } from '../support/random/sampled.ts';

const TIME = new Date('2026-02-03T04:05:06Z');
const MAKE_MS = 240_000;
const MASKS = [0o022, 0o077];
const found = findPackaged();

const lacking = (tool: string): string => (hasProgram(tool) ? '' : `there is no ${tool}`);

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const newFolder = (within = os.tmpdir()): string => {
  const folder = mkdtempSync(path.join(within, 'gatehouse-reproduced-'));
  folders.push(folder);
  return folder;
};

/** Files in memory, which a folder lists in the order in which they were made: other disks sort them by something. */
const IN_MEMORY = '/dev/shm';

const NAMES = ['zebra.pak', 'chrome-sandbox', 'gatehouse', 'LICENSES.txt', 'a.pak'];

/** A program of a few files, unpacked, as left by a build at another time and by a user with another umask. */
function smallProgram(names: readonly string[], when: Date): Program {
  const folder = path.join(
    newFolder(existsSync(IN_MEMORY) ? IN_MEMORY : undefined),
    'gatehouse-0.0.1',
  );
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  mkdirSync(path.join(folder, 'resources'));
  // Larger than a block of a compressor, which may work on several side by side.
  const big = Buffer.alloc(3_000_000, 'the same in every build, ');
  for (const name of names)
    writeFileSync(path.join(folder, name), name.endsWith('.pak') ? big : `${name}\n`);
  writeFileSync(path.join(folder, 'gatehouse'), '\x7fELF and so on');
  chmodSync(path.join(folder, 'gatehouse'), 0o755);
  writeFileSync(path.join(folder, 'bin', 'gatehouse'), '#!/bin/sh\n');
  chmodSync(path.join(folder, 'bin', 'gatehouse'), 0o755);
  writeFileSync(path.join(folder, 'resources', 'app.asar'), 'archive');
  symlinkSync('gatehouse', path.join(folder, 'a-link'));
  for (const name of readdirSync(folder))
    if (name !== 'a-link') utimesSync(path.join(folder, name), when, when);
  return { folder, version: '0.0.1~test', time: TIME, sbom: '{}\n' };
}

/** The program twice, as two builds of one commit leave it. */
function twoPrograms(): readonly Program[] {
  if (!IS_WHOLE) {
    const builds = [
      { names: NAMES, when: new Date('2026-03-04T05:06:07Z') },
      { names: [...NAMES].reverse(), when: new Date('2027-08-09T10:11:12Z') },
    ];
    return MASKS.map((mask, index) => {
      const { names, when } = builds[index] ?? { names: NAMES, when: TIME };
      return withMask(mask, () => smallProgram(names, when));
    });
  }
  if (typeof found === 'string') throw new Error(found);
  const program = { folder: found.folder, version: '0.0.1~test', time: TIME, sbom: sbomFor(found) };
  return [program, program];
}

function withMask<Value>(mask: number, act: () => Value): Value {
  const before = process.umask(mask);
  try {
    return act();
  } finally {
    process.umask(before);
  }
}

describe(`${IS_WHOLE ? 'the whole program' : 'a small program'}, packed twice`, () => {
  for (const name of Object.keys(FORMATS) as FormatName[]) {
    const why = lacking(FORMATS[name].tool);
    it.skipIf(why !== '')(
      `makes the same .${name} for any builder, time and order of files${why && ` (skipped: ${why})`}`,
      async () => {
        const sums: string[] = [];
        for (const [index, program] of twoPrograms().entries()) {
          const into = newFolder();
          const before = process.umask(MASKS[index] ?? 0);
          const options = { arch: HOST.arch, isFast: true };
          const file = await makePackage(name, program, into, options).finally(() =>
            process.umask(before),
          );
          expect(path.basename(file).endsWith(`.${name}`)).toBe(true);
          sums.push(createHash('sha256').update(readFileSync(file)).digest('hex'));
          rmSync(into, { recursive: true });
        }
        expect(sums).toHaveLength(2);
        expect(sums[0]).toBe(sums[1]);
      },
      MAKE_MS,
    );
  }
});
