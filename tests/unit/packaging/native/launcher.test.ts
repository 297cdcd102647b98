/** The launchers of packages: the same bytes everywhere, and nothing loaded that a system may lack. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  compilePackaged,
  LAUNCHER_TARGETS,
  sourceFolder,
  withoutCompiler,
} from '../../../support/native/native-tools.ts';
import { readUnixProgram } from '../../../support/native/unix-program.ts';
import { tempFolders } from '../../../support/files/temp-folder.ts';

const TARGETS = Object.keys(LAUNCHER_TARGETS) as (keyof typeof LAUNCHER_TARGETS)[];
/** The first time, the compiler makes its own libraries for each. */
const COMPILE_MS = 600_000;

describe.skipIf(withoutCompiler !== '')(`the launcher of packages ${withoutCompiler}`, () => {
  const { folder } = tempFolders();

  it.each(TARGETS)(
    'builds the launcher for %s to the same bytes from another folder, and loads nothing but the system',
    { timeout: COMPILE_MS },
    async (target) => {
      const place = folder();
      const elsewhere = join(place, 'another place, further down');
      cpSync(sourceFolder, elsewhere, { recursive: true });
      await compilePackaged(target, join(place, 'one'));
      await compilePackaged(target, join(place, 'two'), { folder: elsewhere });
      const bytes = readFileSync(join(place, 'one'));
      expect(bytes.equals(readFileSync(join(place, 'two')))).toBe(true);

      const isMac = target.startsWith('darwin');
      const { processor, loads, isSigned } = readUnixProgram(bytes);
      expect(target.endsWith(processor)).toBe(true);
      expect(loads).toEqual(isMac ? ['/usr/lib/libSystem.B.dylib'] : []);
      // Apple processors start no program without a signature.
      if (target === 'darwin-arm64') expect(isSigned).toBe(true);
      for (const word of [place, sourceFolder]) expect(bytes.includes(word)).toBe(false);
    },
  );
});
