import { inject } from 'vitest';

/**
 * The packaged program's executable, in the suite's one copy for the user that runs Electron
 * (global-setup.ts).
 */
export const installed = (): string => inject('installedPackage');
