import type { ServiceText } from './service-text.ts';
import type { NetworkFault, TlsFault } from './network-fault.ts';

/**
 * The end of an exchange without an answer. The port classifies the error (`fault`). `evidence` is the error's name,
 * for people and logs: secrets are redacted, so no decision may read it.
 */
export type ExchangeFailure =
  /** No connection, or it broke: `evidence` is the network stack's own code, e.g. `ERR_CONNECTION_REFUSED`. */
  | NetworkFailure
  /** The certificate was not accepted. */
  | TlsFailure
  /** The proxy wants a login (HTTP 407 or its tunnel error). */
  | Readonly<{ kind: 'proxy-login'; evidence: string; proxy: AskingProxy | null }>
  /** No complete answer within the time limit. */
  | Readonly<{ kind: 'timeout' }>
  | Readonly<{ kind: 'too-large'; limitBytes: number }>
  /** We ended the call ourselves. */
  | Readonly<{ kind: 'aborted' }>;

export type NetworkFailure = Readonly<{ kind: 'network'; fault: NetworkFault; evidence: string }>;
export type TlsFailure = Readonly<{ kind: 'tls'; fault: TlsFault; evidence: string }>;

/**
 * Every end of a call to the service besides a good answer: observations, not conclusions. `reaction-policy.ts` decides
 * the reaction.
 */
export type ServiceFailure =
  | ExchangeFailure
  /** `status` was `ERROR`: the error object of specification 7, sanitised. */
  | ServiceException
  /** 3xx: never followed, because the body is signed for one address. `hasTarget`: it names where to. */
  | Readonly<{ kind: 'redirected'; status: number; hasTarget: boolean }>
  /** A page where an answer of the API belongs: HTTP 511 (RFC 6585), or HTML with 200, as a captive portal gives. */
  | Readonly<{ kind: 'portal'; status: number }>
  /**
   * HTTP 429 without another exception that is known, or TooManyRequestsException. `retryAfterMs` is null without the
   * header.
   */
  | Readonly<{
      kind: 'too-many';
      retryAfterMs: number | null;
      serviceText: ServiceException['serviceText'] | null;
    }>
  /** Any other status that is neither 200 nor 400; `isRefusal` where an `ERROR` came with it that is not believed. */
  | Readonly<{ kind: 'status'; status: number; isRefusal?: boolean }>
  /** 200 or 400, but against the specification. `evidence` names the member or the fault. */
  | Readonly<{ kind: 'malformed'; evidence: string }>
  /** No request was sent, or its answer could not be verified: the signer is missing. */
  | CredentialFailure
  /** The hosted page of a prompt-capable application has no place, or no way back. */
  | PageFailure
  /** The answer's signature was wrong, missing where it is required, or dropped: earlier answers of that call had one. */
  | Readonly<{ kind: 'response-signature'; found: 'wrong' | 'missing' | 'dropped' }>;

/**
 * A facility of this computer that a hosted page lacks. `browser`: it could not be started, and the address can be
 * opened by hand. `callback`: no listener for the way back.
 */
export type PageFailure = Readonly<{ kind: 'browser' | 'callback'; evidence: string }>;

/** Why a hosted page is not shown. */
export type HostedPageFailure = ExchangeFailure | PageFailure;

/** The error codes of a request that cannot be signed. */
export type CredentialFault =
  | 'secret-missing'
  | 'system-token-missing'
  | 'signer-failed'
  | `key-store-${'locked' | 'changed' | 'unreadable' | 'unavailable'}`;

/** `evidence` names states, back ends and exit codes, no secret. */
export type CredentialFailure = Readonly<{ kind: 'credentials'; fault: CredentialFault; evidence: string }>;

/** A proxy that wants a login. */
export type AskingProxy = Readonly<{
  /** Which question of which proxy this is: a login that is given belongs to it alone. Never shown. */
  id: string;
  /** Host and port, as the network stack names them. */
  name: string;
  /** It was given a login, and did not take it. */
  hasRefused: boolean;
}>;

export type ServiceException = Readonly<{
  kind: 'exception';
  exception: string;
  code: number | null;
  serviceText: ServiceText;
  /** `name`: the missing parameter, for MissingFieldException. */
  field: string | null;
  /** Name, number and parameter as they may be shown (`exceptionEvidence`); the others are there to decide by. */
  evidence: string;
}>;

/** Whether the service may have acted although we saw no answer. */
export function isUnanswered(failure: ServiceFailure): boolean {
  return failure.kind === 'network' || failure.kind === 'timeout';
}

/**
 * The faults without an answer: no network, no name, no connection, or a broken one. A list, because an unknown fault
 * must refuse: refusals of proxies and unreadable answers are faults of the network, too. So is an unreachable proxy:
 * the choice of the proxy may be the person's own setting (docs/decisions/0014).
 */
const NOBODY_ANSWERED: readonly NetworkFault[] = ['offline', 'name', 'refused', 'no-connection', 'hung-up'];

/**
 * The statuses that say that the service is not there or not well: RFC 9110, and those of a well-known gateway for a
 * service behind it that does not answer. Others above 499 are answers (501, 505, 511, 561, 999 …).
 */
const NOBODY_SERVED: readonly number[] = [500, 502, 503, 504, 520, 521, 522, 523, 524, 530];

/**
 * The source of answers in a login so far: no source, the network path (a proxy, a filter, a guest network, a server
 * with another certificate), or the service itself.
 */
export type Heard = 'nobody' | 'path' | 'service';

/**
 * Whether a fail mode may act on it: connection failure, time-out and a failing service (docs/flows.md).
 *
 * @param heard the source of earlier answers in the same login: a source that has answered is not unreachable by
 *   silence
 */
// SECURITY: SEC-23 never a certificate, a proxy's refusal, a 4xx, an answer that cannot be read, or silence after one.
export function isUnreachable(failure: ServiceFailure, heard: Heard): boolean {
  if (heard === 'service') return false;
  if (isSilence(failure)) return heard === 'nobody';
  return failure.kind === 'status' && isNotWell(failure);
}

/** The source of an answer after such an end. An end that is not known silence is an answer. */
export function heardAfter(failure: ServiceFailure, heard: Heard): Heard {
  // Without credentials, or without a way back, no request was sent.
  if (failure.kind === 'credentials' || isPageFailure(failure)) return heard;
  if (heard === 'service' || failure.kind === 'aborted' || isSilence(failure)) return heard;
  const isService = failure.kind === 'exception' || failure.kind === 'too-many';
  return isService || (failure.kind === 'status' && failure.isRefusal === true) ? 'service' : 'path';
}

/** Whether a failure is of this computer, and of the hosted page alone. */
export function isPageFailure(failure: ServiceFailure): failure is PageFailure {
  return failure.kind === 'browser' || failure.kind === 'callback';
}

function isSilence(failure: ServiceFailure): boolean {
  if (failure.kind === 'network') return NOBODY_ANSWERED.includes(failure.fault);
  return failure.kind === 'timeout';
}

function isNotWell({ status, isRefusal }: Extract<ServiceFailure, Readonly<{ kind: 'status' }>>): boolean {
  return isRefusal !== true && NOBODY_SERVED.includes(status);
}

/** The parameters of the API that may be missing (specification 4); another name is the service's own text. */
const FIELDS =
  /^(?:params[.[])?(?:systemToken|username|userEmail|userPhone|callbackUrl|params|appVer|hostName|os|userIP|tid|method|vericode|accessToken|otp)\]?$/;

type NamedException = Pick<ServiceException, 'exception' | 'code' | 'field'>;

function knownField({ exception, field }: NamedException): string | null {
  if (field === null) return null;
  // A header's name, which an administrator has to compare with the configured one.
  if (exception === 'MissingHeaderException')
    return /^[A-Za-z][A-Za-z0-9-]{0,39}$/.test(field) ? field : null;
  return FIELDS.test(field) ? field : null;
}

/** The shown part of an exception: its name and number, and a parameter of the API. */
export function exceptionEvidence(named: NamedException): string {
  return [named.exception, named.code, knownField(named)].filter((part) => part !== null).join(' ');
}

/** One line of evidence for logs and the copyable reference: no text of the service, no secret. */
export function evidenceOf(failure: ServiceFailure): string {
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
      return `HTTP ${String(failure.status)}`;
    case 'too-large':
      return `over ${String(failure.limitBytes)} bytes`;
    case 'response-signature':
      return failure.found;
    default:
      return failure.kind;
  }
}
