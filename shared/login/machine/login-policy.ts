/** The settings of a login by administrator and frontend. Durations in milliseconds. */
export type LoginPolicy = Readonly<{
  /** Whether `UserBypassedException` lets the person in. */
  bypass: 'allow' | 'deny';
  /** Whether a service that cannot be reached lets the person in, before a method was chosen. */
  failMode: 'deny' | 'allow-when-unreachable';
  /** Whether the person may change the username. */
  isUsernameEditable: boolean;
  /** Domains that the service's spelling of the username may have or lack; every other one is a part of it. */
  usernameDomains: readonly string[];
  /**
   * The place of the hosted page of a prompt-capable application; null for a promptless one, which has no page
   * (specification 1).
   */
  hostedPage: 'window' | 'browser' | null;
  /** Whether the part of a telephone number that the service shows is shown. */
  showsDestination: boolean;
  /** The scheme of an authenticator on this computer, in small letters; null without one. */
  authenticatorScheme: string | null;
  /** When the event channel connects (docs/decisions/0002). */
  connect: 'after-init' | 'after-method';
  /** The whole login, from the username on. */
  loginMs: number;
  /** One request to the service. */
  requestMs: number;
  /** One wait for the person. */
  approvalMs: number;
  /**
   * When the caller's limit on the whole login (`--timeout`) ends it, in the clock's milliseconds; null without a
   * limit. It replaces `loginMs` and cannot be extended.
   */
  endsAtMs: number | null;
}>;
