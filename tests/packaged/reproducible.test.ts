/**
 * Two builds of the same sources give the same files, byte for byte. `npm test` packs a small
 * program with a file of each kind, in every format. `npm run nightly` (`sampled.ts`) takes the
 * whole program, as this checkout packed it and as a copy of the checkout builds it anew,
 * elsewhere: with another umask and time zone. That takes a minute or two.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
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
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMATS, makePackage, type FormatName } from '../../packaging/linux/formats.ts';
import { pathsOf, type Program } from '../../packaging/linux/linux-tree.ts';
import { HOST } from '../../packaging/targets.ts';
import { inOut, root } from '../../scripts/lib/paths.ts';
import { hasProgram, sbomFor } from './installers.ts';
import { findPackaged, type Packaged } from './packaged-app.ts';
import { IS_WHOLE } from '../support/random/sampled.ts';

const TIME = new Date('2026-02-03T04:05:06Z');
const MAKE_MS = 240_000;
const MASKS = [0o022, 0o077];
const BUILD_MS = 900_000;
const found = findPackaged();

const lacking = (tool: string): string => (hasProgram(tool) ? '' : `there is no ${tool}`);

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, BUILD_MS);
const newFolder = (within = os.tmpdir()): string => {
  const folder = mkdtempSync(path.join(within, 'gatehouse-reproduced-'));
  folders.push(folder);
  return folder;
};

/**
 * Files in memory, which a folder lists in the order in which they were made: other disks sort them
 * by something.
 */
const IN_MEMORY = '/dev/shm';

const NAMES = ['zebra.pak', 'chrome-sandbox', 'gatehouse', 'LICENSES.txt', 'a.pak'];

/**
 * A program of a few files, unpacked, as left by a build at another time and by a user with another
 * umask.
 */
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
  return { name: 'gatehouse', folder, version: '0.0.1~test', time: TIME, sbom: '{}\n' };
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
  return [found, secondBuild].map((packaged) => ({
    name: 'gatehouse',
    folder: packaged.folder,
    version: '0.0.1~test',
    time: TIME,
    sbom: sbomFor(packaged),
  }));
}

/** The program out of another build; set in a whole run alone. */
let secondBuild: Packaged;

/** Of a checkout, neither history nor output. */
const NOT_COPIED = ['.git', 'dist', 'out', 'release'];
/** Hundreds of megabytes that a build reads alone: linked. */
const LINKED = ['node_modules', '.toolchain'];
const CACHE = path.join('.toolchain', 'cache');

/** Builds and packs the program in a copy of this checkout, which has its own tools. */
function buildElsewhere(): Packaged {
  const copy = path.join(newFolder(inOut()), 'another checkout');
  for (const name of readdirSync(root))
    if (![...NOT_COPIED, ...LINKED].includes(name))
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  const links = LINKED.map((name) => path.join(root, name));
  expect(spawnSync('cp', ['--archive', '--link', ...links, copy]).status).toBe(0);
  // The compiler writes into files of its cache.
  rmSync(path.join(copy, CACHE), { recursive: true });
  cpSync(path.join(root, CACHE), path.join(copy, CACHE), { recursive: true });

  const script = path.join(copy, 'scripts', 'package', 'unpacked.ts');
  const act = `const { packHost } = await import(${JSON.stringify(script)});
console.log(JSON.stringify(await packHost()));`;
  const words = [process.execPath, '--input-type=module', '--eval', act];
  const { status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', 'umask 077; exec "$@"', 'sh', ...words],
    {
      cwd: copy,
      env: { ...process.env, TZ: 'Pacific/Kiritimati' },
      encoding: 'utf8',
    },
  );
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout) as Packaged;
}

/** Every path below a folder, with the checksum of a file. */
const sumsOf = (folder: string): readonly string[] =>
  pathsOf(folder).map(({ place, kind }) => {
    const content = kind === 'file' ? readFileSync(path.join(folder, place)) : '';
    return `${place} ${kind} ${createHash('sha256').update(content).digest('hex')}`;
  });

function withMask<Value>(mask: number, act: () => Value): Value {
  const before = process.umask(mask);
  try {
    return act();
  } finally {
    process.umask(before);
  }
}

describe(`${IS_WHOLE ? 'the whole program' : 'a small program'}, packed twice`, () => {
  beforeAll(() => {
    if (IS_WHOLE) secondBuild = buildElsewhere();
  }, BUILD_MS);

  it.runIf(IS_WHOLE)('builds the same program from the same sources in another checkout', () => {
    if (typeof found === 'string') throw new Error(found);
    expect(secondBuild.folder).not.toBe(found.folder);
    expect(sumsOf(secondBuild.folder)).toEqual(sumsOf(found.folder));
  });

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
