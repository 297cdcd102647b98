import type { IpcError } from './contract.ts';

/** The reason for a failed call to main, or for a screen that cannot be shown. */
export type TroubleCode = IpcError['code'] | 'no-bridge' | 'not-loaded';

/** The failure, shown until the next intent or the next view. `from` names the call of a second try. */
export type Trouble = Readonly<{ code: TroubleCode; from: 'view' | 'intent' }>;
