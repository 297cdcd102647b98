import { ERROR_CATALOG, hasTrait } from '../../outcomes/error-catalog.ts';
import { assertNever } from '../../result.ts';
import { type Method, METHOD_OF_CODE_BESIDE } from '../../service/methods.ts';
import { evidenceText } from '../../service/evidence.ts';
import { adviceOf, notBeforeOf } from '../machine/advice-policy.ts';
import { sentMethods } from '../machine/cancel-transition.ts';
import { isPauseWaived } from '../machine/challenge-transitions.ts';
import { takesCodeBeside } from '../machine/code-beside.ts';
import { LOGIN_LIMITS } from '../machine/login-limits.ts';
import type { DenialPage, HostedPage } from '../machine/hosted-state.ts';
import { isOfScheme, isOpenable } from '../../security/openable.ts';
import type { LoginPolicy } from '../machine/login-policy.ts';
import {
  limitOf,
  type ApprovalPending,
  type Challenge,
  type ChallengeStarting,
  type CodeEntry,
  type StateCodeProblem,
  type CodeSubmitting,
  type Failed,
  type LoginState,
  type Transaction,
  type StateNotice,
} from '../machine/login-state.ts';
import type {
  ApprovalView,
  ChallengeView,
  CodeProblem,
  LoginView,
  MethodChoice,
  Notice,
} from './login-view.ts';

export type ViewContext = Readonly<{
  nowMs: number;
  policy: LoginPolicy;
  remembered: Method | null;
  hostName: string | null;
}>;

/** The view of a state: only the data that a frontend needs, with times counted from now. */
export function viewOf(state: LoginState, context: ViewContext): LoginView {
  switch (state.kind) {
    case 'username-entry':
    case 'starting':
      return {
        screen: 'username',
        username: state.username,
        editable: context.policy.isUsernameEditable,
        busy: state.kind === 'starting',
        problem: state.kind === 'starting' ? null : state.problem,
        tries: state.kind === 'starting' ? 0 : state.tries,
        isLeftOnPhone: state.kind !== 'starting' && state.isLeftOnPhone,
        endsInMs: endsInMs(state, context),
      };
    case 'method-selection':
      return methodsView(state, context);
    case 'challenge-starting':
      return state.pendingPasscodeLength === null
        ? methodsView(state, context)
        : pendingPasscodeView(state, context);
    case 'code-entry':
    case 'code-submitting':
    case 'approval-pending':
      return challengeView(state, context);
    case 'account-waiting':
      return {
        screen: 'account-waiting',
        requester: state.requester,
        username: state.username,
        webUri: state.webUri,
        canOpen: state.webUri !== null && isOpenable(state.webUri),
        endsInMs: endsInMs(state, context),
      };
    case 'hosted-page':
    case 'denial-page':
      return hostedPageView(state, context);
    case 'failed':
      return failedView(state, context);
    case 'succeeded': {
      const { outcome, requester, username, serviceText } = state;
      return { screen: 'succeeded', outcome, requester, username, serviceText };
    }
    default:
      return assertNever(state, 'state');
  }
}

function hostedPageView(state: HostedPage | DenialPage, context: ViewContext): LoginView {
  const { address, isUnopened } = state.page;
  const common = {
    screen: 'hosted-page',
    display: context.policy.hostedPage ?? 'browser',
    address,
    isUnopened,
  } as const;
  if (state.kind === 'denial-page') {
    return {
      ...common,
      requester: state.requester,
      username: state.username,
      purpose: 'denied-or-waiting',
      isVerifying: false,
      remainingMs: 0,
      canExtend: false,
      endsInMs: endsInMs(state, context),
    };
  }
  const { requester, username, loginDeadlineAtMs } = state.transaction;
  return {
    ...common,
    requester,
    username,
    purpose: 'verify',
    isVerifying: state.hasReturned,
    remainingMs: Math.max(0, loginDeadlineAtMs - context.nowMs),
    canExtend: context.policy.endsAtMs === null && !state.hasReturned,
    endsInMs: null,
  };
}

/** The time until the caller's limit; null if there is none, or if it no longer holds. */
function endsInMs(state: LoginState, { nowMs, policy }: ViewContext): number | null {
  const limitMs = limitOf(state, policy);
  return limitMs === null ? null : Math.max(0, limitMs - nowMs);
}

function methodsView(
  state: Extract<LoginState, { kind: 'method-selection' | 'challenge-starting' }>,
  { nowMs, policy, remembered }: ViewContext,
): LoginView {
  const { transaction } = state;
  return {
    screen: 'methods',
    requester: transaction.requester,
    username: transaction.username,
    choices: transaction.methods.map((method) => choiceOf(transaction, method, nowMs)),
    remembered: remembered && transaction.methods.includes(remembered) ? remembered : null,
    starting: state.kind === 'challenge-starting' ? state.method : null,
    remainingMs: Math.max(0, transaction.loginDeadlineAtMs - nowMs),
    canExtend: policy.endsAtMs === null,
    notice: state.kind === 'method-selection' ? noticeView(state.notice, nowMs) : null,
  };
}

/** A method in the list, with the time until it can be started. */
function choiceOf(transaction: Transaction, method: Method, nowMs: number): MethodChoice {
  return { method, availableInMs: availableInMs(transaction, method, nowMs) };
}

/**
 * The time until a method can be started, in milliseconds: 0 for at once, null if it was sent too
 * often in this transaction.
 */
function availableInMs(
  transaction: Transaction,
  method: Method,
  nowMs: number,
  isOwnPauseWaived = false,
): number | null {
  const sent = transaction.sends[method];
  if (!sent) return 0;
  if (sent.count >= LOGIN_LIMITS.maxSends) return null;
  const { againAtMs, serviceUntilMs = 0 } = sent;
  // The pause that the service asked for is never waived.
  return Math.max(0, serviceUntilMs - nowMs, isOwnPauseWaived ? 0 : againAtMs - nowMs);
}

/** The screen of a code that was typed beside a push, while its method starts. */
function pendingPasscodeView(state: ChallengeStarting, context: ViewContext): LoginView {
  const challenge: Challenge = {
    number: state.challenge,
    method: METHOD_OF_CODE_BESIDE,
    codeLength: null,
    phoneNumber: null,
    qrText: null,
    startedAtMs: context.nowMs,
    wrongCodes: 0,
    doubtedLength: null,
    notice: null,
  };
  const deadlineAtMs = context.nowMs + context.policy.approvalMs;
  return {
    ...commonView(state, challenge, deadlineAtMs, context),
    canExtend: false,
    screen: 'code',
    method: METHOD_OF_CODE_BESIDE,
    codeLength: null,
    phoneNumber: null,
    busy: true,
    isStarting: true,
    isAccepted: false,
    problem: null,
  };
}

function challengeView(
  state: CodeEntry | CodeSubmitting | ApprovalPending,
  context: ViewContext,
): LoginView {
  const { challenge } = state;
  const deadlineAtMs =
    state.kind === 'code-submitting' ? state.entryDeadlineAtMs : state.deadlineAtMs;
  const common = commonView(state, challenge, deadlineAtMs, context);
  const isAccepted = state.kind === 'approval-pending' && state.isCodeAccepted;
  const busy = state.kind === 'code-submitting';
  const problem = state.kind === 'code-entry' ? problemView(state.problem, context.nowMs) : null;
  const isSilent = state.kind === 'approval-pending' && state.isSilent;
  const { method, codeLength, qrText } = challenge;
  const { showsDestination, authenticatorScheme } = context.policy;
  const codeBeside = codeBesideOf(state);
  // A method whose code the screen itself takes is not offered a second time.
  const others = othersOf(state.transaction, challenge, context.nowMs).filter(
    (other) => codeBeside === null || other.method !== METHOD_OF_CODE_BESIDE,
  );
  const phoneNumber = showsDestination ? challenge.phoneNumber : null;
  switch (method) {
    case 'totp':
    case 'sms':
      return {
        ...common,
        screen: 'code',
        method,
        codeLength,
        phoneNumber,
        busy,
        isStarting: false,
        isAccepted,
        problem,
      };
    case 'yotp':
      return { ...common, screen: 'security-key', method, busy, isAccepted, problem };
    case 'qrcode':
      return {
        ...common,
        screen: 'qr',
        method,
        qrText: qrText ?? '',
        canOpen: qrText !== null && isOfScheme(qrText, authenticatorScheme),
      };
    default:
      return {
        ...common,
        screen: 'approval',
        method,
        phoneNumber,
        hostName: context.hostName,
        others,
        // Not beside a notice, which gives advice of its own.
        areOthersOffered: others.length > 0 && isSilent && challenge.notice === null,
        reference: isSilent ? `approval-pending (person: ${method})` : null,
        codeBeside,
      };
  }
}

function codeBesideOf(
  state: CodeEntry | CodeSubmitting | ApprovalPending,
): ApprovalView['codeBeside'] {
  if (state.kind !== 'approval-pending' || !takesCodeBeside(state)) return null;
  return { problem: state.unsentCode };
}

/**
 * The other methods that can be started when `silenceMs` of this wait have passed. The time is
 * fixed, so that the list does not change during the wait.
 */
function othersOf(
  transaction: Transaction,
  { method, startedAtMs }: Challenge,
  nowMs: number,
): MethodChoice[] {
  const offeredAtMs = startedAtMs + LOGIN_LIMITS.silenceMs;
  return transaction.methods
    .filter((other) => other !== method && availableInMs(transaction, other, offeredAtMs) === 0)
    .map((other) => choiceOf(transaction, other, nowMs));
}

function commonView(
  state: ChallengeStarting | CodeEntry | CodeSubmitting | ApprovalPending,
  challenge: Challenge,
  deadlineAtMs: number,
  { nowMs, policy }: ViewContext,
): ChallengeView {
  const { transaction } = state;
  // A short loss of the event channel is not shown (`quietLossMs`).
  const isLossAnnounced =
    transaction.eventChannel === 'reconnecting' && transaction.lossDueAtMs === null;
  return {
    requester: transaction.requester,
    username: transaction.username,
    method: challenge.method,
    challenge: challenge.number,
    remainingMs: Math.max(0, Math.min(deadlineAtMs, transaction.loginDeadlineAtMs) - nowMs),
    canExtend: policy.endsAtMs === null || deadlineAtMs < transaction.loginDeadlineAtMs,
    totalMs: policy.approvalMs,
    elapsedMs: Math.max(0, nowMs - challenge.startedAtMs),
    link: isLossAnnounced ? 'reconnecting' : 'connected',
    isVerifying: transaction.verification.inFlight !== null,
    againInMs: availableInMs(
      transaction,
      challenge.method,
      nowMs,
      isPauseWaived(state, challenge.method),
    ),
    hasOtherMethods: transaction.methods.length > 1,
    canReportNotStarted: sentMethods(state).length > 0,
    notice: noticeView(challenge.notice, nowMs),
  };
}

function problemView(problem: StateCodeProblem | null, nowMs: number): CodeProblem | null {
  if (problem?.kind !== 'too-many') return problem;
  return {
    kind: 'too-many',
    waitMs: Math.max(0, problem.untilMs - nowMs),
    serviceText: problem.serviceText,
  };
}

function noticeView(notice: StateNotice | null, nowMs: number): Notice | null {
  if (notice?.kind === 'too-many') {
    const { kind, method, serviceText } = notice;
    return { kind, method, waitMs: Math.max(0, notice.untilMs - nowMs), serviceText };
  }
  if (notice?.kind === 'sent-recently') {
    return {
      kind: 'sent-recently',
      method: notice.method,
      waitMs: Math.max(0, notice.untilMs - nowMs),
    };
  }
  return notice;
}

function failedView(state: Failed, context: ViewContext): LoginView {
  return {
    screen: 'failed',
    requester: state.requester,
    username: state.username,
    code: state.code,
    outcome: ERROR_CATALOG[state.code].outcome,
    mayBeGuestNetwork: hasTrait(state.code, 'guest-network'),
    reference: `${state.code} (${evidenceText(state.evidence)})`,
    advice: adviceOf(state),
    waitMs: Math.max(0, notBeforeOf(state) - context.nowMs),
    canChooseMethod: state.transaction !== null,
    serviceText: state.serviceText,
    configKey: state.configKey,
    method: state.method,
    proxy: state.proxy,
    endsInMs: endsInMs(state, context),
  };
}
