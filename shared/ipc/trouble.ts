import type { IpcError } from './contract.ts';

/** Why a call to main did not do what was wanted, or why a screen cannot be shown. */
export type TroubleCode = IpcError['code'] | 'no-bridge' | 'not-loaded';

/** What failed, shown until the next intent or the next view. `from` says what a second try would ask. */
export type Trouble = Readonly<{ code: TroubleCode; from: 'view' | 'intent' }>;
