/**
 * Every way a login can end without letting the person in, each with its own code. The codes are shown to
 * people (copyable) and written to logs; `shared/strings` holds a text for each, and a test proves it.
 *
 * `outcome` and `reason` are the verdict of docs/command-line.md; `advice` is what the failed screen offers first.
 */
export type Advice = 'same-method' | 'choose-method' | 'restart' | 'none';

/** The outcome words of the verdict (docs/command-line.md) that do not let anyone in. */
export type RefusedOutcome =
  'denied' | 'not-now' | 'cancelled' | 'unreachable' | 'misconfigured' | 'protocol' | 'usage' | 'internal';

/** The outcome words of the verdict (docs/command-line.md) that let the person in. */
export type AllowedOutcome = 'confirmed' | 'bypassed' | 'allowed-unreachable';

type Entry = Readonly<{ outcome: RefusedOutcome; reason: string; advice: Advice }>;

const entry = (outcome: RefusedOutcome, reason: string, advice: Advice): Entry => ({
  outcome,
  reason,
  advice,
});

export const ERROR_CATALOG = {
  'network-unreachable': entry('unreachable', 'network', 'restart'),
  'request-timed-out': entry('unreachable', 'network', 'restart'),
  'realtime-unreachable': entry('unreachable', 'network', 'same-method'),
  offline: entry('unreachable', 'network', 'restart'),
  'name-not-found': entry('unreachable', 'network', 'restart'),
  'proxy-failed': entry('unreachable', 'network', 'restart'),
  'network-sign-in': entry('unreachable', 'network', 'restart'),
  'server-error': entry('unreachable', 'server', 'restart'),
  'unexpected-status': entry('unreachable', 'server', 'restart'),

  'tls-untrusted': entry('misconfigured', 'tls', 'restart'),
  'tls-other-name': entry('misconfigured', 'tls', 'restart'),
  'tls-expired': entry('misconfigured', 'tls', 'restart'),
  'tls-failed': entry('misconfigured', 'tls', 'restart'),
  'proxy-untrusted': entry('misconfigured', 'tls', 'restart'),
  'proxy-login-required': entry('misconfigured', 'proxy-login', 'restart'),
  'proxy-login-unsupported': entry('misconfigured', 'proxy-login', 'restart'),
  'response-signature-wrong': entry('misconfigured', 'response-signature', 'restart'),
  'response-signature-missing': entry('misconfigured', 'response-signature', 'restart'),
  'secret-wrong': entry('misconfigured', 'secret', 'restart'),
  'system-token-wrong': entry('misconfigured', 'system-token', 'restart'),
  'field-missing': entry('misconfigured', 'configuration', 'restart'),
  'request-refused': entry('misconfigured', 'configuration', 'restart'),
  'application-type-wrong': entry('misconfigured', 'application-type', 'restart'),

  'answer-malformed': entry('protocol', 'malformed-answer', 'restart'),
  'answer-too-large': entry('protocol', 'malformed-answer', 'restart'),
  'unknown-exception': entry('protocol', 'unknown-exception', 'restart'),
  'other-username': entry('protocol', 'other-username', 'restart'),

  denied: entry('denied', 'denied-by-service', 'none'),
  'denied-by-person': entry('denied', 'denied-by-person', 'none'),
  'bypass-refused': entry('denied', 'bypass-refused', 'none'),
  'no-usable-method': entry('denied', 'no-usable-method', 'restart'),
  licence: entry('denied', 'licence', 'none'),
  'application-refused': entry('denied', 'application', 'none'),

  expired: entry('not-now', 'expired', 'restart'),
  'timed-out': entry('not-now', 'timed-out', 'same-method'),
  'login-timed-out': entry('not-now', 'timed-out', 'restart'),
  'too-many-attempts': entry('not-now', 'too-many-attempts', 'restart'),

  'method-not-offered': entry('usage', 'method-not-offered', 'choose-method'),
  internal: entry('internal', 'internal', 'restart'),
} as const satisfies Record<string, Entry>;

/** The code of one end, as shown to the person. */
export type ErrorCode = keyof typeof ERROR_CATALOG;

/** All codes, in the catalogue's order. */
export const ERROR_CODES = Object.keys(ERROR_CATALOG) as readonly ErrorCode[];

/** The ends that a guest network may be the reason of: its page can be opened in the browser, by the person's act. */
export const SIGN_IN_ENDS: readonly ErrorCode[] = ['network-sign-in', 'tls-other-name'];
