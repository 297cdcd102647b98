import { describe, expect, it } from 'vitest';
import { chromiumFailure } from '../../../../../electron/network/network-errors.ts';
import {
  ERROR_CATALOG,
  ERROR_CODES,
  hasTrait,
  type ErrorCode,
} from '../../../../../shared/outcomes/error-catalog.ts';
import { EXIT_CODES, type RefusedOutcome } from '../../../../../shared/outcomes/outcomes.ts';
import { adviceOf } from '../../../../../shared/login/machine/advice-policy.ts';
import { transition, type Step } from '../../../../../shared/login/machine/login-machine.ts';
import type { LoginEvent } from '../../../../../shared/login/machine/login-event.ts';
import { transactionOf, type LoginState } from '../../../../../shared/login/machine/login-state.ts';
import type { ServiceFailure } from '../../../../../shared/service/service-failure.ts';
import { evidenceText, toEvidence } from '../../../../../shared/service/evidence.ts';
import type { Endpoint } from '../../../../../shared/outcomes/reaction-policy.ts';
import {
  REQUESTER,
  BYPASSED,
  exception,
  NETWORK,
  NOW_MS,
  pending,
  policyWith,
  requesting,
  transaction,
  starting,
  submittingCode,
  TIMEOUT,
  TOKEN_EXPIRED,
  tooMany,
  TRANSACTION_EXPIRED,
  verifying,
  WRONG_CODE,
} from '../../../../support/login/login-fixtures.ts';

/** Each call of the service while it is under way, and the signal that it failed. */
const CALLS: Record<Endpoint, (failure: ServiceFailure) => readonly [LoginState, LoginEvent]> = {
  init: (failure) => [starting(), { type: 'transaction-failed', attempt: 1, failure }],
  methodSSH: (failure) => [
    requesting('push'),
    { type: 'method-failed', attempt: 1, challenge: 1, failure },
  ],
  confirmCode: (failure) => [
    submittingCode('totp'),
    { type: 'code-failed', attempt: 1, challenge: 1, failure },
  ],
  confirmSecurityKeySSH: (failure) => [
    submittingCode('yotp'),
    { type: 'code-failed', attempt: 1, challenge: 1, failure },
  ],
  credentials: (failure) => [
    pending('push', { transaction: transaction({ verification: verifying() }) }),
    { type: 'token-failed', attempt: 1, token: 0, failure },
  ],
};
const ENDPOINTS = Object.keys(CALLS) as Endpoint[];

function fail(endpoint: Endpoint, failure: ServiceFailure): Step {
  const [state, event] = CALLS[endpoint](failure);
  return transition(state, event, { nowMs: NOW_MS, policy: policyWith() });
}

/** The person's state afterwards, in few words: an error code or a member of `Soft`. */
type Soft = 'in' | 'wrong' | 'unanswered' | 'again' | 'refused' | 'goes on' | 'twice' | 'clock';
function wordFor({ state, effects }: Step): ErrorCode | Soft | `${string}?` {
  const isPaused = transactionOf(state)?.verification.inFlight?.openCalls === 0;
  if (isPaused || effects.some((effect) => effect.type === 'redeem-token')) return 'twice';
  switch (state.kind) {
    case 'failed':
      return state.code === 'too-many-attempts' && state.notBeforeMs > NOW_MS
        ? 'clock'
        : state.code;
    case 'succeeded':
      return state.outcome === 'bypassed' ? 'in' : `${state.outcome}?`;
    case 'code-entry':
      if (state.problem?.kind === 'too-many') return 'clock';
      return state.problem?.kind === 'wrong' || state.problem?.kind === 'unanswered'
        ? state.problem.kind
        : 'code-entry?';
    case 'method-selection':
      if (state.notice?.kind === 'too-many') return 'clock';
      if (state.notice?.kind === 'choose-again') return 'again';
      return state.notice?.kind === 'method-refused' ? 'refused' : 'method-selection?';
    case 'approval-pending':
      return state.transaction.verification.inFlight === null &&
        state.challenge.notice?.kind === 'approval-refused'
        ? 'goes on'
        : 'approval-pending?';
    default:
      return `${state.kind}?`;
  }
}

type Word = ErrorCode | Soft;
type Row = readonly [
  what: string,
  failure: ServiceFailure,
  ...words: [Word, Word, Word, Word, Word],
];
const everywhere = (what: string, failure: ServiceFailure, word: Word): Row => [
  what,
  failure,
  word,
  word,
  word,
  word,
  word,
];
const unknown = (name: string, code: number | null): Row =>
  everywhere(`${name} ${String(code)}`, exception(name, code), 'unknown-exception');

const UNKNOWN = 'unknown-exception';
// prettier-ignore
const TABLE: readonly Row[] = [
  // Specification 7, name and number.
  everywhere('APIException 10', exception('APIException', 10), 'system-token-wrong'),
  everywhere('InvalidSignatureException 9', exception('InvalidSignatureException', 9), 'secret-wrong'),
  everywhere('TransactionIdExpiredException 11', TRANSACTION_EXPIRED, 'expired'),
  // The other 11.
  ['TransactionAccessTokenExpiredException 11', TOKEN_EXPIRED, UNKNOWN, 'again', 'again', 'again', 'goes on'],
  everywhere('MissingFieldException 3', exception('MissingFieldException', 3), 'field-missing'),
  everywhere('MissingFieldException 3 callbackUrl', exception('MissingFieldException', 3, { field: 'callbackUrl' }), 'application-type-wrong'),
  ['MissingFieldException 3 method', exception('MissingFieldException', 3, { field: 'method' }), 'field-missing', 'refused', 'field-missing', 'field-missing', 'field-missing'],
  ['PasscodeException 18', WRONG_CODE, UNKNOWN, UNKNOWN, 'wrong', 'wrong', UNKNOWN],
  ['UserBypassedException 45', BYPASSED, 'in', UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN],
  // A known name with another number, another spelling, or something added, is unknown.
  unknown('APIException', 9), unknown('InvalidSignatureException', 10), unknown('TransactionIdExpiredException', 10),
  unknown('TransactionAccessTokenExpiredException', 12), unknown('MissingFieldException', 400), unknown('PasscodeException', 11),
  unknown('UserBypassedException', 44), unknown('UserBypassedException', null), unknown('UserBypassedException', 45.5),
  unknown('userBypassedException', 45), unknown('UserBypassed', 45), unknown('UserBypassedException 45', null), unknown('', 45),
  unknown('FidoRequiredException', null), unknown('FidoRequiredException', 11), unknown('constructor', null),
  // No answer, or an unreadable one.
  ['no connection', NETWORK, 'network-unreachable', 'network-unreachable', 'unanswered', 'unanswered', 'twice'],
  ['no answer in time', TIMEOUT, 'request-timed-out', 'request-timed-out', 'unanswered', 'unanswered', 'twice'],
  ['no network', chromiumFailure('ERR_INTERNET_DISCONNECTED'), 'offline', 'offline', 'unanswered', 'unanswered', 'twice'],
  ['no such name', chromiumFailure('ERR_NAME_NOT_RESOLVED'), 'name-not-found', 'name-not-found', 'unanswered', 'unanswered', 'twice'],
  ['a proxy that fails', chromiumFailure('ERR_PROXY_CONNECTION_FAILED'), 'proxy-failed', 'proxy-failed', 'unanswered', 'unanswered', 'twice'],
  ['a tunnel that fails', chromiumFailure('ERR_TUNNEL_CONNECTION_FAILED'), 'proxy-failed', 'proxy-failed', 'unanswered', 'unanswered', 'twice'],
  ['an answer that is no HTTP', chromiumFailure('ERR_INVALID_HTTP_RESPONSE'), 'unexpected-status', 'unexpected-status', 'unanswered', 'unanswered', 'twice'],
  everywhere('TLS', chromiumFailure('ERR_CERT_AUTHORITY_INVALID'), 'tls-untrusted'),
  everywhere('TLS, the time', chromiumFailure('ERR_CERT_DATE_INVALID'), 'tls-expired'),
  everywhere('TLS, the name', chromiumFailure('ERR_CERT_COMMON_NAME_INVALID'), 'tls-other-name'),
  everywhere('TLS, of the proxy', chromiumFailure('ERR_PROXY_CERTIFICATE_INVALID'), 'proxy-untrusted'),
  everywhere('HTTP 407', { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy: { id: 'PROXY p:1 basic', name: 'p:1', hasRefused: false } }, 'proxy-login-required'),
  everywhere('HTTP 407 without a way to answer', { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy: null }, 'proxy-login-unsupported'),
  everywhere('TLS, anything else', chromiumFailure('ERR_SSL_PROTOCOL_ERROR'), 'tls-failed'),
  everywhere('HTTP 302', { kind: 'redirected', status: 302, hasTarget: true }, 'not-the-service'),
  everywhere('HTTP 304', { kind: 'redirected', status: 304, hasTarget: false }, 'unexpected-status'),
  everywhere('HTTP 511', { kind: 'portal', status: 511 }, 'network-sign-in'),
  everywhere('HTML with HTTP 200', { kind: 'page', status: 200 }, 'not-the-service'),
  everywhere('HTTP 500', { kind: 'status', status: 500 }, 'server-error'),
  everywhere('HTTP 503', { kind: 'status', status: 503 }, 'server-error'),
  everywhere('HTTP 204', { kind: 'status', status: 204 }, 'unexpected-status'),
  everywhere('HTTP 401', { kind: 'status', status: 401 }, 'unexpected-status'),
  everywhere('HTTP 404', { kind: 'status', status: 404 }, 'unexpected-status'),
  everywhere('malformed', { kind: 'malformed', evidence: toEvidence`result.tid` }, 'answer-malformed'),
  everywhere('too large', { kind: 'too-large', limitBytes: 1 }, 'answer-too-large'),
  everywhere('wrong signature', { kind: 'response-signature', found: 'wrong' }, 'response-signature-wrong'),
  everywhere('no signature', { kind: 'response-signature', found: 'missing' }, 'response-signature-missing'),
  everywhere('no signature any more', { kind: 'response-signature', found: 'dropped' }, 'response-signature-dropped'),
  everywhere('our own abort', { kind: 'aborted' }, 'internal'),
  everywhere('too many', tooMany(null), 'clock'),
];

/** The first advice: mid-transaction, a fault of the event channel leaves the method one key away. */
function expectedAdvice(code: ErrorCode, endpoint: Endpoint): string {
  if (hasTrait(code, 'connection-fault') && endpoint !== 'init') return 'same-method';
  if (code === 'too-many-attempts') return endpoint === 'credentials' ? 'choose-method' : 'restart';
  return ERROR_CATALOG[code].advice;
}

describe.each(TABLE)('%s', (what, failure, ...words) => {
  it.each(ENDPOINTS.map((endpoint, index) => [endpoint, words[index]] as const))(
    `reacts to ${what} at %s with: %s`,
    (endpoint, word) => {
      const next = fail(endpoint, failure);
      expect(wordFor(next)).toBe(word);
      const { state, effects } = next;
      const reports = effects.filter((effect) => effect.type === 'report-outcome');
      if (state.kind !== 'failed') {
        expect(reports).toHaveLength(state.kind === 'succeeded' ? 1 : 0);
        return;
      }
      expect(adviceOf(state)).toBe(expectedAdvice(state.code, endpoint));
      expect(evidenceText(state.evidence).startsWith(`${endpoint}: `)).toBe(true);
      const { outcome, reason } = ERROR_CATALOG[state.code];
      expect(reports).toEqual([
        {
          type: 'report-outcome',
          attempt: 1,
          outcome: expect.objectContaining({
            outcome,
            reason,
            code: state.code,
            username: 'alice',
          }),
        },
      ]);
      // The event channel is closed, unless the transaction is still usable.
      const isClosed = effects.some((effect) => effect.type === 'close-event-channel');
      expect(isClosed).toBe(state.transaction === null);
    },
  );
});

describe('the row of each error (docs/flows.md)', () => {
  it.each(ERROR_CODES)('gives %s a reason and advice to act on', (code) => {
    const { reason, advice } = ERROR_CATALOG[code];
    expect(reason).toMatch(/^[a-z]+(-[a-z]+)*$/);
    // Only the connection failed: neither the service nor a gateway before it gave a verdict on the
    // person.
    if (hasTrait(code, 'connection-fault'))
      expect(ERROR_CATALOG[code]).toMatchObject({ outcome: 'unreachable', advice: 'restart' });
    // Before a login starts, there is no attempt to repeat.
    expect(advice === 'none').toBe(
      code === 'configuration-invalid' ||
        (ERROR_CATALOG[code].outcome === 'denied' && code !== 'no-usable-method'),
    );
  });

  it.each(Object.keys(EXIT_CODES) as RefusedOutcome[])(
    'comes to %s by an error, or by a command',
    (outcome) => {
      const fromCommands: readonly RefusedOutcome[] = ['cancelled'];
      const isThere = ERROR_CODES.some((code) => ERROR_CATALOG[code].outcome === outcome);
      expect(isThere).toBe(!fromCommands.includes(outcome));
    },
  );
});

describe('a failure with details', () => {
  it('names the configuration key for a missing field at an end', () => {
    const { state } = fail(
      'init',
      exception('MissingFieldException', 3, { field: 'params.userIP' }),
    );
    expect(state).toMatchObject({ code: 'field-missing', configKey: 'params.userIP' });
    const other = fail(
      'init',
      exception('MissingFieldException', 3, { field: 'callbackUrl' }),
    ).state;
    expect(other).toMatchObject({
      code: 'application-type-wrong',
      configKey: 'service.applicationType',
    });
    const header = fail('init', exception('MissingHeaderException')).state;
    expect(header).toMatchObject({ code: 'request-refused', configKey: 'service.signatureHeader' });
  });

  it('names the proxy that wants a login', () => {
    const proxy = {
      id: 'PROXY proxy.example:3128 basic',
      name: 'proxy.example:3128',
      hasRefused: true,
    };
    const { state } = fail('init', { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy });
    expect(state).toMatchObject({ code: 'proxy-login-required', proxy });
    expect(fail('init', NETWORK).state).toMatchObject({ proxy: null });
  });

  it('quotes the words of the service, and keeps them out of the evidence', () => {
    const serviceText = { message: 'Call extension 42', details: 'or come by' };
    const { state } = fail('methodSSH', exception('NovelException', 99, { serviceText }));
    expect(state).toMatchObject({ serviceText, evidence: 'methodSSH: NovelException 99' });
  });

  it('does not quote an empty message', () => {
    const serviceText = { message: '', details: null };
    expect(fail('init', exception('NovelException', 99, { serviceText })).state).toMatchObject({
      serviceText: null,
    });
  });

  it('keeps the person, the application and the method', () => {
    const { effects } = fail('methodSSH', exception('APIException', 10));
    const subject = { username: 'alice', method: 'push', requester: REQUESTER };
    expect(effects.at(-1)).toMatchObject({ type: 'report-outcome', outcome: subject });
  });

  it.each([
    [{ message: '', details: 'only details' }],
    [{ message: 'Too many requests', details: null }],
  ])('gives the words of the service for too many attempts: %j', (serviceText) => {
    const failure: ServiceFailure = { kind: 'too-many', retryAfterMs: null, serviceText };
    expect(fail('init', failure).state).toMatchObject({ serviceText });
  });

  it('gives no words of the service where both are empty', () => {
    const serviceText = { message: '', details: null };
    const failure: ServiceFailure = { kind: 'too-many', retryAfterMs: null, serviceText };
    expect(fail('init', failure).state).toMatchObject({ serviceText: null });
  });

  it('names no proxy in an end that no proxy has caused', () => {
    expect(fail('init', NETWORK).state).toMatchObject({ proxy: null });
  });

  it('offers no method after the last one is refused', () => {
    const state = requesting('push', { transaction: transaction({ methods: ['push'] }) });
    const failure = exception('MissingFieldException', 3, { field: 'method' });
    const event = { type: 'method-failed', attempt: 1, challenge: 1, failure } as const;
    const next = transition(state, event, { nowMs: NOW_MS, policy: policyWith() });
    expect(next.state).toMatchObject({
      kind: 'failed',
      code: 'no-usable-method',
      transaction: null,
      serviceText: failure.serviceText,
    });
    expect(next.effects.map((effect) => effect.type)).toContain('close-event-channel');
  });
});
