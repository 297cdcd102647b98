/**
 * The Gatehouse to drive: the one file that knows this checkout. In a copy elsewhere, name your own
 * Electron, no loader, the folder of your Gatehouse, and folders of `mkdtempSync`.
 *
 * One helper supplies the facts that `npm test` found out about this machine: its Electron, the
 * other user that it runs as for root (a configuration must belong to that user to be trusted), and
 * Playwright's loader, without which a launch by `executablePath` now and then hangs.
 */
import { resolve } from 'node:path';
import {
  electronRuntime,
  makeSandboxFolder,
  playwrightLoader,
  prepareForSandboxUser,
} from '../../lab/electron-runtime.ts';

/** The program for Playwright to start: an Electron, its first arguments, and the folder of the app. */
export type Program = Readonly<{ executable: string; loader: readonly string[]; app: string }>;

/** The checkout, where `npm run emulator` works. */
export const checkout = resolve(import.meta.dirname, '..', '..');

/** The program, or the reason why it is not available. */
export function findProgram(): Program | string {
  const runtime = electronRuntime();
  if (!runtime.available) return runtime.reason;
  return {
    executable: runtime.executable,
    loader: ['-r', playwrightLoader()],
    app: runtime.appDir,
  };
}

/** A fresh folder that only the user of Gatehouse can enter. */
export const privateFolder = (): string => makeSandboxFolder('example-');

/** Makes the user of Gatehouse the owner of the files in such a folder. Call it after writing them. */
export const stage = (folder: string): void => void prepareForSandboxUser(folder);
