import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingParts } from '../../../lab/programs.ts';
import { electronRuntime } from '../../../lab/electron-runtime.ts';
import { withoutCompiler, withoutPrograms } from '../../support/native/native-tools.ts';

/** The Electron for Windows, as lab/windows-electron.ts left it. */
export type WindowsElectron = Readonly<{ dist: string; version: string }>;

/** Facts of the run that the tests of this suite need: made once, by `global-setup.ts`. */
export type WindowsRun =
  | Readonly<{ available: false; reason: string }>
  | Readonly<{
      available: true;
      /** The folder of the Wine prefix. */
      prefix: string;
      /** The Electron for Windows. */
      dist: string;
      /** The scripted program (native/actor.c), without a console: a Windows path. */
      actor: string;
      /** The host's port, and the password that it expects first. */
      host: Readonly<{ port: number; password: string }>;
    }>;

declare module 'vitest' {
  interface ProvidedContext {
    windows: WindowsRun;
  }
}

const file = join(import.meta.dirname, '..', '..', '..', '.toolchain', 'windows.json');

/** The Electron for Windows, or the reason that it cannot start here. */
export function windowsElectron():
  | Readonly<{ reason: string }>
  | Readonly<{ reason: null } & WindowsElectron> {
  const runtime = electronRuntime();
  if (!runtime.available) return { reason: runtime.reason };
  const how = '`npm test -- windows` says how to get it';
  if (!existsSync(file)) return { reason: `no Wine, or no Electron for Windows: ${how}` };
  const found = JSON.parse(readFileSync(file, 'utf8')) as WindowsElectron;
  if (!existsSync(join(found.dist, 'electron.exe')))
    return { reason: `the Electron for Windows is gone: ${how}` };
  const missing = missingParts('wine');
  if (missing.length > 0) return { reason: `not installed: ${missing.join(' ')}: ${how}` };
  const without = withoutCompiler || withoutPrograms;
  if (without !== '') return { reason: without };
  return { reason: null, ...found };
}
