import type { IpcError } from './contract.ts';

/** The reason for a failed call to main, or for a screen that cannot load. */
export type TroubleCode = IpcError['code'] | 'no-bridge' | 'not-loaded';

/** A failure, shown until the next intent or view. `from` names the call to retry. */
export type Trouble = Readonly<{ code: TroubleCode; from: 'view' | 'intent' }>;
