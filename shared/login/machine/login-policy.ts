/** Settings of a login by administrator and frontend. Durations in milliseconds. */
export type LoginPolicy = Readonly<{
  /** Whether `UserBypassedException` allows the login. */
  bypass: 'allow' | 'deny';
  /** Whether an unreachable service allows the login, before a method is chosen. */
  failMode: 'deny' | 'allow-when-unreachable';
  isUsernameEditable: boolean;
  /** Domains that the service may add to a username, or omit. */
  usernameDomains: readonly string[];
  /** The display of the hosted page; null for a promptless application, which has no such page (specification 1). */
  hostedPage: 'window' | 'browser' | null;
  /** Whether to show the partial telephone number from the service. */
  showsDestination: boolean;
  /** URL scheme of an authenticator on this computer, in lower case; null without one. */
  authenticatorScheme: string | null;
  /** docs/decisions/0002 */
  connect: 'after-init' | 'after-method';
  /** Limit of the whole login, from the username. */
  loginMs: number;
  /** Limit of one request to the service. */
  requestMs: number;
  /** Limit of one wait for the person. */
  approvalMs: number;
  /**
   * End of the login by the caller's `--timeout`, in monotonic milliseconds; null without a limit. It replaces
   * `loginMs` and cannot be extended.
   */
  endsAtMs: number | null;
}>;
