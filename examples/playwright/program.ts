/**
 * Which Gatehouse is driven: the one file that knows this checkout. Copied elsewhere, let it name what
 * you have: your Electron, no loader, the folder of your Gatehouse, and folders of `mkdtempSync`.
 *
 * It leans on one helper, for what `npm test` found out about this machine: which Electron there is, that as root it
 * runs as another user (who must own a configuration to trust it), and Playwright's loader, without which a launch by
 * `executablePath` now and then hangs.
 */
import { resolve } from 'node:path';
import {
  electronRuntime,
  makeSandboxFolder,
  playwrightArguments,
  prepareForSandboxUser,
} from '../../tests/runtime/electron-runtime.ts';

/** What Playwright is to start: an Electron, what its arguments begin with, and the folder of the app. */
export type Program = Readonly<{ executable: string; loader: readonly string[]; app: string }>;

/** The checkout, where `npm run emulator` works. */
export const checkout = resolve(import.meta.dirname, '..', '..');

/** The program, or the reason why there is none to start. */
export function findProgram(): Program | string {
  const runtime = electronRuntime();
  if (!runtime.available) return runtime.reason;
  return { executable: runtime.executable, loader: playwrightArguments(), app: runtime.appDir };
}

/** A fresh folder that only whoever runs Gatehouse can enter. */
export const privateFolder = (): string => makeSandboxFolder('example-');

/** To be called when the files of such a folder were written: makes whoever runs Gatehouse their owner. */
export const stage = (folder: string): void => void prepareForSandboxUser(folder);
