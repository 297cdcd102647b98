import type { IpcError } from './contract.ts';

/** Failed call to main, or screen that cannot load. */
export type TroubleCode = IpcError['code'] | 'no-bridge' | 'not-loaded';

/** Shown until the next intent (a command to main) or view. `from`: the kind of call that failed. */
export type Trouble = Readonly<{ code: TroubleCode; from: 'view' | 'intent' }>;
