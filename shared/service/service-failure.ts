import type { ServiceText } from './service-text.ts';
import type { NetworkFault, TlsFault } from './network-fault.ts';
import { toEvidence, type Evidence } from './evidence.ts';

/**
 * An exchange without an answer of the service. The program decides by `fault`. `evidence` is for
 * people and logs, and redaction changes it.
 */
export type ExchangeFailure =
  /** Its `evidence` is the error code of the network stack, such as `ERR_CONNECTION_REFUSED`. */
  | NetworkFailure
  | TlsFailure
  /**
   * HTTP 407, or an error of the tunnel. `proxy`: null if the proxy's kind of login is not
   * supported.
   */
  | Readonly<{ kind: 'proxy-login'; evidence: Evidence; proxy: AskingProxy | null }>
  /** No complete answer in time. */
  | Readonly<{ kind: 'timeout' }>
  | Readonly<{ kind: 'too-large'; limitBytes: number }>
  /** The gate ended the call. */
  | Readonly<{ kind: 'aborted' }>;

export type NetworkFailure = Readonly<{ kind: 'network'; fault: NetworkFault; evidence: Evidence }>;
export type TlsFailure = Readonly<{ kind: 'tls'; fault: TlsFault; evidence: Evidence }>;

/** Every failure of a call. `reaction-policy.ts` decides the reaction. */
export type ServiceFailure =
  | ExchangeFailure
  /** The error object of specification 7, sanitised. */
  | ServiceException
  /** HTTP 3xx. A redirect is never followed, because the body is signed for one address. */
  | Readonly<{ kind: 'redirected'; status: number; hasTarget: boolean }>
  /** HTTP 511 (RFC 6585): the network wants a sign-in. */
  | Readonly<{ kind: 'portal'; status: number }>
  /** A page of HTML with status 200 in place of an answer of the API. */
  | Readonly<{ kind: 'page'; status: number }>
  /**
   * HTTP 429 without a known exception, or TooManyRequestsException. `retryAfterMs`: null without
   * the header.
   */
  | Readonly<{
      kind: 'too-many';
      retryAfterMs: number | null;
      serviceText: ServiceException['serviceText'] | null;
    }>
  /**
   * Another HTTP status. `isRefusal`: the body was an `ERROR` answer, which is not believed with
   * this status.
   */
  | Readonly<{ kind: 'status'; status: number; isRefusal?: boolean }>
  /** HTTP 200 or 400 with an invalid answer. */
  | Readonly<{ kind: 'malformed'; evidence: Evidence }>
  /** The request could not be signed or the answer verified. */
  | CredentialFailure
  | PageFailure
  /**
   * The signature of a success answer. `dropped`: it is missing, although an earlier answer of the
   * same call had one.
   */
  | Readonly<{ kind: 'response-signature'; found: 'wrong' | 'missing' | 'dropped' }>;

/**
 * `browser`: the browser could not be started, but the person can open the address. `callback`:
 * there is no listener for the callback.
 */
export type PageFailure = Readonly<{ kind: 'browser' | 'callback'; evidence: Evidence }>;

export type HostedPageFailure = ExchangeFailure | PageFailure;

export type CredentialFault =
  | 'secret-missing'
  | 'system-token-missing'
  | 'signer-failed'
  | `key-store-${'locked' | 'changed' | 'unreadable' | 'unavailable'}`;

/** A key that cannot be used, or a signer that failed. The evidence holds no secret. */
export type CredentialFailure = Readonly<{
  kind: 'credentials';
  fault: CredentialFault;
  evidence: Evidence;
}>;

/** A proxy that wants a username and a password. */
export type AskingProxy = Readonly<{
  /**
   * Identifies one question of one proxy: an answer is given to this question only. It is never
   * shown.
   */
  id: string;
  /** The host and port of the proxy. */
  name: string;
  /** The proxy has rejected the last username and password. */
  hasRefused: boolean;
}>;

export type ServiceException = Readonly<{
  kind: 'exception';
  exception: string;
  code: number | null;
  serviceText: ServiceText;
  /** The parameter or header that the service misses; null if it names none. */
  field: string | null;
  /** What may be shown of the exception (`exceptionEvidence`). */
  evidence: Evidence;
}>;

/** Whether the service may have acted although no answer arrived. */
export function isUnanswered(failure: ServiceFailure): boolean {
  return failure.kind === 'network' || failure.kind === 'timeout';
}

export function isPageFailure(failure: ServiceFailure): failure is PageFailure {
  return failure.kind === 'browser' || failure.kind === 'callback';
}

/** The parameters of specification 4. Another name is a free text of the service, and not shown. */
const FIELDS =
  /^(?:params[.[])?(?:systemToken|username|userEmail|userPhone|callbackUrl|params|appVer|hostName|os|userIP|tid|method|vericode|accessToken|otp)\]?$/;

type NamedException = Pick<ServiceException, 'exception' | 'code' | 'field'>;

function knownField({ exception, field }: NamedException): string | null {
  if (field === null) return null;
  // The name of a header is shown, because administrators compare it with the configured one.
  if (exception === 'MissingHeaderException')
    return /^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(field) ? field : null;
  return FIELDS.test(field) ? field : null;
}

/** The name of an exception, its number, and the parameter that it misses, if that is a known one. */
export function exceptionEvidence(named: NamedException): Evidence {
  const parts = [named.exception, named.code, knownField(named)].filter((part) => part !== null);
  return toEvidence`${parts.join(' ')}`;
}

/**
 * The evidence of a failure, for logs and the reference for the administrator. It has no text of
 * the service and no secret.
 */
export function evidenceOf(failure: ServiceFailure): Evidence {
  switch (failure.kind) {
    case 'exception':
    case 'network':
    case 'tls':
    case 'proxy-login':
    case 'malformed':
    case 'credentials':
    case 'browser':
    case 'callback':
      return failure.evidence;
    case 'redirected':
    case 'portal':
    case 'status':
      return toEvidence`HTTP ${failure.status}`;
    case 'page':
      return toEvidence`HTTP ${failure.status}, HTML`;
    case 'too-large':
      return toEvidence`over ${failure.limitBytes} bytes`;
    case 'response-signature':
      return toEvidence`${failure.found}`;
    default:
      return toEvidence`${failure.kind}`;
  }
}
