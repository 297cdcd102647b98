import type { Arguments } from '../../shared/command-line/arguments.ts';
import type { EarlyWindow } from '../electron-api/early-window.ts';
import type { PendingCancellation } from '../verdict/pending-cancellation.ts';
import type { VerdictExit } from '../verdict/verdict-exit.ts';
import type { PreparedLogin } from './prepare-login.ts';

/** A login that ends with a verdict (gate, `check`), ready to be started in its frontend. */
export type VerdictLogin = Readonly<{
  prepared: PreparedLogin;
  options: Arguments;
  exit: VerdictExit;
  cancellation: PendingCancellation;
  /** Null for a login without a window. */
  earlyWindow: EarlyWindow | null;
  /** False on a virtual display: the person could not see a browser. */
  hasScreen: boolean;
  /** End of `--timeout`, in milliseconds of `processClock`; null without it. */
  endsAtMs: number | null;
}>;
