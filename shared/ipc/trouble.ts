import type { IpcError } from './contract.ts';

/** A failed call to main. */
export type TroubleCode = IpcError['code'] | 'no-bridge';

/** Shown until the next intent (a command to main) or view. `from`: the kind of call that failed. */
export type Trouble = Readonly<{ code: TroubleCode; from: 'view' | 'intent' }>;
