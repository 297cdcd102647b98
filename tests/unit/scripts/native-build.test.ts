/** The programs for Windows as they are built: the same bytes everywhere, and only what Windows itself brings. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  compileProgram,
  PROGRAMS,
  sourceFolder,
  sourcesOf,
  withoutCompiler,
} from '../../support/native-tools.ts';
import { readPortableExecutable } from '../../support/portable-executable.ts';
import { tempFolders } from '../../support/temp-folder.ts';

/** What Windows keeps in System32, and maps before any program's own folder (KnownDLLs), or loads by its full path. */
const OF_WINDOWS = ['kernel32.dll', 'advapi32.dll'];
const version = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

describe.skipIf(withoutCompiler !== '')(`the programs for Windows ${withoutCompiler}`, () => {
  const { folder } = tempFolders();

  it('are the same bytes from another folder with another cache', { timeout: 240_000 }, async () => {
    const base = folder();
    const build = async (name: string): Promise<readonly Buffer[]> => {
      const at = join(base, name);
      cpSync(sourceFolder, join(at, 'sources'), { recursive: true });
      const read: Buffer[] = [];
      for (const program of PROGRAMS) {
        const target = join(at, program.name);
        const places = { folder: join(at, 'sources'), cache: join(at, 'cache'), files: sourcesOf(program) };
        await compileProgram(target, { ...program, ...places });
        read.push(readFileSync(target));
      }
      return read;
    };
    const first = await build('one');
    const second = await build('another place, further down');
    expect(second.map((bytes, index) => bytes.equals(first[index] ?? Buffer.alloc(0)))).toEqual(
      PROGRAMS.map(() => true),
    );

    const read = first.map(readPortableExecutable);
    expect(read.map(({ subsystem }) => subsystem)).toEqual(
      PROGRAMS.map(({ subsystem }) => (subsystem === 'console' ? 3 : 2)),
    );
    for (const [index, { imports, characteristics, resources }] of read.entries()) {
      const allowed = [...OF_WINDOWS, ...(PROGRAMS[index]?.libraries ?? []).map((name) => `${name}.dll`)];
      expect(imports.filter((name) => !allowed.includes(name))).toEqual([]);
      expect(characteristics & 0x160).toBe(0x160);
      const text = resources.toString('latin1');
      for (const words of ['asInvoker', 'longPathAware', '>UTF-8<']) expect(text).toContain(words);
      expect(resources.includes(Buffer.from(`FileVersion\0\0${version}`, 'utf16le'))).toBe(true);
      expect(text).not.toContain(base);
    }
    for (const bytes of first) expect(bytes.includes(base)).toBe(false);
  });
});
