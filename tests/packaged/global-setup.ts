/**
 * Prepares the package once for the suite, in a place where the user that runs Electron can start
 * it.
 */
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { electronRuntime, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import { findPackaged } from './packaged-app.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The packaged program's executable; empty if there is no package. */
    installedPackage: string;
  }
}

/** vitest calls it before the first test. */
export function setup(project: TestProject): void {
  const found = electronRuntime().available ? findPackaged() : '';
  const isThere = typeof found !== 'string';
  const copy = isThere ? prepareForSandboxUser(found.folder) : '';
  project.provide(
    'installedPackage',
    isThere ? path.join(copy, path.basename(found.executable)) : '',
  );
}
