import type { Arguments } from '../../shared/command-line/arguments.ts';
import type { Host } from '../host/host.ts';
import type { PendingCancellation } from '../verdict/pending-cancellation.ts';
import type { VerdictExit } from '../verdict/verdict-exit.ts';
import type { LoginLimit } from './login-limit.ts';
import type { PreparedLogin } from './prepare-login.ts';

/** A login that ends with a verdict (gate, `check`), ready to be started in its frontend. */
export type VerdictLogin = Readonly<{
  host: Host;
  prepared: PreparedLogin;
  options: Arguments;
  exit: VerdictExit;
  cancellation: PendingCancellation;
  /** False without a display: the person could not see a browser. */
  hasScreen: boolean;
  limit: LoginLimit;
}>;

/** The window of a login. Only a host with a display has one. */
export type LoginWindow = Readonly<{
  /** Whether the person has seen it. */
  isShown: () => boolean;
  /** Begins the login in the window. */
  start: (login: VerdictLogin) => void;
  /** Shows why no login starts. The person closes the window, which calls `onClose`. */
  showFault: (message: string, onClose: () => void) => void;
}>;
