/** The scripted program of the tests: performs the actions in its arguments (native/actor.c). */
import { basename, join } from 'node:path';
import { compileProgram } from '../../support/native/native-tools.ts';

const support = import.meta.dirname;
const sources = join(support, '..', '..', '..', 'launcher');
const PURE = [
  'common/windows/descriptors.c',
  'common/text.c',
  'common/windows/words.c',
  'windows-common/guard.c',
];

/**
 * Compiles it.
 *
 * @param file where, as this system names it
 * @param subsystem `windows`: it opens no console, as Electron does not
 */
export const compileActor = (file: string, subsystem: 'console' | 'windows'): Promise<void> =>
  compileProgram(file, {
    name: basename(file),
    about: 'Stands in for Electron and for the command',
    subsystem,
    libraries: ['kernel32', 'advapi32'],
    folder: sources,
    files: [join(support, 'native', 'actor.c'), ...PURE],
  });
