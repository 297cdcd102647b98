import type { IpcError } from './contract.ts';

/** Failed call to main, or screen that cannot load. */
export type TroubleCode = IpcError['code'] | 'no-bridge' | 'not-loaded';

/** Shown until the next intent or view; `from` names the call to retry. */
export type Trouble = Readonly<{ code: TroubleCode; from: 'view' | 'intent' }>;
