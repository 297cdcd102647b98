import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { isNewerThan, replaceWhole } from '../../../../scripts/lib/files.ts';
import { eventually } from '../../../support/eventually.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const temp = tempFolders();

describe('a folder that is replaced whole', () => {
  const REPLACEMENTS = 30;
  const LIMIT_MS = 30_000;

  it('keeps a folder that is replaced whole there and whole for a program that looks meanwhile', async () => {
    const folder = temp.folder();
    const place = path.join(folder, 'dist');
    const replace = (text: string): Promise<void> =>
      replaceWhole(place, path.join(folder, 'builds'), (into) => {
        for (const name of ['first', 'second']) temp.write(path.join(into, name), text);
      });
    await replace('0');

    // It enters the folder once, as a program does that resolves the link of its first file.
    const look = `while :; do
      (cd dist 2>/dev/null && cat first second | grep -qx '\\(.*\\)\\1') || echo broken
      echo looked
    done`;
    const looker = spawn('sh', ['-c', look], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    let looked = '';
    looker.stdout.setEncoding('utf8').on('data', (text: string) => (looked += text));
    const looks = (): number => looked.split('looked').length;
    for (let count = 1; count <= REPLACEMENTS; count += 1) {
      const before = looks();
      await replace(String(count));
      // A look lasts for one replacement: the folder before the last one is gone.
      await eventually('a look', () => looks() > before, LIMIT_MS);
    }
    looker.kill();
    await once(looker, 'close');

    expect(looked).not.toContain('broken');
    expect(readFileSync(path.join(place, 'second'), 'utf8')).toBe(String(REPLACEMENTS));
    // The one before stays, for programs that run on it.
    expect(readdirSync(path.join(folder, 'builds'))).toHaveLength(2);
  });

  it('keeps a folder as it was if the new one cannot be made', async () => {
    const folder = temp.folder();
    const place = path.join(folder, 'dist');
    const builds = path.join(folder, 'builds');
    await replaceWhole(place, builds, (into) => temp.write(path.join(into, 'file'), 'old'));
    const failing = replaceWhole(place, builds, () => {
      throw new Error('no build');
    });
    await expect(failing).rejects.toThrow('no build');
    expect(readFileSync(path.join(place, 'file'), 'utf8')).toBe('old');
    expect(readdirSync(builds)).toHaveLength(1);
  });

  it('keeps the folder in use when an interrupted call has left a newer one', async () => {
    const folder = temp.folder();
    const place = path.join(folder, 'dist');
    const builds = path.join(folder, 'builds');
    const replace = (text: string): Promise<void> =>
      replaceWhole(place, builds, (into) => temp.write(path.join(into, 'file'), text));
    await replace('in use');
    const inUse = readlinkSync(place);
    temp.write(path.join(builds, `${Date.now() + 1}-1-1`, 'file'), 'interrupted');
    await replace('new');
    expect(readFileSync(path.join(folder, inUse, 'file'), 'utf8')).toBe('in use');
    expect(readdirSync(builds)).toHaveLength(2);
  });

  it('replaces a folder of an earlier checkout', async () => {
    const folder = temp.folder();
    const place = path.join(folder, 'dist');
    temp.write(path.join(place, 'old'), '');
    await replaceWhole(place, path.join(folder, 'builds'), (into) =>
      temp.write(path.join(into, 'new'), ''),
    );
    expect(existsSync(path.join(place, 'old'))).toBe(false);
    expect(existsSync(path.join(place, 'new'))).toBe(true);
  });
});

describe('a build is newer than its sources', () => {
  const at = (file: string, seconds: number): void => utimesSync(file, seconds, seconds);

  it('finds a build older than a file below its sources that changed or went since', () => {
    const folder = temp.folder();
    const made = temp.write(path.join(folder, 'made'), '');
    const sources = path.join(folder, 'sources');
    mkdirSync(sources);
    const deep = path.join(sources, 'deep');
    const source = temp.write(path.join(deep, 'source'), '');
    const everythingAt = (seconds: number) => {
      for (const one of [source, deep, sources]) at(one, seconds);
    };
    everythingAt(1000);
    at(made, 2000);
    expect(isNewerThan(made, [sources])).toBe(true);
    at(source, 3000);
    expect(isNewerThan(made, [sources])).toBe(false);

    everythingAt(1000);
    rmSync(source);
    expect(isNewerThan(made, [sources])).toBe(false);
    expect(isNewerThan(path.join(folder, 'missing'), [sources])).toBe(false);
    expect(isNewerThan(made, [path.join(folder, 'missing')])).toBe(false);
    const dangling = path.join(folder, 'dangling');
    symlinkSync('missing', dangling);
    expect(isNewerThan(dangling, [])).toBe(false);
  });

  it('finds a build older than a source that changed while it was made', async () => {
    const folder = temp.folder();
    const place = path.join(folder, 'dist');
    const source = path.join(folder, 'source');
    await replaceWhole(place, path.join(folder, 'builds'), async () => {
      await new Promise((resolve) => setImmediate(resolve));
      temp.write(source, '');
      at(source, Date.now() / 1000 + 1);
    });
    expect(isNewerThan(place, [source])).toBe(false);
  });
});
