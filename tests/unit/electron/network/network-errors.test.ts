/** The result of each error name: in the login, in the doctor, and before a fail mode. */
import { describe, expect, it } from 'vitest';
import { readAnswer } from '../../../../electron/doctor/read-answer.ts';
import {
  chromiumFailure,
  cutAnswer,
  headFailure,
  nodeFailure,
  nodeProxyFailure,
  opensslFailure,
  unusableAnswer,
} from '../../../../electron/network/network-errors.ts';
import type { CheckName, DiagnosisCode } from '../../../../shared/doctor/report.ts';
import type { ErrorCode } from '../../../../shared/outcomes/error-catalog.ts';
import {
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
import { toEvidence } from '../../../../shared/service/evidence.ts';
import { reactionTo } from '../../../../shared/outcomes/reaction-policy.ts';
import { isUnreachable } from '../../../../shared/outcomes/unreachability.ts';

/**
 * Names of Chromium (net/base/net_error_list.h), then of Node; the code of the login; the doctor's
 * check and code.
 */
type Row = readonly [
  names: readonly string[],
  login: ErrorCode,
  check: CheckName,
  doctor: DiagnosisCode,
];

const NETWORK: Readonly<Record<NetworkFault, Row>> = {
  offline: [['ERR_INTERNET_DISCONNECTED'], 'offline', 'name', 'offline'],
  name: [
    [
      'ERR_NAME_NOT_RESOLVED',
      'ERR_DNS_SERVER_FAILED',
      'ERR_ICANN_NAME_COLLISION',
      'ERR_HOST_RESOLVER_QUEUE_TOO_LARGE',
      'ENOTFOUND',
      'EAI_AGAIN',
    ],
    'name-not-found',
    'name',
    'name-not-found',
  ],
  refused: [
    ['ERR_CONNECTION_REFUSED', 'ECONNREFUSED'],
    'network-unreachable',
    'connection',
    'connection-refused',
  ],
  'no-connection': [
    [
      'ERR_CONNECTION_FAILED',
      'ERR_ADDRESS_UNREACHABLE',
      'ERR_NETWORK_CHANGED',
      'ERR_SOCKET_NOT_CONNECTED',
      'EHOSTUNREACH',
      'ENETUNREACH',
    ],
    'network-unreachable',
    'connection',
    'connection-failed',
  ],
  'hung-up': [
    [
      'ERR_CONNECTION_RESET',
      'ERR_CONNECTION_CLOSED',
      'ERR_CONNECTION_ABORTED',
      'ERR_EMPTY_RESPONSE',
      'ERR_ABORTED',
      'ECONNRESET',
      'EPIPE',
    ],
    'network-unreachable',
    'answer',
    'answer-cut',
  ],
  forbidden: [
    [
      'ERR_ACCESS_DENIED',
      'ERR_NETWORK_ACCESS_DENIED',
      'ERR_BLOCKED_BY_ADMINISTRATOR',
      'ERR_UNSAFE_PORT',
      'EACCES',
    ],
    'network-unreachable',
    'connection',
    'connection-failed',
  ],
  'proxy-unreachable': [
    ['ERR_PROXY_CONNECTION_FAILED'],
    'proxy-failed',
    'proxy',
    'proxy-unreachable',
  ],
  'proxy-refuses': [
    [
      'ERR_TUNNEL_CONNECTION_FAILED',
      'ERR_SOCKS_CONNECTION_FAILED',
      'ERR_HTTPS_PROXY_TUNNEL_RESPONSE_REDIRECT',
      'ERR_NO_SUPPORTED_PROXIES',
      'ERR_PROXY_HTTP_1_1_REQUIRED',
    ],
    'proxy-failed',
    'proxy',
    'proxy-refuses',
  ],
  'proxy-script': [
    ['ERR_PAC_SCRIPT_FAILED', 'ERR_MANDATORY_PROXY_CONFIGURATION_FAILED'],
    'proxy-failed',
    'proxy',
    'proxy-script-broken',
  ],
  garbled: [
    [
      'ERR_INVALID_RESPONSE',
      'ERR_INVALID_HTTP_RESPONSE',
      'ERR_INVALID_CHUNKED_ENCODING',
      'ERR_INVALID_REDIRECT',
      'ERR_CONTENT_DECODING_FAILED',
      'ERR_RESPONSE_HEADERS_TOO_BIG',
      'ERR_HTTP2_PROTOCOL_ERROR',
      'ERR_UNEXPECTED_PROXY_AUTH',
      'HPE_INVALID_CONSTANT',
      'HPE_HEADER_OVERFLOW',
    ],
    'unexpected-status',
    'answer',
    'not-the-service',
  ],
  cut: [
    [
      'ERR_CONTENT_LENGTH_MISMATCH',
      'ERR_INCOMPLETE_CHUNKED_ENCODING',
      'ERR_RESPONSE_HEADERS_TRUNCATED',
    ],
    'network-unreachable',
    'answer',
    'answer-cut',
  ],
  unknown: [
    ['ERR_FAILED', 'ERR_NOVEL', 'unknown', 'ENOVEL', 'unusable address'],
    'network-unreachable',
    'answer',
    'answer-unknown',
  ],
};
/** Those that `allow-when-unreachable` may act on. */
const SILENT = ['offline', 'name', 'refused', 'no-connection', 'hung-up'];

const TLS: Readonly<Record<TlsFault, Row>> = {
  authority: [
    [
      'ERR_CERT_AUTHORITY_INVALID',
      'ERR_CERT_KNOWN_INTERCEPTION_BLOCKED',
      'ERR_QUIC_CERT_ROOT_NOT_KNOWN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'CERT_UNTRUSTED',
    ],
    'tls-untrusted',
    'certificate',
    'tls-untrusted',
  ],
  'other-name': [
    ['ERR_CERT_COMMON_NAME_INVALID', 'HOSTNAME_MISMATCH'],
    'tls-other-name',
    'certificate',
    'tls-other-name',
  ],
  date: [
    ['ERR_CERT_DATE_INVALID', 'CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
    'tls-expired',
    'certificate',
    'tls-expired',
  ],
  proxy: [['ERR_PROXY_CERTIFICATE_INVALID'], 'proxy-untrusted', 'proxy', 'proxy-untrusted'],
  other: [
    [
      'ERR_CERT_REVOKED',
      'ERR_CERTIFICATE_TRANSPARENCY_REQUIRED',
      'ERR_SSL_PROTOCOL_ERROR',
      'ERR_BAD_SSL_CLIENT_AUTH_CERT',
      'ERR_NO_SSL_VERSIONS_ENABLED',
      'ERR_TLS13_DOWNGRADE_DETECTED',
      'ERR_ECH_NOT_NEGOTIATED',
      'ERR_HTTP2_INADEQUATE_TRANSPORT_SECURITY',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'ERR_TLS_HANDSHAKE_TIMEOUT',
      'ERR_OSSL_EVP_UNSUPPORTED',
      'EPROTO',
      'CERT_REVOKED',
      'INVALID_PURPOSE',
      'UNSPECIFIED',
    ],
    'tls-failed',
    'certificate',
    'tls-failed',
  ],
};

function expectRow(failure: NetworkFailure | TlsFailure, [, login, check, code]: Row) {
  expect(reactionTo('init', failure)).toEqual({ do: 'end', code: login });
  expect(isUnreachable(failure, 'nobody')).toBe(SILENT.includes(failure.fault));
  expect(readAnswer(failure, 'https://mfa.example.com', 1)).toMatchObject({
    kind: 'fault',
    check,
    code,
  });
}

/**
 * Node's names for faults of TLS, which begin as Chromium's do, and OpenSSL's for those of
 * certificates.
 */
const OF_NODE = /^ERR_(TLS_|OSSL_|SSL_WRONG)/;
const OF_OPENSSL = /CERT|^(HOSTNAME_MISMATCH|UNSPECIFIED|INVALID_PURPOSE|UNABLE_)/;

/** As a port makes it of a name of Chromium's, of Node's, or of OpenSSL's. */
function failureOf(name: string): ServiceFailure {
  if (name.startsWith('ERR_') && !OF_NODE.test(name)) return chromiumFailure(`net::${name}`);
  return OF_OPENSSL.test(name) ? opensslFailure(name) : nodeFailure(name);
}

describe.each(NETWORK_FAULTS)('a fault of the network: %s (SEC-23)', (fault) => {
  it.each(NETWORK[fault][0])(`counts %s as the fault ${fault} of the network`, (name) => {
    const failure = failureOf(name);
    expect(failure).toEqual({ kind: 'network', fault, evidence: name });
    if (failure.kind === 'network') expectRow(failure, NETWORK[fault]);
  });

  it(`counts the fault ${fault} of the network, whatever its evidence says by now`, () => {
    expectRow(
      { kind: 'network', fault, evidence: toEvidence`ERR_[proxy login]_DISCONNECTED` },
      NETWORK[fault],
    );
    expectRow(
      { kind: 'network', fault, evidence: toEvidence`ERR_INTERNET_DISCONNECTED` },
      NETWORK[fault],
    );
  });
});

describe.each(TLS_FAULTS)('a fault of TLS: %s', (fault) => {
  it.each(TLS[fault][0])(`counts %s as the fault ${fault} of TLS`, (name) => {
    const failure = failureOf(name);
    expect(failure).toEqual({ kind: 'tls', fault, evidence: name });
    if (failure.kind === 'tls') expectRow(failure, TLS[fault]);
  });

  it(`counts the fault ${fault} of TLS, whatever its evidence says by now`, () => {
    expectRow(
      { kind: 'tls', fault, evidence: toEvidence`ERR_CERT_DATE_INVALID (issued by "X")` },
      TLS[fault],
    );
  });
});

describe('an answer that was cut off', () => {
  it.each(['ERR_INTERNET_DISCONNECTED', 'no end in time'])(
    'counts a cut answer as no silence, whatever ended it: %s (SEC-23)',
    (why) => {
      const failure = cutAnswer(403, why);
      expect(failure).toEqual({
        kind: 'network',
        fault: 'cut',
        evidence: `HTTP 403, cut off (${why})`,
      });
      expectRow(failure, NETWORK.cut);
    },
  );
});

describe('a fault of the port in plain Node', () => {
  it.each(['connection', 'tunnel'] as const)(
    'counts no fault of the %s to a proxy as silence (SEC-23)',
    (stage) => {
      for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'ECONNRESET', 'ETIMEDOUT', 'unknown']) {
        const failure = nodeProxyFailure(code, stage);
        expect([failure.evidence, isUnreachable(failure, 'nobody')]).toEqual([code, false]);
      }
    },
  );

  it('counts a fault within a head, or an unusable answer, as no silence (SEC-23)', () => {
    expect(headFailure('ECONNRESET')).toMatchObject({ fault: 'cut' });
    expect(headFailure('HPE_INVALID_CONSTANT')).toMatchObject({ fault: 'garbled' });
    expect(unusableAnswer('compressed')).toMatchObject({ fault: 'garbled' });
  });

  it('counts ETIMEDOUT of the system as a time-out', () => {
    expect(nodeFailure('ETIMEDOUT')).toEqual({ kind: 'timeout' });
  });
});

describe('the kind of an error', () => {
  it.each([
    ['ERR_PROXY_AUTH_UNSUPPORTED', 'proxy-login'],
    ['ERR_TIMED_OUT', 'timeout'],
    ['ERR_DNS_TIMED_OUT', 'timeout'],
  ])('takes %s for an error of the kind %s', (name, kind) => {
    expect(chromiumFailure(name).kind).toBe(kind);
  });

  it('takes a text without the name of an error for an unknown fault', () => {
    const unknown = { kind: 'network', fault: 'unknown', evidence: 'ERR_FAILED' };
    expect(chromiumFailure('')).toEqual(unknown);
    expect(chromiumFailure('it says INTERNET_DISCONNECTED')).toEqual(unknown);
  });
});
