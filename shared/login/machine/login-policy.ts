/** Settings of a login. Durations in milliseconds. */
export type LoginPolicy = Readonly<{
  /** Whether `UserBypassedException` allows the login. */
  bypass: 'allow' | 'deny';
  /** Whether an unreachable service allows the login, before a method is chosen. */
  failMode: 'deny' | 'allow-when-unreachable';
  isUsernameEditable: boolean;
  /** Domains that the service may add to a username or omit. */
  usernameDomains: readonly string[];
  /** Null for a promptless application, which has no page (specification 1). */
  hostedPage: 'window' | 'browser' | null;
  /** Whether to show the partial telephone number. */
  showsDestination: boolean;
  /** URL scheme of an authenticator on this computer, in lower case, or null. */
  authenticatorScheme: string | null;
  /** When the event channel connects (docs/decisions/0002). */
  connect: 'after-init' | 'after-method';
  /** Limit of the whole login. */
  loginMs: number;
  requestMs: number;
  /** Limit of one wait for the person. */
  approvalMs: number;
  /** Monotonic time at which `--timeout` ends the login, or null. Replaces `loginMs`; cannot be extended. */
  endsAtMs: number | null;
}>;
