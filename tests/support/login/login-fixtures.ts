import { chromiumFailure } from '../../../electron/network/network-errors.ts';
import type { DenialPage, HostedPage } from '../../../shared/login/machine/hosted-state.ts';
import type { LoginEvent } from '../../../shared/login/machine/login-event.ts';
import type { LoginPolicy } from '../../../shared/login/machine/login-policy.ts';
import {
  NO_VERIFICATION,
  NOTHING_IN_ADVANCE,
  type ApprovalPending,
  type Challenge,
  type ChallengeStarting,
  type CodeEntry,
  type CodeSubmitting,
  type Failed,
  type LoginState,
  type MethodSelection,
  type Transaction,
  type Starting,
  type Verification,
} from '../../../shared/login/machine/login-state.ts';
import type { StartedTransaction } from '../../../shared/service/answers.ts';
import {
  exceptionEvidence,
  type ServiceException,
  type ServiceFailure,
} from '../../../shared/service/service-failure.ts';
import { NO_REQUESTER } from '../../../shared/service/requester.ts';
import { METHODS, type Method } from '../../../shared/service/methods.ts';
import { toEvidence } from '../../../shared/service/evidence.ts';

/**
 * States, events and failures of a login, for tests of the machine. All times are relative to
 * `NOW_MS`.
 */
export const NOW_MS = 1_000_000;
const REQUEST_MS = 30_000;
export const APPROVAL_MS = 120_000;
export const LOGIN_MS = 300_000;
/** The machine's net under the HTTP client's own limit. */
export const ANSWER_MS = REQUEST_MS + 2_000;
export const LISTEN_MS = 10_000;

export type Kind = LoginState['kind'];
export type EventType = LoginEvent['type'];
export type EventOf<Type extends EventType> = Extract<LoginEvent, Readonly<{ type: Type }>>;
export type StateOf<Of extends Kind> = Extract<LoginState, Readonly<{ kind: Of }>>;

/** The defaults of docs/configuration.md. */
export function policyWith(changes: Partial<LoginPolicy> = {}): LoginPolicy {
  return {
    bypass: 'allow',
    failMode: 'deny',
    isUsernameEditable: true,
    usernameDomains: [],
    showsDestination: true,
    authenticatorScheme: null,
    hostedPage: null,
    connect: 'after-init',
    loginMs: LOGIN_MS,
    requestMs: REQUEST_MS,
    approvalMs: APPROVAL_MS,
    endsAtMs: null,
    ...changes,
  };
}

/** A page of the service for a prompt-capable application. */
export const PAGE = 'https://mfa.example.com/api/transaction/process/abc';

/** The answer of init that leads there. */
export function hosting(purpose: 'verify' | 'denied-or-waiting' = 'verify'): StartedTransaction {
  return { status: 'hosted-page', requester: NO_REQUESTER, tid: TID, webUri: PAGE, purpose };
}

/** Names that the tests' service gives itself, and a value that must never leave main. */
export const REQUESTER = { application: 'Payroll', company: 'Northwind' } as const;
export const TID = 'tid-4711-never-shown';

export function verification(changes: Partial<Verification> = {}): Verification {
  return { ...NO_VERIFICATION, ...changes };
}

/** Token 0 is on its way to the service. */
export function verifying(changes: Partial<Verification> = {}): Verification {
  return verification({
    seen: [0],
    tokensInChallenge: 1,
    inFlight: { token: 0, tries: 1, openCalls: 1, refusal: null, deadlineAtMs: NOW_MS + ANSWER_MS },
    ...changes,
  });
}

export function transaction(changes: Partial<Transaction> = {}): Transaction {
  return {
    requester: REQUESTER,
    attempt: 1,
    challenges: 1,
    tid: TID,
    username: 'alice',
    methods: METHODS,
    loginDeadlineAtMs: NOW_MS + LOGIN_MS,
    eventChannel: 'confirmed',
    eventChannelEvidence: null,
    lossDueAtMs: null,
    sends: {},
    started: [],
    codeMethod: null,
    isApprovalReceived: false,
    verification: NO_VERIFICATION,
    inAdvance: NOTHING_IN_ADVANCE,
    ...changes,
  };
}

export function challenge(method: Method, changes: Partial<Challenge> = {}): Challenge {
  return {
    number: 1,
    method,
    codeLength: null,
    phoneNumber: null,
    qrText: method === 'qrcode' ? 'qr-text' : null,
    startedAtMs: NOW_MS,
    wrongCodes: 0,
    doubtedLength: null,
    notice: null,
    ...changes,
  };
}

export function starting(changes: Partial<Starting> = {}): Starting {
  return {
    kind: 'starting',
    attempt: 1,
    username: 'alice',
    inAdvance: NOTHING_IN_ADVANCE,
    deadlineAtMs: NOW_MS + ANSWER_MS,
    loginDeadlineAtMs: NOW_MS + LOGIN_MS,
    answeredBy: 'nobody',
    ...changes,
  };
}

export function selecting(changes: Partial<Transaction> = {}): MethodSelection {
  return { kind: 'method-selection', transaction: transaction(changes), notice: null };
}

/** methodSSH is under way. */
export function requesting(
  method: Method,
  changes: Partial<ChallengeStarting> = {},
): ChallengeStarting {
  return {
    kind: 'challenge-starting',
    transaction: transaction({ started: [method] }),
    challenge: 1,
    method,
    step: 'requesting',
    deadlineAtMs: NOW_MS + ANSWER_MS,
    mayHaveMissedApproval: false,
    pendingPasscodeLength: null,
    ...changes,
  };
}

/** A method was chosen, and the event channel does not stand yet. */
export function listening(
  method: Method,
  changes: Partial<ChallengeStarting> = {},
): ChallengeStarting {
  return requesting(method, {
    step: 'connecting',
    transaction: transaction({ eventChannel: 'opening' }),
    deadlineAtMs: NOW_MS + LISTEN_MS,
    ...changes,
  });
}

export function enteringCode(
  method: 'totp' | 'sms' | 'yotp' = 'totp',
  changes: Partial<CodeEntry> = {},
): CodeEntry {
  return {
    kind: 'code-entry',
    transaction: transaction({ started: [method] }),
    challenge: challenge(method),
    deadlineAtMs: NOW_MS + APPROVAL_MS,
    problem: null,
    ...changes,
  };
}

export function submittingCode(
  method: 'totp' | 'sms' | 'yotp' = 'totp',
  changes: Partial<CodeSubmitting> = {},
): CodeSubmitting {
  return {
    kind: 'code-submitting',
    transaction: transaction({ started: [method] }),
    challenge: challenge(method),
    deadlineAtMs: NOW_MS + ANSWER_MS,
    entryDeadlineAtMs: NOW_MS + APPROVAL_MS,
    ...changes,
  };
}

export function pending(
  method: Method = 'push',
  changes: Partial<ApprovalPending> = {},
): ApprovalPending {
  return {
    kind: 'approval-pending',
    transaction: transaction({ started: [method] }),
    challenge: challenge(method),
    deadlineAtMs: NOW_MS + APPROVAL_MS,
    isCodeAccepted: false,
    eventDueAtMs: null,
    silentAtMs: null,
    isSilent: false,
    unsentCode: null,
    ...changes,
  };
}

/** The page is shown; `isBack`: its callback came with token 0, which is on its way to the service. */
export function hostedPage(isBack = false, changes: Partial<Transaction> = {}): HostedPage {
  const back = { isApprovalReceived: true, verification: verifying() };
  return {
    kind: 'hosted-page',
    transaction: transaction({
      requester: NO_REQUESTER,
      methods: [],
      challenges: 0,
      eventChannel: 'closed',
      ...(isBack ? back : {}),
      ...changes,
    }),
    page: { address: PAGE, isUnopened: false },
    hasReturned: isBack,
  };
}

export function denialPage(changes: Partial<DenialPage> = {}): DenialPage {
  return {
    kind: 'denial-page',
    attempt: 1,
    username: 'alice',
    requester: NO_REQUESTER,
    page: { address: PAGE, isUnopened: false },
    inAdvance: NOTHING_IN_ADVANCE,
    ...changes,
  };
}

export function failedState(changes: Partial<Failed> = {}): Failed {
  return {
    kind: 'failed',
    attempt: 1,
    username: 'alice',
    requester: REQUESTER,
    code: 'denied',
    evidence: toEvidence`init: denied`,
    serviceText: null,
    configKey: null,
    method: null,
    notBeforeMs: 0,
    proxy: null,
    transaction: null,
    inAdvance: NOTHING_IN_ADVANCE,
    answeredBy: 'nobody',
    isTimeUp: false,
    ...changes,
  };
}

/** The service's `ERROR` answers. */
export function exception(
  name: string,
  code: number | null = null,
  changes: Partial<ServiceException> = {},
): ServiceException {
  return {
    kind: 'exception',
    exception: name,
    code,
    serviceText: { message: `${name} message`, details: null },
    field: null,
    evidence: exceptionEvidence({ exception: name, code, field: changes.field ?? null }),
    ...changes,
  };
}

export const BYPASSED = exception('UserBypassedException', 45);
export const WRONG_CODE = exception('PasscodeException', 18);
export const TRANSACTION_EXPIRED = exception('TransactionIdExpiredException', 11);
export const TOKEN_EXPIRED = exception('TransactionAccessTokenExpiredException', 11);
export const TIMEOUT: ServiceFailure = { kind: 'timeout' };
export const NETWORK: ServiceFailure = chromiumFailure('ERR_CONNECTION_RESET');

export function tooMany(retryAfterMs: number | null): ServiceFailure {
  return { kind: 'too-many', retryAfterMs, serviceText: null };
}

/** A `pending` answer of init. */
export function offering(methods: readonly Method[], unknownMethods = 0): StartedTransaction {
  return { requester: REQUESTER, tid: TID, status: 'pending', methods, unknownMethods };
}

export const ALICE = {
  username: 'alice',
  email: 'alice@example.com',
  consumerParams: null,
} as const;
