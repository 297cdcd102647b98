import { inject } from 'vitest';

/** The packaged program's executable, where whoever runs Electron can start it: one copy for the suite (global-setup.ts). */
export const installed = (): string => inject('installedPackage');
