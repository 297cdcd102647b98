/** The result of each error name: in the login, in the doctor, and before a fail mode. */
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../../electron/doctor/read-answer.ts';
import { chromiumFailure, cutAnswer, nodeFault } from '../../../../electron/network/network-errors.ts';
import type { DiagnosisCode } from '../../../../shared/doctor/report.ts';
import type { ErrorCode } from '../../../../shared/outcomes/error-catalog.ts';
import {
  isUnreachable,
  type NetworkFailure,
  type ServiceFailure,
  type TlsFailure,
} from '../../../../shared/service/service-failure.ts';
import {
  NETWORK_FAULTS,
  TLS_FAULTS,
  type NetworkFault,
  type TlsFault,
} from '../../../../shared/service/network-fault.ts';
import { reactionTo } from '../../../../shared/outcomes/reaction-policy.ts';

type Row = Readonly<{
  /** Chromium's (net/base/net_error_list.h), then Node's. */
  names: readonly string[];
  login: ErrorCode;
  doctor: DiagnosisCode;
  /** Whether `allow-when-unreachable` may act on it. */
  mayAllow?: true;
}>;

const NETWORK: Readonly<Record<NetworkFault, Row>> = {
  offline: { names: ['ERR_INTERNET_DISCONNECTED'], login: 'offline', doctor: 'offline', mayAllow: true },
  name: {
    names: [
      'ERR_NAME_NOT_RESOLVED',
      'ERR_NAME_RESOLUTION_FAILED',
      'ERR_DNS_SERVER_FAILED',
      'ERR_ICANN_NAME_COLLISION',
      'ERR_HOST_RESOLVER_QUEUE_TOO_LARGE',
      'ENOTFOUND',
      'EAI_AGAIN',
    ],
    login: 'name-not-found',
    doctor: 'name-not-found',
    mayAllow: true,
  },
  refused: {
    names: ['ERR_CONNECTION_REFUSED', 'ECONNREFUSED'],
    login: 'network-unreachable',
    doctor: 'connection-refused',
    mayAllow: true,
  },
  'no-connection': {
    names: [
      'ERR_CONNECTION_FAILED',
      'ERR_ADDRESS_UNREACHABLE',
      'ERR_ADDRESS_INVALID',
      'ERR_NETWORK_CHANGED',
      'ERR_NETWORK_IO_SUSPENDED',
      'ERR_SOCKET_NOT_CONNECTED',
      'EHOSTUNREACH',
      'ENETUNREACH',
    ],
    login: 'network-unreachable',
    doctor: 'connection-failed',
    mayAllow: true,
  },
  'hung-up': {
    names: [
      'ERR_CONNECTION_RESET',
      'ERR_CONNECTION_CLOSED',
      'ERR_CONNECTION_ABORTED',
      'ERR_EMPTY_RESPONSE',
      'ERR_ABORTED',
      'ECONNRESET',
      'EPIPE',
    ],
    login: 'network-unreachable',
    doctor: 'answer-cut',
    mayAllow: true,
  },
  forbidden: {
    names: [
      'ERR_ACCESS_DENIED',
      'ERR_NETWORK_ACCESS_DENIED',
      'ERR_NETWORK_ACCESS_REVOKED',
      'ERR_BLOCKED_BY_ADMINISTRATOR',
      'ERR_UNSAFE_PORT',
      'EACCES',
    ],
    login: 'network-unreachable',
    doctor: 'connection-failed',
  },
  'proxy-unreachable': {
    names: ['ERR_PROXY_CONNECTION_FAILED'],
    login: 'proxy-failed',
    doctor: 'proxy-unreachable',
  },
  'proxy-refuses': {
    names: [
      'ERR_TUNNEL_CONNECTION_FAILED',
      'ERR_SOCKS_CONNECTION_FAILED',
      'ERR_SOCKS_CONNECTION_HOST_UNREACHABLE',
      'ERR_HTTPS_PROXY_TUNNEL_RESPONSE_REDIRECT',
      'ERR_NO_SUPPORTED_PROXIES',
      'ERR_PROXY_HTTP_1_1_REQUIRED',
    ],
    login: 'proxy-failed',
    doctor: 'proxy-refuses',
  },
  'proxy-script': {
    names: ['ERR_PAC_SCRIPT_FAILED', 'ERR_PAC_SCRIPT_TERMINATED', 'ERR_MANDATORY_PROXY_CONFIGURATION_FAILED'],
    login: 'proxy-failed',
    doctor: 'proxy-script-broken',
  },
  garbled: {
    names: [
      'ERR_INVALID_RESPONSE',
      'ERR_INVALID_HTTP_RESPONSE',
      'ERR_INVALID_CHUNKED_ENCODING',
      'ERR_INVALID_REDIRECT',
      'ERR_CONTENT_DECODING_FAILED',
      'ERR_RESPONSE_HEADERS_TOO_BIG',
      'ERR_HTTP2_PROTOCOL_ERROR',
      'ERR_UNEXPECTED_PROXY_AUTH',
    ],
    login: 'unexpected-status',
    doctor: 'not-the-service',
  },
  cut: {
    names: [
      'ERR_CONTENT_LENGTH_MISMATCH',
      'ERR_INCOMPLETE_CHUNKED_ENCODING',
      'ERR_RESPONSE_HEADERS_TRUNCATED',
    ],
    login: 'network-unreachable',
    doctor: 'answer-cut',
  },
  unknown: {
    names: ['ERR_FAILED', 'ERR_NOVEL', 'ERR_INSUFFICIENT_RESOURCES', 'ERR_OUT_OF_MEMORY', 'unknown'],
    login: 'network-unreachable',
    doctor: 'answer-unknown',
  },
};

const TLS: Readonly<Record<TlsFault, Row>> = {
  authority: {
    names: [
      'ERR_CERT_AUTHORITY_INVALID',
      'ERR_CERT_KNOWN_INTERCEPTION_BLOCKED',
      'ERR_QUIC_CERT_ROOT_NOT_KNOWN',
    ],
    login: 'tls-untrusted',
    doctor: 'tls-untrusted',
  },
  'other-name': {
    names: ['ERR_CERT_COMMON_NAME_INVALID'],
    login: 'tls-other-name',
    doctor: 'tls-other-name',
  },
  date: { names: ['ERR_CERT_DATE_INVALID'], login: 'tls-expired', doctor: 'tls-expired' },
  proxy: { names: ['ERR_PROXY_CERTIFICATE_INVALID'], login: 'proxy-untrusted', doctor: 'proxy-untrusted' },
  other: {
    names: [
      'ERR_CERT_REVOKED',
      'ERR_CERT_INVALID',
      'ERR_CERT_WEAK_KEY',
      'ERR_CERTIFICATE_TRANSPARENCY_REQUIRED',
      'ERR_SSL_PROTOCOL_ERROR',
      'ERR_SSL_VERSION_OR_CIPHER_MISMATCH',
      'ERR_SSL_CLIENT_AUTH_CERT_NEEDED',
      'ERR_BAD_SSL_CLIENT_AUTH_CERT',
      'ERR_NO_SSL_VERSIONS_ENABLED',
      'ERR_TLS13_DOWNGRADE_DETECTED',
      'ERR_ECH_NOT_NEGOTIATED',
      'ERR_HTTP2_INADEQUATE_TRANSPORT_SECURITY',
    ],
    login: 'tls-failed',
    doctor: 'tls-failed',
  },
};

function expectRow(failure: NetworkFailure | TlsFailure, { login, doctor, mayAllow }: Row) {
  expect(reactionTo('init', failure)).toEqual({ do: 'end', code: login });
  expect(isUnreachable(failure, 'nobody')).toBe(mayAllow === true);
  expect(readAnswer(failure, 'https://mfa.example.com', 1)).toMatchObject({ kind: 'fault', code: doctor });
}

/** As a port makes it of a name of Chromium's, or of Node's. */
const failureOf = (name: string): ServiceFailure =>
  name.startsWith('ERR_')
    ? chromiumFailure(`net::${name}`)
    : { kind: 'network', fault: nodeFault(name), evidence: name };

describe.each(NETWORK_FAULTS)('a fault of the network: %s (SEC-23)', (fault) => {
  it.each(NETWORK[fault].names)('%s', (name) => {
    const failure = failureOf(name);
    expect(failure).toEqual({ kind: 'network', fault, evidence: name });
    if (failure.kind === 'network') expectRow(failure, NETWORK[fault]);
  });

  it('counts, whatever its evidence says by now', () => {
    expectRow({ kind: 'network', fault, evidence: 'ERR_[proxy login]_DISCONNECTED' }, NETWORK[fault]);
    expectRow({ kind: 'network', fault, evidence: 'ERR_INTERNET_DISCONNECTED' }, NETWORK[fault]);
  });
});

describe.each(TLS_FAULTS)('a fault of TLS: %s', (fault) => {
  it.each(TLS[fault].names)('%s', (name) => {
    const failure = failureOf(name);
    expect(failure).toEqual({ kind: 'tls', fault, evidence: name });
    if (failure.kind === 'tls') expectRow(failure, TLS[fault]);
  });

  it('counts, whatever its evidence says by now', () => {
    expectRow({ kind: 'tls', fault, evidence: 'ERR_CERT_DATE_INVALID (issued by "X")' }, TLS[fault]);
  });
});

describe('an answer that was cut off', () => {
  it.each(['ERR_CONNECTION_RESET', 'ERR_INTERNET_DISCONNECTED', 'no end in time'])(
    'is no silence, whatever ended it: %s (SEC-23)',
    (why) => {
      const failure = cutAnswer(403, why);
      expect(failure).toEqual({ kind: 'network', fault: 'cut', evidence: `HTTP 403, cut off (${why})` });
      expectRow(failure, NETWORK.cut);
    },
  );
});

describe('the kind of an error', () => {
  it.each([
    ['ERR_PROXY_AUTH_UNSUPPORTED', 'proxy-login'],
    ['ERR_PROXY_AUTH_REQUESTED', 'proxy-login'],
    ['ERR_TIMED_OUT', 'timeout'],
    ['ERR_CONNECTION_TIMED_OUT', 'timeout'],
    ['ERR_DNS_TIMED_OUT', 'timeout'],
  ])('%s: %s', (name, kind) => {
    expect(chromiumFailure(name).kind).toBe(kind);
  });

  it('of a text without a name is not known', () => {
    const unknown = { kind: 'network', fault: 'unknown', evidence: 'ERR_FAILED' };
    expect(chromiumFailure('')).toEqual(unknown);
    expect(chromiumFailure('it says INTERNET_DISCONNECTED')).toEqual(unknown);
  });
});
