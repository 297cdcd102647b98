/** The settings of a login. Durations are milliseconds. */
export type LoginPolicy = Readonly<{
  /** Whether `UserBypassedException` allows the login. */
  bypass: 'allow' | 'deny';
  /** Whether an unreachable service allows the login, before a method is chosen. */
  failMode: 'deny' | 'allow-when-unreachable';
  isUsernameEditable: boolean;
  /** The domains that the service may add to a username, or leave out. */
  usernameDomains: readonly string[];
  /**
   * Where the hosted page is shown; null for a promptless application, which has no page
   * (specification 1).
   */
  hostedPage: 'window' | 'browser' | null;
  /** Whether to show the partial telephone number. */
  showsDestination: boolean;
  /**
   * The URL scheme of an authenticator on this computer, in lower case; null if no code may be
   * opened.
   */
  authenticatorScheme: string | null;
  /** When the event channel connects (docs/decisions/0002). */
  connect: 'after-init' | 'after-method';
  /** The time limit of the whole login. */
  loginMs: number;
  /** The time limit of one request. */
  requestMs: number;
  /** The time limit of one wait for the person. */
  approvalMs: number;
  /**
   * The monotonic time at which `--timeout` ends the login; null without that option. It replaces
   * `loginMs`, and the person cannot extend it.
   */
  endsAtMs: number | null;
}>;
