/**
 * What the network stack's name of an error proves. It is read here only: the login's words, its fail mode and the
 * doctor decide by the fault (Chromium's net/base/net_error_list.h; errno(3) and getaddrinfo(3), as Node names them).
 */
export const NETWORK_FAULTS = [
  /** This computer has no network. */
  'offline',
  /** The name could not be looked up. */
  'name',
  /** Whoever is there took no connection. */
  'refused',
  /** No connection came about. */
  'no-connection',
  /** A connection ended before anything was said. */
  'hung-up',
  /** This computer does not allow it. */
  'forbidden',
  'proxy-unreachable',
  'proxy-refuses',
  'proxy-script',
  /** Something answered, in a way that is none of HTTP's. */
  'garbled',
  /** An answer ended before it was whole. */
  'cut',
  /** A name that proves nothing. */
  'unknown',
] as const;
export type NetworkFault = (typeof NETWORK_FAULTS)[number];

/** The evidence of an answer that began, with this status, and did not come to its end. */
export function cutEvidence(status: number, why: string): string {
  return `HTTP ${String(status)}, cut off (${why})`;
}

/** The first that fits counts. What is on no line is unknown, and what is unknown lets nobody in. */
const NETWORK_NAMES: readonly (readonly [RegExp, NetworkFault])[] = [
  [/^ERR_INTERNET_DISCONNECTED\b/, 'offline'],
  [/^ERR_(NAME_|DNS_|ICANN_NAME_|HOST_RESOLVER_)|^(ENOTFOUND|EAI_)/, 'name'],
  [/^ERR_PROXY_CONNECTION_FAILED\b/, 'proxy-unreachable'],
  [/^ERR_(PAC_|MANDATORY_PROXY_)/, 'proxy-script'],
  [/^ERR_(PROXY_|HTTPS_PROXY_|TUNNEL_|SOCKS_|NO_SUPPORTED_PROXIES)/, 'proxy-refuses'],
  [/^(ERR_CONNECTION_REFUSED|ECONNREFUSED)\b/, 'refused'],
  [/^ERR_(CONNECTION_(CLOSED|RESET|ABORTED)|EMPTY_RESPONSE|ABORTED)\b/, 'hung-up'],
  [/^(ECONNRESET|ECONNABORTED|EPIPE)\b/, 'hung-up'],
  [/^ERR_(ACCESS_DENIED|NETWORK_ACCESS_|BLOCKED_BY_|UNSAFE_PORT)|^(EACCES|EPERM)\b/, 'forbidden'],
  [/^ERR_(CONNECTION_|ADDRESS_|NETWORK_|SOCKET_NOT_CONNECTED)|^E(HOST|NET)/, 'no-connection'],
  [/^HTTP \d+, cut off\b|^ERR_(CONTENT_LENGTH_MISMATCH|INCOMPLETE_|RESPONSE_HEADERS_TRUNCATED)/, 'cut'],
  // The last is a proxy's refusal where there is no proxy on the way.
  [
    /^ERR_(INVALID_(RESPONSE|HTTP|CHUNKED|REDIRECT)|CONTENT_DECODING_|RESPONSE_HEADERS_|HTTP2_|QUIC_|UNEXPECTED_PROXY_)/,
    'garbled',
  ],
];

/** @param evidence the name of the error, which may be followed by more in parentheses */
export function networkFault(evidence: string): NetworkFault {
  return NETWORK_NAMES.find(([pattern]) => pattern.test(evidence))?.[1] ?? 'unknown';
}

export const TLS_FAULTS = [
  /** Nobody here knows who issued the certificate. */
  'authority',
  /** The certificate is for another name. */
  'other-name',
  /** The computer's time is not within the certificate's. */
  'date',
  /** It is the proxy's own certificate, whatever is wrong with it. */
  'proxy',
  /** Anything else: a fault in the certificate, or no agreement on how to protect the connection. */
  'other',
] as const;
export type TlsFault = (typeof TLS_FAULTS)[number];

const TLS_NAMES: readonly (readonly [RegExp, TlsFault])[] = [
  [/^ERR_PROXY_CERTIFICATE_/, 'proxy'],
  [/^ERR_CERT_COMMON_NAME_INVALID\b/, 'other-name'],
  [/^ERR_CERT_DATE_INVALID\b/, 'date'],
  [
    /^ERR_(CERT_(AUTHORITY_INVALID|SYMANTEC_LEGACY|KNOWN_INTERCEPTION_BLOCKED)|QUIC_CERT_ROOT_NOT_KNOWN)\b/,
    'authority',
  ],
];

/** @param evidence as `networkFault` has it, of an error that `errorKind` calls `tls` */
export function tlsFault(evidence: string): TlsFault {
  return TLS_NAMES.find(([pattern]) => pattern.test(evidence))?.[1] ?? 'other';
}

const TLS =
  /^ERR_(CERT|SSL_|BAD_SSL_|NO_SSL_|CLIENT_AUTH_|PROXY_CERTIFICATE_|TLS13_|ECH_|CT_|ALPN_|QUIC_CERT_|WRONG_VERSION_ON_EARLY_DATA|HTTP2_INADEQUATE_TRANSPORT_SECURITY)/;

/** Which kind of end an error of Chromium's is, by its name. */
export function errorKind(name: string): 'tls' | 'proxy-login' | 'timeout' | 'network' {
  if (TLS.test(name)) return 'tls';
  if (/^ERR_PROXY_AUTH/.test(name)) return 'proxy-login';
  return name.endsWith('TIMED_OUT') ? 'timeout' : 'network';
}
