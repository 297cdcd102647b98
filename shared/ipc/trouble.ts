import type { IpcError } from './contract.ts';

/** Why a call to main failed. `no-bridge`: the page has no bridge to call. */
export type TroubleCode = IpcError['code'] | 'no-bridge';

/**
 * A failed call to main. The window shows it until the next intent (a command to main) or view.
 * `from`: whether the call asked for a view or sent an intent.
 */
export type Trouble = Readonly<{ code: TroubleCode; from: 'view' | 'intent' }>;
