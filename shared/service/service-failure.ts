import type { ServiceText } from './service-text.ts';
import type { NetworkFault, TlsFault } from './network-fault.ts';
import { toEvidence, type Evidence } from './evidence.ts';

/** An exchange without an answer. Decisions use `fault`; redaction changes `evidence`, which is for people and logs. */
export type ExchangeFailure =
  /** `evidence`: the network stack's error code, e.g. `ERR_CONNECTION_REFUSED`. */
  | NetworkFailure
  | TlsFailure
  /** HTTP 407 or a tunnel error. */
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
  /** 3xx: never followed, because the body is signed for one address. */
  | Readonly<{ kind: 'redirected'; status: number; hasTarget: boolean }>
  /** HTTP 511 (RFC 6585): the network wants a sign-in. */
  | Readonly<{ kind: 'portal'; status: number }>
  /** HTML with 200 instead of an API answer. */
  | Readonly<{ kind: 'page'; status: number }>
  /** HTTP 429 without a known exception, or TooManyRequestsException. `retryAfterMs`: null without the header. */
  | Readonly<{
      kind: 'too-many';
      retryAfterMs: number | null;
      serviceText: ServiceException['serviceText'] | null;
    }>
  /** `isRefusal`: the answer was an `ERROR` that is not believed. */
  | Readonly<{ kind: 'status'; status: number; isRefusal?: boolean }>
  /** 200 or 400 with an invalid answer. */
  | Readonly<{ kind: 'malformed'; evidence: Evidence }>
  /** The request could not be signed or the answer verified. */
  | CredentialFailure
  | PageFailure
  /** `dropped`: earlier answers of the same call had a signature. */
  | Readonly<{ kind: 'response-signature'; found: 'wrong' | 'missing' | 'dropped' }>;

/** `browser`: the browser could not start; the person can open the address. `callback`: no callback listener. */
export type PageFailure = Readonly<{ kind: 'browser' | 'callback'; evidence: Evidence }>;

export type HostedPageFailure = ExchangeFailure | PageFailure;

export type CredentialFault =
  | 'secret-missing'
  | 'system-token-missing'
  | 'signer-failed'
  | `key-store-${'locked' | 'changed' | 'unreadable' | 'unavailable'}`;

/** `evidence` has no secret. */
export type CredentialFailure = Readonly<{
  kind: 'credentials';
  fault: CredentialFault;
  evidence: Evidence;
}>;

export type AskingProxy = Readonly<{
  /** One question of one proxy: a login answers only that question. Never shown. */
  id: string;
  /** Host and port. */
  name: string;
  /** The proxy rejected the last login. */
  hasRefused: boolean;
}>;

export type ServiceException = Readonly<{
  kind: 'exception';
  exception: string;
  code: number | null;
  serviceText: ServiceText;
  /** The missing parameter or header. */
  field: string | null;
  /** The part to show (`exceptionEvidence`). */
  evidence: Evidence;
}>;

/** Whether the service may have acted although no answer arrived. */
export function isUnanswered(failure: ServiceFailure): boolean {
  return failure.kind === 'network' || failure.kind === 'timeout';
}

export function isPageFailure(failure: ServiceFailure): failure is PageFailure {
  return failure.kind === 'browser' || failure.kind === 'callback';
}

/** Parameters of specification 4. Any other name is free text of the service. */
const FIELDS =
  /^(?:params[.[])?(?:systemToken|username|userEmail|userPhone|callbackUrl|params|appVer|hostName|os|userIP|tid|method|vericode|accessToken|otp)\]?$/;

type NamedException = Pick<ServiceException, 'exception' | 'code' | 'field'>;

function knownField({ exception, field }: NamedException): string | null {
  if (field === null) return null;
  // Administrators compare this header name with the configured one.
  if (exception === 'MissingHeaderException')
    return /^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(field) ? field : null;
  return FIELDS.test(field) ? field : null;
}

/** Name, number, and known parameter. */
export function exceptionEvidence(named: NamedException): Evidence {
  const parts = [named.exception, named.code, knownField(named)].filter((part) => part !== null);
  return toEvidence`${parts.join(' ')}`;
}

/** For logs and the helpdesk reference: no text of the service, no secret. */
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
