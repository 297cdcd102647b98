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

export type Open = Extract<LoginState, Readonly<{ transaction: Transaction | null }>> &
  Readonly<{ transaction: Transaction }>;

function withTransaction(state: Open, changes: Partial<Transaction>): Open {
  return { ...state, transaction: { ...state.transaction, ...changes } };
}

export function withVerification(state: Open, changes: Partial<Verification>): Open {
  return withTransaction(state, {
    verification: { ...state.transaction.verification, ...changes },
  });
}

/**
 * Redeems the token of an approval event, once, even after a change of method. Only the credentials call proves the
 * approval (docs/decisions/0002). Null for a known token, or from `approvalMissed`.
 */
export function approvalReceived(
  state: Open,
  token: number,
  context: TransitionContext,
): Step | null {
  const { seen, inChallenge, queued, inFlight } = state.transaction.verification;
  if (seen.includes(token)) return null;
  if (!takesToken(state.transaction)) return approvalMissed(state);
  const stateWithApproval = withTransaction(state, { isApprovalReceived: true });
  const stateWithToken = withVerification(stateWithApproval, {
    seen: [...seen, token],
    inChallenge: inChallenge + 1,
  });
  if (!inFlight) return redeem(stateWithToken, token, context);
  const stateWithQueue = withVerification(stateWithToken, { queued: [...queued, token] });
  return resumed(stateWithQueue, context) ?? step(stateWithQueue);
}

/** Ends a pause of `redeemAgain`. Null without one, or if the time for checks is over. */
export function resumed(state: Open, context: TransitionContext): Step | null {
  const { inFlight } = state.transaction.verification;
  return inFlight?.open === 0 && mayCheck(context) ? redeem(state, inFlight.token, context) : null;
}

/** When a check that starts now is given up. Past the caller's limit all checks share the time of one request. */
function checkEndsAtMs({ nowMs, policy }: TransitionContext): number {
  const startsAtMs = Math.min(nowMs, policy.endsAtMs ?? Infinity);
  return startsAtMs + policy.requestMs + LOGIN_LIMITS.answerSlackMs;
}

/** Whether a check may start, for which the caller's limit would have to wait. */
export function mayCheck(context: TransitionContext): boolean {
  return checkEndsAtMs(context) > context.nowMs;
}

export function takesToken({ verification }: Transaction): boolean {
  const { seen, inChallenge } = verification;
  return inChallenge < LOGIN_LIMITS.maxTokens && seen.length < LOGIN_LIMITS.maxTokensInAttempt;
}

/** Announces an unverifiable approval, once. Its sender is unknown, so the login continues. */
export function approvalMissed(state: Open): Step | null {
  if (isMissAnnounced(state)) return null;
  const stateWithApproval = withTransaction(state, { isApprovalReceived: true });
  return step(
    hasMissNotice(state)
      ? stateWithApproval
      : noticed(stateWithApproval, { kind: 'possibly-missed' }),
  );
}

/** Whether to ignore further missed approvals: an attacker may send them without end. */
export function isMissAnnounced(state: LoginState): boolean {
  return (
    !isOpenTransaction(state) || (state.transaction.isApprovalReceived && hasMissNotice(state))
  );
}

export function isOpenTransaction(state: LoginState): state is Open {
  return transactionOf(state) !== null;
}

/** Whether a missed approval is announced, now or on the next screen. */
function hasMissNotice(state: Open): boolean {
  switch (state.kind) {
    case 'method-selection':
      return state.notice?.kind === 'possibly-missed';
    case 'challenge-starting':
      return state.hasGap;
    case 'code-entry':
    case 'code-submitting':
    case 'approval-pending':
      return state.challenge.notice?.kind === 'possibly-missed';
    case 'hosted-page':
    case 'failed':
      // A notice is superfluous: `failed` has its own advice; a hosted page receives no events.
      return true;
  }
}

export function redeem(state: Open, token: number, context: TransitionContext): Step {
  const { inFlight } = state.transaction.verification;
  const { tries, open, refusal } =
    inFlight?.token === token ? inFlight : { tries: 0, open: 0, refusal: null };
  const redemption = {
    token,
    tries: tries + 1,
    open: open + 1,
    refusal,
    deadlineAtMs: checkEndsAtMs(context),
  };
  return step(withVerification(state, { inFlight: redemption }), {
    type: 'redeem-token',
    attempt: state.transaction.attempt,
    token,
  });
}

/** @returns null for an unknown token */
export function tokenRedeemed(
  state: Open,
  token: number,
  identity: Identity,
  { policy }: TransitionContext,
): Step | null {
  // Accept a token after its deadline: after a sleep of the computer, the answer may be read late.
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
 * Sends a token once more after a missing answer; pauses first after a connection fault. Null after any answer, and past
 * the caller's limit.
 */
export function redeemAgain(
  state: Open,
  redemption: Redemption,
  failure: ServiceFailure,
  context: TransitionContext,
): Step | null {
  const { nowMs, policy } = context;
  if (redemption.tries > 1 || !isUnanswered(failure) || (policy.endsAtMs ?? Infinity) <= nowMs)
    return null;
  const isAnotherQueued = state.transaction.verification.queued.length > 0;
  if (failure.kind === 'timeout' || isAnotherQueued)
    return redeem(state, redemption.token, context);
  const deadlineAtMs = nowMs + LOGIN_LIMITS.redeemAgainMs;
  return step(withVerification(state, { inFlight: { ...redemption, open: 0, deadlineAtMs } }));
}

/** A refused token does not end the wait. */
export function tokenFailed(
  state: Open,
  redemption: Redemption,
  failure: ServiceFailure,
  context: TransitionContext,
): Step {
  const { isDenied } = state.transaction.verification;
  const again = redeemAgain(state, redemption, failure, context);
  if (again) return again;
  const reaction = reactionTo('credentials', failure);
  const isTokenAlone = reaction.do === 'ignore-token' || isUnanswered(failure);
  const [next, ...queued] = state.transaction.verification.queued;
  // A refused token or a connection fault does not invalidate the next token.
  const isOfOthers = isTokenAlone || (reaction.do === 'end' && isConnectionFault(reaction.code));
  if (next !== undefined && isOfOthers && mayCheck(context)) {
    return redeem(withVerification(state, { queued }), next, context);
  }
  const stateWithoutCheck = withVerification(state, { inFlight: null, isDenied: false });
  if (isTokenAlone) {
    if (isDenied && isDeniableWaitedFor(state))
      return failed(stateWithoutCheck, 'denied-by-person', { evidence: toEvidence`event: denied` });
    // Keep `possibly-missed`, because another approval may be lost.
    const isMissed = isUnanswered(failure) || hasMissNotice(stateWithoutCheck);
    return step(
      noticed(stateWithoutCheck, { kind: isMissed ? 'possibly-missed' : 'approval-refused' }),
    );
  }
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

function noticed(state: Open, notice: StateNotice): LoginState {
  switch (state.kind) {
    case 'method-selection':
      return { ...state, notice };
    case 'challenge-starting':
      // The next screen announces it.
      return notice.kind === 'possibly-missed' ? { ...state, hasGap: true } : state;
    default:
      return isInChallenge(state) ? { ...state, challenge: { ...state.challenge, notice } } : state;
  }
}

/** A late denial of an abandoned push must not end a login with another method. Null without a deniable method. */
export function denialReceived(state: Open): Step | null {
  if (!isDeniableWaitedFor(state)) return null;
  if (state.transaction.verification.inFlight)
    return step(withVerification(state, { isDenied: true }));
  return failed(state, 'denied-by-person', { evidence: toEvidence`event: denied` });
}

function isDeniableWaitedFor(state: Open): boolean {
  if (state.kind === 'approval-pending') return canBeDenied(state.challenge.method);
  return (
    state.kind === 'challenge-starting' && state.step === 'requesting' && canBeDenied(state.method)
  );
}

/** Ends a pause of `redeemAgain`. */
export function eventChannelConfirmed(
  state: Open,
  hasGap: boolean,
  context: TransitionContext,
): Step {
  const confirmation = channelConfirmed(state, hasGap, context);
  const next = isOpenTransaction(confirmation.state) ? resumed(confirmation.state, context) : null;
  return next === null ? confirmation : withEffectsBefore(confirmation.effects, next);
}

function channelConfirmed(state: Open, hasGap: boolean, context: TransitionContext): Step {
  const stateWithChannel = withTransaction(state, {
    eventChannel: 'confirmed',
    eventChannelEvidence: null,
    lossDueAtMs: null,
  });
  if (stateWithChannel.kind === 'challenge-starting') {
    if (stateWithChannel.step === 'connecting') {
      // An approval of an earlier method may be lost in the gap.
      const isMissed = hasGap && stateWithChannel.transaction.started.length > 0;
      return requestMethod(
        { ...stateWithChannel, hasGap: stateWithChannel.hasGap || isMissed },
        context,
      );
    }
    return step({ ...stateWithChannel, hasGap: stateWithChannel.hasGap || hasGap });
  }
  if (stateWithChannel.kind !== 'approval-pending' && stateWithChannel.kind !== 'code-submitting')
    return step(stateWithChannel);
  return step(
    hasGap || isLateStart(stateWithChannel, context)
      ? noticed(stateWithChannel, { kind: 'possibly-missed' })
      : stateWithChannel,
  );
}

/** Whether a first connection after the method (`after-method`) was so slow that approvals may be lost. */
function isLateStart(
  state: Extract<Open, { kind: 'approval-pending' | 'code-submitting' }>,
  context: TransitionContext,
) {
  const TOLERATED_MS = 2000;
  return (
    context.policy.connect === 'after-method' &&
    context.nowMs - state.challenge.startedAtMs > TOLERATED_MS
  );
}

/** Records the loss of the event channel, which reconnects automatically. */
export function eventChannelLost(
  state: Open,
  evidence: Evidence,
  { nowMs }: TransitionContext,
): Step {
  const { eventChannel, lossDueAtMs } = state.transaction;
  const isNew = eventChannel === 'confirmed';
  return step(
    withTransaction(state, {
      eventChannel: isNew ? 'reconnecting' : eventChannel,
      eventChannelEvidence: evidence,
      lossDueAtMs: isNew ? nowMs + LOGIN_LIMITS.quietLossMs : lossDueAtMs,
    }),
  );
}

/** Announces a long loss of the event channel. */
export function lossIsDue(state: Open): Step {
  return step(withTransaction(state, { lossDueAtMs: null }));
}
