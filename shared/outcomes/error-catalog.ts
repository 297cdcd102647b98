import type { RefusedOutcome } from './outcomes.ts';

/** What the failed screen offers first. */
export type Advice = 'same-method' | 'choose-method' | 'restart' | 'none';

/**
 * Properties that several ends have. `connection-fault`: the connection failed and not the login,
 * so that an open transaction can be used again. `guest-network`: the reason may be a network that
 * wants a sign-in. The person can open the page of that network in the browser. `denial`: the
 * service or the person denied the login. A denial by the configuration is not one.
 */
type Trait = 'connection-fault' | 'guest-network' | 'denial';

/**
 * One end of a login. The keys of its messages are checked where they are used
 * (shared/strings/error-strings.ts).
 */
type Entry = Readonly<{
  outcome: RefusedOutcome;
  /** The verdict's reason. */
  reason: string;
  advice: Advice;
  traits?: readonly Trait[];
  /**
   * The key of the message that says the cause. A key `cause.…` is shared with the doctor's
   * diagnosis of this name.
   */
  happened: string;
  /**
   * The key of the message that says the next step. Several ends share keys such as
   * `error.once-more`.
   */
  toDo: string;
  /** What a call at the helpdesk is about: a row of scripts/docs/helpdesk.json. */
  helpdesk: string;
}>;

/**
 * Every way in which a login can end without letting the person in. The outcome decides the exit
 * code (`EXIT_CODES`); docs/command-line.md lists outcomes and reasons. `reactionTo` chooses the
 * end for a failure of the service. The docstring of an end says when it happens, and docs/flows.md
 * takes it from here. The codes are shown to people and logged.
 */
export const ERROR_CATALOG = {
  /** There was no connection to the service, or it broke before an answer. */
  'network-unreachable': {
    outcome: 'unreachable',
    reason: 'network',
    advice: 'restart',
    traits: ['connection-fault'],
    happened: 'error.network-unreachable.happened',
    toDo: 'error.network-unreachable.to-do',
    helpdesk: 'no-network',
  },
  /** A request was not answered in time. */
  'request-timed-out': {
    outcome: 'unreachable',
    reason: 'network',
    advice: 'restart',
    traits: ['connection-fault'],
    happened: 'error.request-timed-out.happened',
    toDo: 'error.request-timed-out.to-do',
    helpdesk: 'no-network',
  },
  /** A method was chosen, but the event channel could not be opened. Then no push is sent. */
  'realtime-unreachable': {
    outcome: 'unreachable',
    reason: 'network',
    advice: 'same-method',
    happened: 'error.realtime-unreachable.happened',
    toDo: 'error.realtime-unreachable.to-do',
    helpdesk: 'event-channel',
  },
  /** The operating system says that there is no network. */
  offline: {
    outcome: 'unreachable',
    reason: 'network',
    advice: 'restart',
    traits: ['connection-fault'],
    happened: 'cause.offline',
    toDo: 'error.offline.to-do',
    helpdesk: 'no-network',
  },
  /** The host of the service could not be looked up. */
  'name-not-found': {
    outcome: 'unreachable',
    reason: 'network',
    advice: 'restart',
    traits: ['connection-fault'],
    happened: 'cause.name-not-found',
    toDo: 'error.name-not-found.to-do',
    helpdesk: 'no-network',
  },
  /** The proxy could not be reached, or refused the tunnel, without asking for a login. */
  'proxy-failed': {
    outcome: 'unreachable',
    reason: 'network',
    advice: 'restart',
    traits: ['connection-fault'],
    happened: 'error.proxy-failed.happened',
    toDo: 'error.once-more',
    helpdesk: 'proxy',
  },
  /**
   * A captive portal answered with HTTP 511, which says what it is. The screen offers to open the
   * browser.
   */
  'network-sign-in': {
    outcome: 'unreachable',
    reason: 'network',
    advice: 'restart',
    traits: ['connection-fault', 'guest-network'],
    happened: 'cause.network-sign-in',
    toDo: 'error.network-sign-in.to-do',
    helpdesk: 'guest-network',
  },
  /**
   * The answer was a redirect, which is never followed, or a page of HTML with 200, although the
   * certificate was accepted. The reason is maintenance or a fault at the service, or a proxy that
   * inspects TLS. The screen offers the browser.
   */
  'not-the-service': {
    outcome: 'unreachable',
    reason: 'server',
    advice: 'restart',
    traits: ['connection-fault', 'guest-network'],
    happened: 'error.not-the-service.happened',
    toDo: 'error.not-the-service.to-do',
    helpdesk: 'not-the-service',
  },
  /** The service answered with HTTP 500 or above. */
  'server-error': {
    outcome: 'unreachable',
    reason: 'server',
    advice: 'restart',
    traits: ['connection-fault'],
    happened: 'error.server-error.happened',
    toDo: 'error.server-error.to-do',
    helpdesk: 'service',
  },
  /**
   * The answer was no HTTP, or had an HTTP status without a meaning here: such as 204 or 304, or
   * 401, 403 or 404 without an exception of the service.
   */
  'unexpected-status': {
    outcome: 'unreachable',
    reason: 'server',
    advice: 'restart',
    traits: ['connection-fault'],
    happened: 'error.unexpected-status.happened',
    toDo: 'error.once-more',
    helpdesk: 'service',
  },
  /** The certificate was not accepted. The evidence names its issuer. */
  'tls-untrusted': {
    outcome: 'misconfigured',
    reason: 'tls',
    advice: 'restart',
    happened: 'error.tls-untrusted.happened',
    toDo: 'error.tls-untrusted.to-do',
    helpdesk: 'certificate',
  },
  /** The certificate is for another name, as that of a captive portal is. */
  'tls-other-name': {
    outcome: 'misconfigured',
    reason: 'tls',
    advice: 'restart',
    traits: ['guest-network'],
    happened: 'error.tls-other-name.happened',
    toDo: 'error.tls-other-name.to-do',
    helpdesk: 'guest-network',
  },
  /** The certificate is expired or not yet valid, or the clock of this computer is wrong. */
  'tls-expired': {
    outcome: 'misconfigured',
    reason: 'tls',
    advice: 'restart',
    happened: 'error.tls-expired.happened',
    toDo: 'error.tls-expired.to-do',
    helpdesk: 'clock',
  },
  /**
   * TLS failed for another reason: there is no common version, the server wants a certificate of
   * this computer, or its own certificate is broken or revoked.
   */
  'tls-failed': {
    outcome: 'misconfigured',
    reason: 'tls',
    advice: 'restart',
    happened: 'error.tls-failed.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'certificate',
  },
  /** The certificate of a proxy that is reached over https was not accepted. */
  'proxy-untrusted': {
    outcome: 'misconfigured',
    reason: 'tls',
    advice: 'restart',
    happened: 'error.proxy-untrusted.happened',
    toDo: 'error.proxy-untrusted.to-do',
    helpdesk: 'proxy',
  },
  /**
   * A proxy wants a username and a password. The screen asks for them, and they are kept in memory
   * only.
   */
  'proxy-login-required': {
    outcome: 'misconfigured',
    reason: 'proxy-login',
    advice: 'restart',
    happened: 'error.proxy-login-required.happened',
    toDo: 'error.proxy-login-required.to-do',
    helpdesk: 'proxy',
  },
  /**
   * A proxy wants a login of a kind that cannot be given here, such as Negotiate alone, or does not
   * say of which kind.
   */
  'proxy-login-unsupported': {
    outcome: 'misconfigured',
    reason: 'proxy-login',
    advice: 'restart',
    happened: 'error.proxy-login-unsupported.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'proxy',
  },
  /** A success answer carries a signature that is not ours. */
  'response-signature-wrong': {
    outcome: 'misconfigured',
    reason: 'response-signature',
    advice: 'restart',
    happened: 'error.response-signature-wrong.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'response-signature',
  },
  /** A success answer carries no signature although one is required. */
  'response-signature-missing': {
    outcome: 'misconfigured',
    reason: 'response-signature',
    advice: 'restart',
    happened: 'error.response-signature-missing.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'response-signature',
  },
  /**
   * With "when-present", a success answer carries no signature, although an earlier answer to the
   * same call at the same address did. `gatehouse keys forget --signed-answers` forgets the earlier
   * answers.
   */
  'response-signature-dropped': {
    outcome: 'misconfigured',
    reason: 'response-signature',
    advice: 'restart',
    happened: 'error.response-signature-dropped.happened',
    toDo: 'error.response-signature-dropped.to-do',
    helpdesk: 'response-signature',
  },
  /** The service does not accept our signature: the secret key, the header or the encoding is wrong. */
  'secret-wrong': {
    outcome: 'misconfigured',
    reason: 'secret',
    advice: 'restart',
    happened: 'cause.secret-wrong',
    toDo: 'error.tell-administrator',
    helpdesk: 'secret-and-token',
  },
  /**
   * No secret key was ever stored: no file, no signer, no entry in the key store. No request was
   * sent.
   */
  'secret-missing': {
    outcome: 'misconfigured',
    reason: 'secret',
    advice: 'restart',
    happened: 'error.secret-missing.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'secret-and-token',
  },
  /**
   * The program of `credentials.signer` did not sign, or did not verify: it is missing, failed, did
   * not answer or answered something else.
   */
  'signer-failed': {
    outcome: 'misconfigured',
    reason: 'secret',
    advice: 'restart',
    happened: 'cause.signer-failed',
    toDo: 'error.once-more',
    helpdesk: 'signer',
  },
  /** The system token is neither in the configuration nor in the key store. No request was sent. */
  'system-token-missing': {
    outcome: 'misconfigured',
    reason: 'system-token',
    advice: 'restart',
    happened: 'error.system-token-missing.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'secret-and-token',
  },
  /** The key store is locked, not running, or does not answer. No request was sent. */
  'key-store-locked': {
    outcome: 'misconfigured',
    reason: 'key-store',
    advice: 'restart',
    happened: 'cause.key-store-locked',
    toDo: 'error.key-store-locked.to-do',
    helpdesk: 'key-store',
  },
  /**
   * The key was stored with another back end than the one that this session uses. No request was
   * sent.
   */
  'key-store-changed': {
    outcome: 'misconfigured',
    reason: 'key-store',
    advice: 'restart',
    happened: 'cause.key-store-changed',
    toDo: 'remedy.log-in-there',
    helpdesk: 'key-store',
  },
  /**
   * The key store opens, but the stored keys do not: its own key is another one, or the file is
   * broken.
   */
  'key-store-unreadable': {
    outcome: 'misconfigured',
    reason: 'key-store',
    advice: 'restart',
    happened: 'cause.key-store-unreadable',
    toDo: 'error.tell-administrator',
    helpdesk: 'key-store',
  },
  /** There is no key store in this session, or it does not protect. No request was sent. */
  'key-store-unavailable': {
    outcome: 'misconfigured',
    reason: 'key-store',
    advice: 'restart',
    happened: 'cause.key-store-unavailable',
    toDo: 'remedy.log-in-there',
    helpdesk: 'key-store',
  },
  /** The service does not know the system token. */
  'system-token-wrong': {
    outcome: 'misconfigured',
    reason: 'system-token',
    advice: 'restart',
    happened: 'cause.system-token-wrong',
    toDo: 'error.tell-administrator',
    helpdesk: 'secret-and-token',
  },
  /**
   * The configuration, or a file that it names, cannot be used, so that no login begins. The
   * reference names the first fault.
   */
  'configuration-invalid': {
    outcome: 'misconfigured',
    reason: 'configuration',
    advice: 'none',
    happened: 'error.configuration-invalid.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'configuration',
  },
  /**
   * The service misses a parameter. The screen names the configuration key that gives the
   * parameter. If no key does, it names `service.applicationType`, because the application may have
   * another type in the console.
   */
  'field-missing': {
    outcome: 'misconfigured',
    reason: 'configuration',
    advice: 'restart',
    happened: 'error.field-missing.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'configuration',
  },
  /** The service does not accept the form of the request. */
  'request-refused': {
    outcome: 'misconfigured',
    reason: 'configuration',
    advice: 'restart',
    happened: 'error.request-refused.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'service',
  },
  /**
   * The application is prompt-capable in the console of the service, although
   * `service.applicationType` is "promptless": the service wants a `callbackUrl`, or answers with
   * an address alone. The screen names that key.
   */
  'application-type-wrong': {
    outcome: 'misconfigured',
    reason: 'application-type',
    advice: 'restart',
    happened: 'error.application-type-wrong.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'configuration',
  },
  /**
   * The application is promptless in the console of the service, although `service.applicationType`
   * is "prompt": the service answers with a status or with methods. The screen names that key.
   */
  'application-promptless': {
    outcome: 'misconfigured',
    reason: 'application-type',
    advice: 'restart',
    happened: 'error.application-promptless.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'configuration',
  },
  /**
   * There is no listener for the way back from the page of the service: the port is taken, or there
   * is no loopback address.
   */
  'callback-unavailable': {
    outcome: 'misconfigured',
    reason: 'configuration',
    advice: 'restart',
    happened: 'error.callback-unavailable.happened',
    toDo: 'error.once-more',
    helpdesk: 'hosted-page',
  },
  /** The answer is not JSON, or JSON of another shape than the API has. */
  'answer-malformed': {
    outcome: 'protocol',
    reason: 'malformed-answer',
    advice: 'restart',
    happened: 'error.answer-malformed.happened',
    toDo: 'error.once-more',
    helpdesk: 'service',
  },
  /** The answer is longer than 256 KiB. */
  'answer-too-large': {
    outcome: 'protocol',
    reason: 'malformed-answer',
    advice: 'restart',
    happened: 'error.answer-too-large.happened',
    toDo: 'error.once-more',
    helpdesk: 'service',
  },
  /**
   * An exception is not known here, or has another number than the known one. The login stops, to
   * be safe.
   */
  'unknown-exception': {
    outcome: 'protocol',
    reason: 'unknown-exception',
    advice: 'restart',
    happened: 'error.unknown-exception.happened',
    toDo: 'error.once-more',
    helpdesk: 'service',
  },
  /** The answer of `credentials` names another person than the one for whom the login was started. */
  'other-username': {
    outcome: 'protocol',
    reason: 'other-username',
    advice: 'restart',
    happened: 'error.other-username.happened',
    toDo: 'error.once-more',
    helpdesk: 'other-username',
  },
  /** The service denies access, or does not know the user. */
  denied: {
    outcome: 'denied',
    reason: 'denied-by-service',
    advice: 'none',
    traits: ['denial'],
    happened: 'error.denied.happened',
    toDo: 'error.denied.to-do',
    helpdesk: 'denied',
  },
  /** The push was denied on the phone. */
  'denied-by-person': {
    outcome: 'denied',
    reason: 'denied-by-person',
    advice: 'none',
    traits: ['denial'],
    happened: 'error.denied-by-person.happened',
    toDo: 'error.denied-by-person.to-do',
    helpdesk: 'denied-by-person',
  },
  /**
   * The person says that they did not start this login, because a request came to them that they
   * did not ask for.
   */
  'not-started-by-person': {
    outcome: 'denied',
    reason: 'not-started-by-person',
    advice: 'none',
    traits: ['denial'],
    happened: 'error.not-started-by-person.happened',
    toDo: 'error.not-started-by-person.to-do',
    helpdesk: 'denied-by-person',
  },
  /** The service bypasses the user, but the policy of this computer does not allow that. */
  'bypass-refused': {
    outcome: 'denied',
    reason: 'bypass-refused',
    advice: 'none',
    happened: 'error.bypass-refused.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'no-method',
  },
  /** The service offers no method that works here. */
  'no-usable-method': {
    outcome: 'denied',
    reason: 'no-usable-method',
    advice: 'restart',
    happened: 'error.no-usable-method.happened',
    toDo: 'error.no-usable-method.to-do',
    helpdesk: 'no-method',
  },
  /** The licence of the service does not cover the login. */
  licence: {
    outcome: 'denied',
    reason: 'licence',
    advice: 'none',
    happened: 'error.licence.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'application',
  },
  /** The application is disabled, denied or not found. */
  'application-refused': {
    outcome: 'denied',
    reason: 'application',
    advice: 'none',
    happened: 'error.application-refused.happened',
    toDo: 'error.tell-administrator',
    helpdesk: 'application',
  },
  /** The service let the transaction expire. */
  expired: {
    outcome: 'not-now',
    reason: 'expired',
    advice: 'restart',
    happened: 'error.expired.happened',
    toDo: 'error.expired.to-do',
    helpdesk: 'expired',
  },
  /** The person did not act within the wait. */
  'timed-out': {
    outcome: 'not-now',
    reason: 'timed-out',
    advice: 'same-method',
    happened: 'error.timed-out.happened',
    toDo: 'error.timed-out.to-do',
    helpdesk: 'timed-out',
  },
  /** The whole login took longer than it may. */
  'login-timed-out': {
    outcome: 'not-now',
    reason: 'timed-out',
    advice: 'restart',
    happened: 'error.login-timed-out.happened',
    toDo: 'error.login-timed-out.to-do',
    helpdesk: 'expired',
  },
  /** The service takes no more attempts for now. */
  'too-many-attempts': {
    outcome: 'not-now',
    reason: 'too-many-attempts',
    advice: 'restart',
    happened: 'error.too-many-attempts.happened',
    toDo: 'error.too-many-attempts.to-do',
    helpdesk: 'too-many-attempts',
  },
  /** The page of the service came back with an error, and does not say which. */
  'hosted-page-failed': {
    outcome: 'not-now',
    reason: 'hosted-page',
    advice: 'restart',
    happened: 'error.hosted-page-failed.happened',
    toDo: 'error.once-more',
    helpdesk: 'hosted-page',
  },
  /** The service does not offer the method that had to be used (`--method`). */
  'method-not-offered': {
    outcome: 'usage',
    reason: 'method-not-offered',
    advice: 'choose-method',
    happened: 'error.method-not-offered.happened',
    toDo: 'error.method-not-offered.to-do',
    helpdesk: 'no-method',
  },
  /** Gatehouse itself has a fault. */
  internal: {
    outcome: 'internal',
    reason: 'internal',
    advice: 'restart',
    happened: 'error.internal.happened',
    toDo: 'error.once-more',
    helpdesk: 'internal',
  },
} as const satisfies Record<string, Entry>;

/** The code of one end, as shown to the person. */
export type ErrorCode = keyof typeof ERROR_CATALOG;

/** All codes, in the catalogue's order. */
export const ERROR_CODES = Object.keys(ERROR_CATALOG) as readonly ErrorCode[];

/** Whether an end has this property. */
export function hasTrait(code: ErrorCode, trait: Trait): boolean {
  const { traits = [] }: Entry = ERROR_CATALOG[code];
  return traits.includes(trait);
}
