import type { RefusedOutcome } from './outcomes.ts';

/** The first offer of the failed screen. */
export type Advice = 'same-method' | 'choose-method' | 'restart' | 'none';

/**
 * Properties of several ends. `connection-fault`: the connection failed and not the login, so that an open transaction
 * can be used again. `guest-network`: a network that wants a sign-in may be the reason, whose page can be opened in the
 * browser, by the person's act.
 */
type Trait = 'connection-fault' | 'guest-network';

type Entry = Readonly<{
  outcome: RefusedOutcome;
  reason: string;
  advice: Advice;
  traits: readonly Trait[];
}>;

const entry = (
  outcome: RefusedOutcome,
  reason: string,
  advice: Advice,
  ...traits: readonly Trait[]
): Entry => ({ outcome, reason, advice, traits });

/**
 * Every way a login can end without letting the person in: the outcome and reason of the verdict (docs/command-line.md),
 * the advice, and properties shared with others. The docstring says when it happens, and docs/flows.md takes it from
 * here. The codes are shown to people and logged.
 */
export const ERROR_CATALOG = {
  /** No connection to the service, or it broke before an answer. */
  'network-unreachable': entry('unreachable', 'network', 'restart', 'connection-fault'),
  /** A request was not answered in time. */
  'request-timed-out': entry('unreachable', 'network', 'restart', 'connection-fault'),
  /** A method was chosen, but the event channel could not be opened. No push is sent then. */
  'realtime-unreachable': entry('unreachable', 'network', 'same-method'),
  /** The operating system says that there is no network. */
  offline: entry('unreachable', 'network', 'restart', 'connection-fault'),
  /** The host of the service could not be looked up. */
  'name-not-found': entry('unreachable', 'network', 'restart', 'connection-fault'),
  /** The proxy could not be reached, or refused the tunnel, without asking for a login. */
  'proxy-failed': entry('unreachable', 'network', 'restart', 'connection-fault'),
  /** A captive portal that says so, by HTTP 511. The screen offers to open the browser. */
  'network-sign-in': entry(
    'unreachable',
    'network',
    'restart',
    'connection-fault',
    'guest-network',
  ),
  /**
   * A redirect (never followed) or a page of HTML with 200, behind a certificate that was accepted: maintenance or a
   * fault at the service, or a proxy that inspects TLS. The screen offers the browser.
   */
  'not-the-service': entry('unreachable', 'server', 'restart', 'connection-fault', 'guest-network'),
  /** The service answered with HTTP 500 or above. */
  'server-error': entry('unreachable', 'server', 'restart', 'connection-fault'),
  /**
   * An HTTP status that has no meaning here, such as 204 or 304, or 401, 403 or 404 without an exception of the
   * service; or an answer that is no HTTP.
   */
  'unexpected-status': entry('unreachable', 'server', 'restart', 'connection-fault'),
  /** The certificate was not accepted. The evidence names its issuer. */
  'tls-untrusted': entry('misconfigured', 'tls', 'restart'),
  /** The certificate is for another name, as captive portals show it. */
  'tls-other-name': entry('misconfigured', 'tls', 'restart', 'guest-network'),
  /** The certificate is expired or not yet valid, or the clock of this computer is wrong. */
  'tls-expired': entry('misconfigured', 'tls', 'restart'),
  /**
   * TLS failed otherwise: no common version, a certificate of this computer is wanted, a certificate that is broken
   * or revoked.
   */
  'tls-failed': entry('misconfigured', 'tls', 'restart'),
  /** The certificate of a proxy that is reached over https was not accepted. */
  'proxy-untrusted': entry('misconfigured', 'tls', 'restart'),
  /** A proxy wants a name and a password. They are asked for on the screen, and kept in memory only. */
  'proxy-login-required': entry('misconfigured', 'proxy-login', 'restart'),
  /**
   * A proxy wants a login of a kind that cannot be given here, such as Negotiate alone, or does not say of which.
   */
  'proxy-login-unsupported': entry('misconfigured', 'proxy-login', 'restart'),
  /** A success answer carries a signature that is not ours. */
  'response-signature-wrong': entry('misconfigured', 'response-signature', 'restart'),
  /** A success answer carries no signature although one is required. */
  'response-signature-missing': entry('misconfigured', 'response-signature', 'restart'),
  /**
   * A success answer carries no signature although one of the same call, at the same address, did before
   * ("when-present"). `gatehouse keys forget --signed-answers` forgets that.
   */
  'response-signature-dropped': entry('misconfigured', 'response-signature', 'restart'),
  /** The service does not accept our signature: the secret key, the header or the encoding is wrong. */
  'secret-wrong': entry('misconfigured', 'secret', 'restart'),
  /** No secret key was ever stored: no file, no signer, no entry in the key store. No request was sent. */
  'secret-missing': entry('misconfigured', 'secret', 'restart'),
  /**
   * The program of `credentials.signer` did not sign, or did not verify: it is missing, failed, was silent or said
   * something else.
   */
  'signer-failed': entry('misconfigured', 'secret', 'restart'),
  /** The system token is neither in the configuration nor in the key store. No request was sent. */
  'system-token-missing': entry('misconfigured', 'system-token', 'restart'),
  /** The key store is locked, not running, or does not answer. No request was sent. */
  'key-store-locked': entry('misconfigured', 'key-store', 'restart'),
  /** The key was stored with another back end than the one that this session uses. No request was sent. */
  'key-store-changed': entry('misconfigured', 'key-store', 'restart'),
  /** The key store opens, but not the stored keys: its own key is another one, or the file is broken. */
  'key-store-unreadable': entry('misconfigured', 'key-store', 'restart'),
  /** There is no key store in this session, or it does not protect. No request was sent. */
  'key-store-unavailable': entry('misconfigured', 'key-store', 'restart'),
  /** The service does not know the system token. */
  'system-token-wrong': entry('misconfigured', 'system-token', 'restart'),
  /** The configuration, or a file that it names, cannot be used: no login begins. The reference is the first fault. */
  'configuration-invalid': entry('misconfigured', 'configuration', 'none'),
  /**
   * The service misses a parameter. The screen names the configuration key that fills it; without one, or if it was
   * sent, `service.applicationType`: the application may have another type in the console.
   */
  'field-missing': entry('misconfigured', 'configuration', 'restart'),
  /** The service does not accept the form of the request. */
  'request-refused': entry('misconfigured', 'configuration', 'restart'),
  /**
   * The application is prompt-capable in the console of the service: it wants a `callbackUrl`, or answers with an
   * address alone. The screen names `service.applicationType`.
   */
  'application-type-wrong': entry('misconfigured', 'application-type', 'restart'),
  /**
   * The application is promptless in the console of the service: it answers with a status or with methods, although
   * `service.applicationType` is "prompt". The screen names that key.
   */
  'application-promptless': entry('misconfigured', 'application-type', 'restart'),
  /**
   * There is no listener for the way back from the page of the service: the port is taken, or there is no loopback
   * address.
   */
  'callback-unavailable': entry('misconfigured', 'configuration', 'restart'),
  /** Not JSON, or JSON of another shape than the API has. */
  'answer-malformed': entry('protocol', 'malformed-answer', 'restart'),
  /** The answer is longer than 256 KiB. */
  'answer-too-large': entry('protocol', 'malformed-answer', 'restart'),
  /** An exception, or the number of a known one, that is not known here. A safe stop. */
  'unknown-exception': entry('protocol', 'unknown-exception', 'restart'),
  /** The credentials name another person than the login was started for. */
  'other-username': entry('protocol', 'other-username', 'restart'),
  /** The service denies access, or does not know the user. */
  denied: entry('denied', 'denied-by-service', 'none'),
  /** The push was denied on the phone. */
  'denied-by-person': entry('denied', 'denied-by-person', 'none'),
  /** The person says that they did not start this login: a request came to them that they did not ask for. */
  'not-started-by-person': entry('denied', 'not-started-by-person', 'none'),
  /** The service bypasses the user, but the policy of this computer does not allow that. */
  'bypass-refused': entry('denied', 'bypass-refused', 'none'),
  /** The service offers no method that works here. */
  'no-usable-method': entry('denied', 'no-usable-method', 'restart'),
  /** The licence of the service does not cover the login. */
  licence: entry('denied', 'licence', 'none'),
  /** The application is disabled, denied or not found. */
  'application-refused': entry('denied', 'application', 'none'),
  /** The service let the transaction expire. */
  expired: entry('not-now', 'expired', 'restart'),
  /** The person did not act within the wait. */
  'timed-out': entry('not-now', 'timed-out', 'same-method'),
  /** The whole login took longer than it may. */
  'login-timed-out': entry('not-now', 'timed-out', 'restart'),
  /** The service takes no more attempts for now. */
  'too-many-attempts': entry('not-now', 'too-many-attempts', 'restart'),
  /** The page of the service came back with an error, and does not say which. */
  'hosted-page-failed': entry('not-now', 'hosted-page', 'restart'),
  /** A method that had to be used (`--method`) is not offered. */
  'method-not-offered': entry('usage', 'method-not-offered', 'choose-method'),
  /** A fault of our own. */
  internal: entry('internal', 'internal', 'restart'),
} as const satisfies Record<string, Entry>;

/** The code of one end, as shown to the person. */
export type ErrorCode = keyof typeof ERROR_CATALOG;

/** All codes, in the catalogue's order. */
export const ERROR_CODES = Object.keys(ERROR_CATALOG) as readonly ErrorCode[];

/** Whether an end has this in common with others. */
export function hasTrait(code: ErrorCode, trait: Trait): boolean {
  return ERROR_CATALOG[code].traits.includes(trait);
}
