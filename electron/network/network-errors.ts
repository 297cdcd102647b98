import type { ExchangeFailure, NetworkFailure } from '../../shared/service/service-failure.ts';
import type { NetworkFault, TlsFault } from '../../shared/service/network-fault.ts';
import { toEvidence } from '../../shared/service/evidence.ts';

/* Classifies network errors by name. Only ports use it (docs/decisions/0014-network-errors.md). */

/** Chromium's names (net/base/net_error_list.h). The first match counts; other names are unknown. */
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
  // `UNEXPECTED_PROXY_`: a proxy's refusal on a path without a proxy.
  [
    /^ERR_(INVALID_(RESPONSE|HTTP|CHUNKED|REDIRECT)|CONTENT_DECODING_|RESPONSE_HEADERS_|HTTP2_|QUIC_|UNEXPECTED_PROXY_)/,
    'garbled',
  ],
];

/** errno(3) and getaddrinfo(3). */
const NODE_NAMES: readonly (readonly [RegExp, NetworkFault])[] = [
  [/^(ENOTFOUND|EAI_)/, 'name'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE)$/, 'hung-up'],
  [/^(EACCES|EPERM)$/, 'forbidden'],
  [/^E(HOST|NET)/, 'no-connection'],
];

const TLS =
  /^ERR_(CERT|SSL_|BAD_SSL_|NO_SSL_|CLIENT_AUTH_|PROXY_CERTIFICATE_|TLS13_|ECH_|CT_|ALPN_|QUIC_CERT_|WRONG_VERSION_ON_EARLY_DATA|HTTP2_INADEQUATE_TRANSPORT_SECURITY)/;

const TLS_NAMES: readonly (readonly [RegExp, TlsFault])[] = [
  [/^ERR_PROXY_CERTIFICATE_/, 'proxy'],
  [/^ERR_CERT_COMMON_NAME_INVALID$/, 'other-name'],
  [/^ERR_CERT_DATE_INVALID$/, 'date'],
  [
    /^ERR_(CERT_(AUTHORITY_INVALID|SYMANTEC_LEGACY|KNOWN_INTERCEPTION_BLOCKED)|QUIC_CERT_ROOT_NOT_KNOWN)$/,
    'authority',
  ],
];

/** Without a name in the message, the fault is unknown. */
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
