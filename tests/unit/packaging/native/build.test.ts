/**
 * The built programs for Windows: the same bytes everywhere, and only libraries that Windows itself
 * brings.
 */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  analyse,
  analysedFiles,
  compileProgram,
  nativeFolder,
  WINDOWS_PROGRAMS,
  sourceFolder,
  sourcesOf,
  withoutCompiler,
  withoutPrograms,
} from '../../../support/native/native-tools.ts';
import { readPortableExecutable } from '../../../support/native/portable-executable.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

/**
 * Libraries in System32 that Windows maps before any program's own folder (KnownDLLs), or loads by
 * full path.
 */
const OF_WINDOWS = ['kernel32.dll', 'advapi32.dll'];
const version = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

const missing = withoutCompiler || withoutPrograms;

describe.skipIf(missing !== '')(`the programs for Windows ${missing}`, () => {
  const { folder } = tempFolders();

  // With a new cache: the compiler's own libraries too.
  it(
    'builds the same bytes for Windows from another folder with another cache, of libraries of Windows alone',
    { timeout: 240_000 },
    async () => {
      const base = join(folder(), 'another place, further down');
      cpSync(sourceFolder, join(base, 'sources'), { recursive: true });
      const built: Buffer[] = [];
      for (const program of WINDOWS_PROGRAMS) {
        const target = join(base, program.name);
        const places = {
          folder: join(base, 'sources'),
          cache: join(base, 'cache'),
          files: sourcesOf(program),
        };
        await compileProgram(target, { ...program, ...places });
        const bytes = readFileSync(target);
        expect(bytes.equals(readFileSync(join(nativeFolder, program.name))), program.name).toBe(
          true,
        );
        built.push(bytes);
      }

      const read = built.map(readPortableExecutable);
      expect(read.map(({ subsystem }) => subsystem)).toEqual(
        WINDOWS_PROGRAMS.map(({ subsystem }) => (subsystem === 'console' ? 3 : 2)),
      );
      for (const [
        index,
        { imports, characteristics, dependentLoadFlags, resources },
      ] of read.entries()) {
        const allowed = [
          ...OF_WINDOWS,
          ...(WINDOWS_PROGRAMS[index]?.libraries ?? []).map((name) => `${name}.dll`),
        ];
        expect(imports.filter((name) => !allowed.includes(name))).toEqual([]);
        expect(characteristics & 0x160).toBe(0x160);
        // System32 alone; and the exit status after a stack overrun (STATUS_STACK_BUFFER_OVERRUN).
        expect(dependentLoadFlags).toBe(0x800);
        expect(built[index]?.includes(Buffer.from('090400c0', 'hex'))).toBe(true);
        const text = resources.toString('latin1');
        for (const words of ['asInvoker', 'longPathAware']) expect(text).toContain(words);
        expect(text.includes('>UTF-8<')).toBe(WINDOWS_PROGRAMS[index]?.isUtf8 ?? false);
        expect(resources.includes(Buffer.from(`FileVersion\0\0${version}`, 'utf16le'))).toBe(true);
      }
    },
  );

  describe('the static analyser', () => {
    // Set-up itself reads them, whenever one has changed: half a minute.
    it('reads every C file with the static analyser', () => {
      const all = readdirSync(sourceFolder, { recursive: true }).map(String);
      expect([...new Set(Object.values(analysedFiles()).flat())].sort()).toEqual(
        all.filter((name) => name.endsWith('.c')).sort(),
      );
    });

    it.each([
      [
        'a null pointer',
        'core.NullDereference',
        'int *none = 0; if (count > 3) none = &count; return *none;',
      ],
      [
        'the end of an array',
        'security.ArrayBound',
        'int four[4] = {0}; return four[count > 3 ? 4 : count & 3];',
      ],
      [
        'a value that was never set',
        'core.uninitialized',
        'int value; if (count > 3) value = 1; return value;',
      ],
      [
        'an unread value',
        'deadcode.DeadStores',
        'int value = count; value = count + 1; return count;',
      ],
    ])(
      'stops with the static analyser at %s',
      { timeout: 120_000 },
      async (_what, checker, body) => {
        const place = folder();
        writeFileSync(
          join(place, 'fault.c'),
          `int look(int count);\nint look(int count) { ${body} }\n`,
        );
        await expect(analyse(['fault.c'], place)).rejects.toMatchObject({
          why: expect.stringContaining(`[${checker}`) as string,
        });
      },
    );
  });
});
