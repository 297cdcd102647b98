import type {
  ExchangeFailure,
  NetworkFailure,
  TlsFailure,
} from '../../shared/service/service-failure.ts';
import type { NetworkFault, TlsFault } from '../../shared/service/network-fault.ts';
import { toEvidence } from '../../shared/service/evidence.ts';

/*
 * Classifies network errors by name. Only code that meets such an error first, at the edge of the network, calls this
 * module: all other code decides by the fault (docs/decisions/0014-network-errors.md).
 */

/**
 * Chromium's names (net/base/net_error_list.h). The first match counts, so a full name stands above
 * a prefix of it. A name without a match is `unknown`.
 */
const CHROMIUM_NAMES: readonly (readonly [RegExp, NetworkFault])[] = [
  [/^ERR_INTERNET_DISCONNECTED$/, 'offline'],
  [/^ERR_(NAME_|DNS_|ICANN_NAME_|HOST_RESOLVER_)/, 'name'],
  [/^ERR_PROXY_CONNECTION_FAILED$/, 'proxy-unreachable'],
  [/^ERR_(PAC_|MANDATORY_PROXY_)/, 'proxy-script'],
  [/^ERR_(PROXY_|HTTPS_PROXY_|TUNNEL_|SOCKS_|NO_SUPPORTED_PROXIES)/, 'proxy-refuses'],
  [/^ERR_CONNECTION_REFUSED$/, 'refused'],
  [/^ERR_(CONNECTION_(CLOSED|RESET|ABORTED)|EMPTY_RESPONSE|ABORTED)$/, 'hung-up'],
  [/^ERR_(ACCESS_DENIED|NETWORK_ACCESS_|BLOCKED_BY_|UNSAFE_PORT)/, 'forbidden'],
  [/^ERR_(CONNECTION_|ADDRESS_|NETWORK_|SOCKET_NOT_CONNECTED)/, 'no-connection'],
  [/^ERR_(CONTENT_LENGTH_MISMATCH|INCOMPLETE_|RESPONSE_HEADERS_TRUNCATED)/, 'cut'],
  // Chromium reports `UNEXPECTED_PROXY_` for a proxy's refusal on a path without a proxy.
  [
    /^ERR_(INVALID_(RESPONSE|HTTP|CHUNKED|REDIRECT)|CONTENT_DECODING_|RESPONSE_HEADERS_|HTTP2_|QUIC_|UNEXPECTED_PROXY_)/,
    'garbled',
  ],
];

/**
 * Names of errno(3), of getaddrinfo(3), and of Node's parser of HTTP (llhttp). The first match
 * counts here too.
 */
const NODE_NAMES: readonly (readonly [RegExp, NetworkFault])[] = [
  [/^(ENOTFOUND|EAI_)/, 'name'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE)$/, 'hung-up'],
  [/^(EACCES|EPERM)$/, 'forbidden'],
  [/^E(HOST|NET)/, 'no-connection'],
  [/^HPE_/, 'garbled'],
];

/**
 * Node's names for faults of a TLS handshake: its own, and OpenSSL's reasons
 * (`ERR_SSL_WRONG_VERSION_NUMBER`).
 */
const NODE_TLS = /^(EPROTO$|ERR_(SSL|OSSL|TLS)_)/;

/** OpenSSL's results for a certificate, as Node names them (X509_V_ERR_*). All others are `other`. */
const OPENSSL_NAMES: readonly (readonly [RegExp, TlsFault])[] = [
  [
    /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT(_LOCALLY)?|UNABLE_TO_VERIFY_LEAF_SIGNATURE|CERT_UNTRUSTED)$/,
    'authority',
  ],
  [/^CERT_(NOT_YET_VALID|HAS_EXPIRED)$/, 'date'],
  [/^HOSTNAME_MISMATCH$/, 'other-name'],
];

const TLS =
  /^ERR_(CERT|SSL_|BAD_SSL_|NO_SSL_|CLIENT_AUTH_|PROXY_CERTIFICATE_|TLS13_|ECH_|CT_|ALPN_|QUIC_CERT_|WRONG_VERSION_ON_EARLY_DATA|HTTP2_INADEQUATE_TRANSPORT_SECURITY)/;

/** Chromium's names again, of the errors that match `TLS`. All others are `other`. */
const TLS_NAMES: readonly (readonly [RegExp, TlsFault])[] = [
  [/^ERR_PROXY_CERTIFICATE_/, 'proxy'],
  [/^ERR_CERT_COMMON_NAME_INVALID$/, 'other-name'],
  [/^ERR_CERT_DATE_INVALID$/, 'date'],
  [
    /^ERR_(CERT_(AUTHORITY_INVALID|SYMANTEC_LEGACY|KNOWN_INTERCEPTION_BLOCKED)|QUIC_CERT_ROOT_NOT_KNOWN)$/,
    'authority',
  ],
];

/** The failure that Chromium's message names. Without a name in the message, the fault is `unknown`. */
export function chromiumFailure(message: string): ExchangeFailure {
  const name = /\bERR_[A-Z0-9_]+/.exec(message)?.[0] ?? 'ERR_FAILED';
  if (TLS.test(name))
    return {
      kind: 'tls',
      fault: firstOf(TLS_NAMES, name) ?? 'other',
      evidence: toEvidence`${name}`,
    };
  if (name.startsWith('ERR_PROXY_AUTH'))
    return { kind: 'proxy-login', evidence: toEvidence`${name}`, proxy: null };
  if (name.endsWith('TIMED_OUT')) return { kind: 'timeout' };
  return {
    kind: 'network',
    fault: firstOf(CHROMIUM_NAMES, name) ?? 'unknown',
    evidence: toEvidence`${name}`,
  };
}

/** @param code e.g. `ECONNREFUSED` */
export function nodeFault(code: string): NetworkFault {
  return firstOf(NODE_NAMES, code) ?? 'unknown';
}

/**
 * A failure of Node's sockets, TLS or parser of HTTP, before an answer. A code that the tables lack
 * becomes `unknown`, which never lets anybody in by the fail mode.
 *
 * @param code of the error, e.g. `ECONNREFUSED`
 */
// SECURITY: SEC-23 only names that are known to mean silence are silence.
export function nodeFailure(code: string): ExchangeFailure {
  if (NODE_TLS.test(code)) return { kind: 'tls', fault: 'other', evidence: toEvidence`${code}` };
  if (code === 'ETIMEDOUT') return { kind: 'timeout' };
  return { kind: 'network', fault: nodeFault(code), evidence: toEvidence`${code}` };
}

/** Node's code for a connection that ended, in order or by a reset. */
export const HUNG_UP = 'ECONNRESET';

/** Whether a connection ended before an answer. */
export function isHangUp(code: string): boolean {
  return nodeFault(code) === 'hung-up';
}

/**
 * The failure of an answer that began, and ended in order before its head was whole. As with
 * Chromium, this is no silence. A reset counts as silence (docs/flows.md), so the port reports it
 * by `nodeFailure` instead.
 */
// SECURITY: SEC-23 an answer that begins is no silence.
export function headFailure(code: string): ExchangeFailure {
  return isHangUp(code)
    ? { kind: 'network', fault: 'cut', evidence: toEvidence`${code} in the head` }
    : nodeFailure(code);
}

/** The failure of an answer in a form that this program did not ask for; `why` is for people. */
export function unusableAnswer(why: string): NetworkFailure {
  return { kind: 'network', fault: 'garbled', evidence: toEvidence`${why}` };
}

/**
 * A failure of the connection to a proxy, before there is one to the service. As with Chromium it
 * is never silence: the person may have chosen the proxy.
 *
 * @param stage `connection`: the proxy was not reached. `tunnel`: it was reached, and did not
 *   connect to the service
 */
// SECURITY: SEC-23 a proxy that cannot be reached, or hangs up, is no unreachable service.
export function nodeProxyFailure(code: string, stage: 'connection' | 'tunnel'): NetworkFailure {
  const fault = stage === 'connection' ? 'proxy-unreachable' : 'proxy-refuses';
  return { kind: 'network', fault, evidence: toEvidence`${code}` };
}

/** @param result of OpenSSL's check of a certificate, e.g. `CERT_HAS_EXPIRED` */
export function opensslFailure(result: string): TlsFailure {
  return {
    kind: 'tls',
    fault: firstOf(OPENSSL_NAMES, result) ?? 'other',
    evidence: toEvidence`${result}`,
  };
}

/** An incomplete answer; `why` is for people. */
export function cutAnswer(status: number, why: string): NetworkFailure {
  return {
    kind: 'network',
    fault: 'cut',
    evidence: toEvidence`HTTP ${String(status)}, cut off (${why})`,
  };
}

function firstOf<Fault>(
  names: readonly (readonly [RegExp, Fault])[],
  name: string,
): Fault | undefined {
  return names.find(([pattern]) => pattern.test(name))?.[1];
}
