import type { ErrorCode } from './error-catalog.ts';
import { assertNever } from '../result.ts';
import type { ServiceException, ServiceFailure } from '../service/service-failure.ts';
import type { NetworkFault, TlsFault } from '../service/network-fault.ts';

/** The calls of the promptless flow (specification 4). */
const ENDPOINTS = [
  'init',
  'methodSSH',
  'confirmCode',
  'confirmSecurityKeySSH',
  'credentials',
] as const;
export type Endpoint = (typeof ENDPOINTS)[number];

/** What the login does about a failed call. */
export type Reaction =
  /** The login ends with this code. */
  | Readonly<{ do: 'end'; code: ErrorCode }>
  /** The person types the code again, in the same transaction. */
  | Readonly<{ do: 'retry-code' }>
  /** The person chooses a method again, in the same transaction. */
  | Readonly<{ do: 'choose-again' }>
  /** The method is taken off the list, because the service does not offer it after all. */
  | Readonly<{ do: 'refuse-method' }>
  /** The token is ignored, and the wait for the person goes on. */
  | Readonly<{ do: 'ignore-token' }>
  /** The service lets the person in without a confirmation, if the policy allows it. */
  | Readonly<{ do: 'bypass' }>
  /** The service takes no more attempts for now: there is a pause. */
  | Readonly<{ do: 'wait' }>;

const end = (code: ErrorCode): Reaction => ({ do: 'end', code });

/**
 * The reaction to a failed call. It depends on the name and number of an exception, and never on
 * its message (specification 7 rule 1). An unknown exception ends the login.
 */
export function reactionTo(endpoint: Endpoint, failure: ServiceFailure): Reaction {
  switch (failure.kind) {
    case 'exception':
      return reactionToException(endpoint, failure);
    case 'too-many':
      return { do: 'wait' };
    case 'network':
      return end(NETWORK_CODES[failure.fault]);
    case 'timeout':
      return end('request-timed-out');
    case 'tls':
      return end(TLS_CODES[failure.fault]);
    case 'proxy-login':
      // `proxy` is null if the proxy's authentication scheme is not supported.
      return end(failure.proxy === null ? 'proxy-login-unsupported' : 'proxy-login-required');
    case 'redirected':
      return end(failure.hasTarget ? 'not-the-service' : 'unexpected-status');
    case 'page':
      return end('not-the-service');
    case 'portal':
      return end('network-sign-in');
    case 'status':
      return end(
        failure.status >= 500 && failure.status < 600 ? 'server-error' : 'unexpected-status',
      );
    case 'malformed':
      return end('answer-malformed');
    case 'too-large':
      return end('answer-too-large');
    case 'response-signature':
      return end(`response-signature-${failure.found}`);
    case 'credentials':
      return end(failure.fault);
    case 'browser':
    case 'callback':
      return end('callback-unavailable');
    case 'aborted':
      return end('internal');
    default:
      return assertNever(failure, 'service failure');
  }
}

const NETWORK_CODES: Readonly<Record<NetworkFault, ErrorCode>> = {
  offline: 'offline',
  name: 'name-not-found',
  refused: 'network-unreachable',
  'no-connection': 'network-unreachable',
  'hung-up': 'network-unreachable',
  forbidden: 'network-unreachable',
  'proxy-unreachable': 'proxy-failed',
  'proxy-refuses': 'proxy-failed',
  'proxy-script': 'proxy-failed',
  garbled: 'unexpected-status',
  cut: 'network-unreachable',
  unknown: 'network-unreachable',
};

const TLS_CODES: Readonly<Record<TlsFault, ErrorCode>> = {
  authority: 'tls-untrusted',
  'other-name': 'tls-other-name',
  date: 'tls-expired',
  proxy: 'proxy-untrusted',
  other: 'tls-failed',
};

/**
 * The reaction to an exception. Of those with a number in specification 7, name and number must
 * match.
 */
function reactionToException(endpoint: Endpoint, failure: ServiceException): Reaction {
  switch (`${failure.exception} ${String(failure.code)}`) {
    case 'APIException 10':
      return end('system-token-wrong');
    case 'InvalidSignatureException 9':
      return end('secret-wrong');
    case 'TransactionIdExpiredException 11':
      return end('expired');
    case 'TransactionAccessTokenExpiredException 11':
      return tokenReaction(endpoint);
    case 'MissingFieldException 3':
      return missingFieldReaction(endpoint, failure.field);
    case 'PasscodeException 18':
      return isCodeEndpoint(endpoint) ? { do: 'retry-code' } : end('unknown-exception');
    case 'UserBypassedException 45':
      // SECURITY: SEC-21 accept a bypass from init only, by exact name and number.
      return endpoint === 'init' ? { do: 'bypass' } : end('unknown-exception');
    default:
      return namedReaction(endpoint, failure);
  }
}

/** Whether at least one endpoint has a reaction to an exception other than `unknown-exception`. */
export function isKnownException(exception: ServiceException): boolean {
  return ENDPOINTS.some((endpoint) => {
    const reaction = reactionToException(endpoint, exception);
    return reaction.do !== 'end' || reaction.code !== 'unknown-exception';
  });
}

/** The reaction to an exception without a number in the specification (docs/wire.md 3). */
function namedReaction(endpoint: Endpoint, failure: ServiceException): Reaction {
  switch (failure.exception) {
    case 'AccessTokenExpiredException':
      return tokenReaction(endpoint);
    case 'UnknownAccessTokenException':
      return endpoint === 'credentials' ? { do: 'ignore-token' } : end('expired');
    case 'UserDeniedException':
    case 'UserNotFoundException':
      return end('denied');
    case 'ApplicationDeniedException':
    case 'ApplicationDisabledException':
    case 'ApplicationNotFoundException':
    case 'ForbiddenMethodException':
    case 'UnauthorizedUserException':
      return end('application-refused');
    case 'BusinessEditionLimitExceededException':
    case 'PersonalEditionLimitedException':
    case 'SubscriptionExpiredException':
      return end('licence');
    case 'EmptyInputException':
    case 'InvalidJSONException':
    case 'MissingHeaderException':
    case 'UnsupportedVersionException':
    case 'UnsupportedRequestMethodException':
      return end('request-refused');
    case 'TransactionLockedException':
      return end('too-many-attempts');
    default:
      return end('unknown-exception');
  }
}

function tokenReaction(endpoint: Endpoint): Reaction {
  if (endpoint === 'credentials') return { do: 'ignore-token' };
  return endpoint === 'init' ? end('unknown-exception') : { do: 'choose-again' };
}

function missingFieldReaction(endpoint: Endpoint, field: string | null): Reaction {
  // Only a prompt-capable application requires callbackUrl (specification 4.1).
  if (field === 'callbackUrl') return end('application-type-wrong');
  if (field === 'method' && endpoint === 'methodSSH') return { do: 'refuse-method' };
  return end('field-missing');
}

function isCodeEndpoint(endpoint: Endpoint): boolean {
  return endpoint === 'confirmCode' || endpoint === 'confirmSecurityKeySSH';
}

/**
 * The configuration key to check because the service misses a field or a header; null for other
 * failures. A field that no key gives suggests a wrong application type (specification 7,
 * MissingFieldException).
 */
export function configKeyFor(failure: ServiceFailure): string | null {
  if (failure.kind !== 'exception') return null;
  // Only the signature header has a configurable name.
  if (failure.exception === 'MissingHeaderException') return 'service.signatureHeader';
  if (failure.exception !== 'MissingFieldException') return null;
  const field = failure.field?.replace(/^params[.[]/, '').replace(/\]$/, '') ?? '';
  return CONFIG_KEYS.get(field) ?? APPLICATION_TYPE;
}

export const CALLBACK_URL = 'service.prompt.callbackUrl';

/** The key that must match the type in the service's console. */
export const APPLICATION_TYPE = 'service.applicationType';

const CONFIG_KEYS: ReadonlyMap<string, string> = new Map([
  ['systemToken', 'service.systemToken'],
  ['username', 'login.username'],
  ['userEmail', 'login.userEmail'],
  ['userPhone', 'login.userPhone'],
  ['hostName', 'params.hostName'],
  ['os', 'params.os'],
  ['userIP', 'params.userIP'],
]);
