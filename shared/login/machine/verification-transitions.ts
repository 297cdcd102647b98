import type { Identity } from '../../service/answers.ts';
import { isUnanswered, type ServiceFailure } from '../../service/service-failure.ts';
import { canBeDenied } from '../../service/methods.ts';
import { toEvidence, type Evidence } from '../../service/evidence.ts';
import { reactionTo } from '../../outcomes/reaction-policy.ts';
import { requestMethod } from './challenge-transitions.ts';
import { LOGIN_LIMITS } from './login-limits.ts';
import {
  isInChallenge,
  transactionOf,
  type LoginState,
  type Transaction,
  type Redemption,
  type StateNotice,
  type Verification,
} from './login-state.ts';
import {
  withEffectsBefore,
  failed,
  failedBy,
  failedTooMany,
  isConnectionFault,
  step,
  succeeded,
  type Step,
  type TransitionContext,
} from './step.ts';
import { isSameUsername } from '../input/username.ts';

/** A state with an open transaction, which a failed state may have, too. */
export type OpenState = Extract<LoginState, Readonly<{ transaction: Transaction | null }>> &
  Readonly<{ transaction: Transaction }>;

function withTransaction(state: OpenState, changes: Partial<Transaction>): OpenState {
  return { ...state, transaction: { ...state.transaction, ...changes } };
}

export function withVerification(state: OpenState, changes: Partial<Verification>): OpenState {
  return withTransaction(state, {
    verification: { ...state.transaction.verification, ...changes },
  });
}

/**
 * Redeems the token of an approval event, also after the person has chosen another method. Only the
 * credentials call proves the approval (docs/decisions/0002). Null for a token that has come
 * before; for a token beyond the limits, what `approvalMissed` returns.
 */
export function approvalReceived(
  state: OpenState,
  token: number,
  context: TransitionContext,
): Step | null {
  const { seen, tokensInChallenge, queued, inFlight } = state.transaction.verification;
  if (seen.includes(token)) return null;
  if (!takesToken(state.transaction)) return approvalMissed(state);
  const stateWithApproval = withTransaction(state, { isApprovalReceived: true });
  const stateWithToken = withVerification(stateWithApproval, {
    seen: [...seen, token],
    tokensInChallenge: tokensInChallenge + 1,
  });
  if (!inFlight) return redeem(stateWithToken, token, context);
  const stateWithQueue = withVerification(stateWithToken, { queued: [...queued, token] });
  return resumePausedCheck(stateWithQueue, context) ?? step(stateWithQueue);
}

/**
 * Ends the pause of `redeemAgain`: sends the paused token once more. Null if no token is paused, or
 * if no check may start any more.
 */
export function resumePausedCheck(state: OpenState, context: TransitionContext): Step | null {
  const { inFlight } = state.transaction.verification;
  const isPaused = inFlight?.openCalls === 0;
  return isPaused && mayCheck(context) ? redeem(state, inFlight.token, context) : null;
}

/**
 * The deadline of a check that starts now. Checks that start behind the caller's limit have the
 * deadline of one that starts at the limit: together they take the time of one request at most
 * (docs/decisions/0001).
 */
function checkDeadlineAtMs({ nowMs, policy }: TransitionContext): number {
  const startsAtMs = Math.min(nowMs, policy.endsAtMs ?? Infinity);
  return startsAtMs + policy.requestMs + LOGIN_LIMITS.answerSlackMs;
}

/** Whether a check that starts now has time left. Before the caller's limit it always has. */
export function mayCheck(context: TransitionContext): boolean {
  return checkDeadlineAtMs(context) > context.nowMs;
}

/** Whether the limits of tokens allow one more. */
export function takesToken({ verification }: Transaction): boolean {
  const { seen, tokensInChallenge } = verification;
  return (
    tokensInChallenge < LOGIN_LIMITS.maxTokens && seen.length < LOGIN_LIMITS.maxTokensInAttempt
  );
}

/**
 * Announces an approval that cannot be verified. The login continues, because the sender of the
 * event is unknown. Null if such an approval has been announced before.
 */
export function approvalMissed(state: OpenState): Step | null {
  if (ignoresMissedApprovals(state)) return null;
  const stateWithApproval = withTransaction(state, { isApprovalReceived: true });
  return step(
    hasMissNotice(state)
      ? stateWithApproval
      : withNotice(stateWithApproval, { kind: 'possibly-missed' }),
  );
}

/**
 * Whether one more missed approval changes nothing: one is announced already, or no transaction is
 * open. An attacker may send such events without end.
 */
export function ignoresMissedApprovals(state: LoginState): boolean {
  return !isOpenState(state) || (state.transaction.isApprovalReceived && hasMissNotice(state));
}

export function isOpenState(state: LoginState): state is OpenState {
  return transactionOf(state) !== null;
}

/** Whether this screen or the next one announces a missed approval, or needs no announcement. */
function hasMissNotice(state: OpenState): boolean {
  switch (state.kind) {
    case 'method-selection':
      return state.notice?.kind === 'possibly-missed';
    case 'challenge-starting':
      return state.mayHaveMissedApproval;
    case 'code-entry':
    case 'code-submitting':
    case 'approval-pending':
      return state.challenge.notice?.kind === 'possibly-missed';
    case 'hosted-page':
    case 'failed':
      // A failed login has its own advice, and a hosted page receives no events.
      return true;
  }
}

/** Sends a token to the credentials call, for the first or the second time. */
export function redeem(state: OpenState, token: number, context: TransitionContext): Step {
  const { inFlight } = state.transaction.verification;
  const firstTry = inFlight?.token === token ? inFlight : null;
  const redemption = {
    token,
    tries: (firstTry?.tries ?? 0) + 1,
    openCalls: (firstTry?.openCalls ?? 0) + 1,
    refusal: firstTry?.refusal ?? null,
    deadlineAtMs: checkDeadlineAtMs(context),
  };
  return step(withVerification(state, { inFlight: redemption }), {
    type: 'redeem-token',
    attempt: state.transaction.attempt,
    token,
  });
}

/**
 * Ends the login with success if the token's answer names the person. Null for a token that was
 * never accepted.
 */
export function tokenRedeemed(
  state: OpenState,
  token: number,
  identity: Identity,
  { policy }: TransitionContext,
): Step | null {
  // A token counts after its deadline, too: after a sleep of the computer, its answer may be read
  // late.
  if (!state.transaction.verification.seen.includes(token)) return null;
  // SECURITY: SEC-20 success only for the username sent to init.
  if (!isSameUsername(identity.username, state.transaction.username, policy.usernameDomains)) {
    return failed(state, 'other-username', { evidence: toEvidence`credentials: other username` });
  }
  return succeeded(state, 'confirmed', {
    username: identity.username,
    identity,
    serviceText: null,
  });
}

/**
 * Sends a token for the second time, because no answer came to the first. After a connection fault,
 * a pause comes before. Null after an answer of any kind, after the second try, and behind the
 * caller's limit.
 */
export function redeemAgain(
  state: OpenState,
  redemption: Redemption,
  failure: ServiceFailure,
  context: TransitionContext,
): Step | null {
  const { nowMs, policy } = context;
  const isBehindLimit = (policy.endsAtMs ?? Infinity) <= nowMs;
  if (redemption.tries > 1 || !isUnanswered(failure) || isBehindLimit) return null;
  // Another token waits: as in `approvalReceived`, it allows no pause.
  const isAnotherQueued = state.transaction.verification.queued.length > 0;
  if (failure.kind === 'timeout' || isAnotherQueued)
    return redeem(state, redemption.token, context);
  const deadlineAtMs = nowMs + LOGIN_LIMITS.redeemAgainMs;
  const paused = { ...redemption, openCalls: 0, deadlineAtMs };
  return step(withVerification(state, { inFlight: paused }));
}

/**
 * Handles the failed redemption of an event's token: sends it again, goes on with the next token,
 * or reports the failure. A token that the service refuses does not end the wait, because anybody
 * may have sent it (docs/decisions/0002).
 */
export function tokenFailed(
  state: OpenState,
  redemption: Redemption,
  failure: ServiceFailure,
  context: TransitionContext,
): Step {
  const { isDenied } = state.transaction.verification;
  const secondTry = redeemAgain(state, redemption, failure, context);
  if (secondTry) return secondTry;
  const reaction = reactionTo('credentials', failure);
  const isOnlyTokenLost = reaction.do === 'ignore-token' || isUnanswered(failure);
  const [nextToken, ...queued] = state.transaction.verification.queued;
  // A refused token and a connection fault say nothing about the next token.
  const mayNextSucceed =
    isOnlyTokenLost || (reaction.do === 'end' && isConnectionFault(reaction.code));
  if (nextToken !== undefined && mayNextSucceed && mayCheck(context)) {
    return redeem(withVerification(state, { queued }), nextToken, context);
  }
  const stateWithoutCheck = withVerification(state, { inFlight: null, isDenied: false });
  if (isOnlyTokenLost) {
    if (isDenied && awaitsDeniableMethod(state))
      return failed(stateWithoutCheck, 'denied-by-person', { evidence: toEvidence`event: denied` });
    // A notice `possibly-missed` stays, because it is about another approval.
    const isMissed = isUnanswered(failure) || hasMissNotice(stateWithoutCheck);
    return step(
      withNotice(stateWithoutCheck, { kind: isMissed ? 'possibly-missed' : 'approval-refused' }),
    );
  }
  // A failed login keeps its screen, unless the service ends the transaction.
  if (stateWithoutCheck.kind === 'failed' && reaction.do !== 'end') return step(stateWithoutCheck);
  if (reaction.do === 'wait')
    return failedTooMany(
      stateWithoutCheck,
      'credentials',
      failure,
      context,
      stateWithoutCheck.transaction,
    );
  const code = reaction.do === 'end' ? reaction.code : 'unknown-exception';
  return failedBy(stateWithoutCheck, code, 'credentials', failure, stateWithoutCheck.transaction);
}

/** The state with a notice, if its screen can show one. */
function withNotice(state: OpenState, notice: StateNotice): LoginState {
  switch (state.kind) {
    case 'method-selection':
      return { ...state, notice };
    case 'challenge-starting':
      // This screen shows no notice; that of the started method will show a missed approval.
      return notice.kind === 'possibly-missed' ? { ...state, mayHaveMissedApproval: true } : state;
    default:
      return isInChallenge(state) ? { ...state, challenge: { ...state.challenge, notice } } : state;
  }
}

/**
 * Ends the login as denied; during a check, the denial waits for its result. Null if the login does
 * not wait for a method that can be denied: the late denial of an abandoned push must not end a
 * login with another method.
 */
export function denialReceived(state: OpenState): Step | null {
  if (!awaitsDeniableMethod(state)) return null;
  if (state.transaction.verification.inFlight)
    return step(withVerification(state, { isDenied: true }));
  return failed(state, 'denied-by-person', { evidence: toEvidence`event: denied` });
}

/** Whether a method that the person can deny is requested, or waited for. */
function awaitsDeniableMethod(state: OpenState): boolean {
  if (state.kind === 'approval-pending') return canBeDenied(state.challenge.method);
  return (
    state.kind === 'challenge-starting' && state.step === 'requesting' && canBeDenied(state.method)
  );
}

/**
 * Records that the event channel is confirmed, and requests the method that waited for it. A token
 * in the pause of `redeemAgain` is sent at once.
 *
 * @param mayHaveMissedEvents the channel was interrupted meanwhile
 */
export function eventChannelConfirmed(
  state: OpenState,
  mayHaveMissedEvents: boolean,
  context: TransitionContext,
): Step {
  const confirmation = channelConfirmed(state, mayHaveMissedEvents, context);
  const resumed = isOpenState(confirmation.state)
    ? resumePausedCheck(confirmation.state, context)
    : null;
  return resumed === null ? confirmation : withEffectsBefore(confirmation.effects, resumed);
}

function channelConfirmed(
  state: OpenState,
  mayHaveMissedEvents: boolean,
  context: TransitionContext,
): Step {
  const stateWithChannel = withTransaction(state, {
    eventChannel: 'confirmed',
    eventChannelEvidence: null,
    lossDueAtMs: null,
  });
  if (stateWithChannel.kind === 'challenge-starting') {
    if (stateWithChannel.step === 'connecting') {
      // This method is not requested yet, so only an approval of an earlier one may be lost.
      const isEarlierMissed =
        mayHaveMissedEvents && stateWithChannel.transaction.started.length > 0;
      const mayHaveMissedApproval = stateWithChannel.mayHaveMissedApproval || isEarlierMissed;
      return requestMethod({ ...stateWithChannel, mayHaveMissedApproval }, context);
    }
    const mayHaveMissedApproval = stateWithChannel.mayHaveMissedApproval || mayHaveMissedEvents;
    return step({ ...stateWithChannel, mayHaveMissedApproval });
  }
  if (stateWithChannel.kind !== 'approval-pending' && stateWithChannel.kind !== 'code-submitting')
    return step(stateWithChannel);
  return step(
    mayHaveMissedEvents || isConfirmedLate(stateWithChannel, context)
      ? withNotice(stateWithChannel, { kind: 'possibly-missed' })
      : stateWithChannel,
  );
}

/**
 * With `after-method`, how long after the start of the method the event channel may be confirmed
 * without a notice.
 */
const LONGEST_UNANNOUNCED_MS = 2000;

/**
 * Whether the event channel, opened after the method (`after-method`), is confirmed so late that
 * approvals may be lost.
 */
function isConfirmedLate(
  state: Extract<OpenState, { kind: 'approval-pending' | 'code-submitting' }>,
  context: TransitionContext,
) {
  return (
    context.policy.connect === 'after-method' &&
    context.nowMs - state.challenge.startedAtMs > LONGEST_UNANNOUNCED_MS
  );
}

/**
 * Records the loss of the event channel, which reconnects by itself. The loss is announced if it
 * lasts (`quietLossMs`).
 */
export function eventChannelLost(
  state: OpenState,
  evidence: Evidence,
  { nowMs }: TransitionContext,
): Step {
  const { eventChannel, lossDueAtMs } = state.transaction;
  const isNewLoss = eventChannel === 'confirmed';
  return step(
    withTransaction(state, {
      eventChannel: isNewLoss ? 'reconnecting' : eventChannel,
      eventChannelEvidence: evidence,
      lossDueAtMs: isNewLoss ? nowMs + LOGIN_LIMITS.quietLossMs : lossDueAtMs,
    }),
  );
}

/** Announces the loss of the event channel: the view of a loss without `lossDueAtMs` shows it. */
export function announceLoss(state: OpenState): Step {
  return step(withTransaction(state, { lossDueAtMs: null }));
}
