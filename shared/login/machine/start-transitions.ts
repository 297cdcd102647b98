import { assertNever } from '../../result.ts';
import { evidenceOf, type ServiceFailure } from '../../service/service-failure.ts';
import type { StartedTransaction } from '../../service/answers.ts';
import type { Method } from '../../service/methods.ts';
import { toEvidence } from '../../service/evidence.ts';
import { APPLICATION_TYPE, CALLBACK_URL, reactionTo } from '../../outcomes/reaction-policy.ts';
import { answerSourceAfter, isUnreachable } from '../../outcomes/unreachability.ts';
import { startChallenge } from './challenge-transitions.ts';
import { openDenialPage, openHostedPage } from './hosted-transitions.ts';
import { LOGIN_LIMITS } from './login-limits.ts';
import {
  attemptOf,
  answerSourceOf,
  NO_VERIFICATION,
  type InAdvance,
  type LoginState,
  type Transaction,
  type Starting,
  type UsernameEntry,
} from './login-state.ts';
import {
  withEffectsBefore,
  closing,
  failed,
  failedBy,
  failedTooMany,
  refusal,
  step,
  succeeded,
  serviceTextOf,
  type Step,
  type TransitionContext,
} from './step.ts';
import { parseUsername } from '../input/username.ts';

export function submitUsername(
  state: UsernameEntry,
  submitted: Readonly<{ username: string; method?: Method | null; isMethodRequired?: boolean }>,
  context: TransitionContext,
): Step {
  // SECURITY: SEC-22 the caller vouches for a fixed username; ignore the name from the window.
  const typed = context.policy.isUsernameEditable ? submitted.username : state.username;
  const parsed = parseUsername(typed);
  if (!parsed.ok) {
    return step({ ...state, username: typed, problem: parsed.error, tries: state.tries + 1 });
  }
  const { method = null, isMethodRequired = false } = submitted;
  return startTransaction(state, parsed.value, context, { method, isMethodRequired });
}

export function startTransaction(
  from: LoginState,
  username: string,
  { nowMs, policy }: TransitionContext,
  inAdvance: InAdvance,
): Step {
  const attempt = attemptOf(from) + 1;
  return step(
    {
      kind: 'starting',
      attempt,
      username,
      inAdvance,
      deadlineAtMs: nowMs + policy.requestMs + LOGIN_LIMITS.answerSlackMs,
      loginDeadlineAtMs: policy.endsAtMs ?? nowMs + policy.loginMs,
      answeredBy: answerSourceOf(from),
    },
    { type: 'start-transaction', attempt, username },
  );
}

/** Handles a success answer of init (specification 3). */
export function transactionStarted(
  from: Starting,
  started: StartedTransaction,
  context: TransitionContext,
): Step {
  const state: Starting = { ...from, answeredBy: 'service' };
  const { requester } = started;
  const isPromptConfigured = context.policy.hostedPage !== null;
  // An answer for the other application type is refused here, too, whatever the parser says of it.
  if (isPromptConfigured !== (started.status === 'hosted-page'))
    return wrongType(state, isPromptConfigured);
  switch (started.status) {
    case 'prompt-flow':
    case 'promptless-flow':
      return wrongType(state, isPromptConfigured);
    case 'hosted-page': {
      const { tid, webUri, purpose } = started;
      if (purpose === 'denied-or-waiting') return openDenialPage(state, webUri, requester);
      const transaction = transactionFor(state, { requester, tid, methods: [] }, 'closed');
      return openHostedPage(transaction, webUri);
    }
    case 'denied':
      return failed(state, 'denied', { evidence: toEvidence`init: denied`, requester });
    case 'waiting':
      return step(
        {
          kind: 'account-waiting',
          attempt: state.attempt,
          username: state.username,
          requester,
          webUri: started.webUri,
          inAdvance: state.inAdvance,
        },
        ...closing(state),
        refusal({ ...state, requester }, { outcome: 'not-now', reason: 'waiting' }),
      );
    case 'pending':
      break;
    default:
      return assertNever(started, 'transaction');
  }
  if (started.methods.length === 0) {
    const evidence = `init: no method, ${String(started.unknownMethods)} unknown`;
    return failed(state, 'no-usable-method', { evidence: toEvidence`${evidence}`, requester });
  }
  return openTransaction(state, { requester, tid: started.tid, methods: started.methods }, context);
}

/** Fails, because the application has another type at the service than in the configuration. */
function wrongType(state: Starting, isPromptConfigured: boolean): Step {
  const configKey = APPLICATION_TYPE;
  if (isPromptConfigured) {
    return failed(state, 'application-promptless', {
      evidence: toEvidence`init: status or methods`,
      configKey,
    });
  }
  return failed(state, 'application-type-wrong', {
    evidence: toEvidence`init: webURI without status`,
    configKey,
  });
}

function openTransaction(
  state: Starting,
  opened: Pick<Transaction, 'tid' | 'requester' | 'methods'>,
  context: TransitionContext,
): Step {
  const connectsNow = context.policy.connect === 'after-init';
  const transaction = transactionFor(state, opened, connectsNow ? 'opening' : 'closed');
  const { attempt, tid } = transaction;
  const connecting = connectsNow ? [{ type: 'open-event-channel', attempt, tid } as const] : [];
  return withEffectsBefore(connecting, firstScreen(state, transaction, context));
}

function transactionFor(
  state: Starting,
  opened: Pick<Transaction, 'tid' | 'requester' | 'methods'>,
  eventChannel: Transaction['eventChannel'],
): Transaction {
  return {
    ...opened,
    attempt: state.attempt,
    challenges: 0,
    username: state.username,
    loginDeadlineAtMs: state.loginDeadlineAtMs,
    eventChannel,
    eventChannelEvidence: null,
    lossDueAtMs: null,
    sends: {},
    started: [],
    codeMethod: null,
    isApprovalReceived: false,
    verification: NO_VERIFICATION,
    inAdvance: state.inAdvance,
  };
}

/**
 * Starts the method that the caller asked for, if it is offered; else lets the person choose, or
 * fails.
 */
function firstScreen(state: Starting, transaction: Transaction, context: TransitionContext): Step {
  const selection: LoginState = { kind: 'method-selection', transaction, notice: null };
  const { method, isMethodRequired } = state.inAdvance;
  if (method === null) return step(selection);
  if (transaction.methods.includes(method))
    return startChallenge(selection, transaction, method, context);
  if (!isMethodRequired) return step(selection);
  return failed(selection, 'method-not-offered', {
    evidence: toEvidence`init: ${method} not offered`,
    transaction,
  });
}

/** Handles a failure of init, which a bypass is, too. */
export function transactionFailed(
  from: Starting,
  failure: ServiceFailure,
  context: TransitionContext,
): Step {
  const state: Starting = { ...from, answeredBy: answerSourceAfter(failure, from.answeredBy) };
  const reaction = reactionTo('init', failure);
  if (reaction.do === 'bypass') return bypassed(state, failure, context);
  // SECURITY: SEC-23 allow only while the service is unreachable, before a method is chosen, with a
  // separate outcome.
  if (
    context.policy.failMode === 'allow-when-unreachable' &&
    isUnreachable(failure, from.answeredBy)
  ) {
    return succeeded(state, 'allowed-unreachable', {
      username: state.username,
      identity: null,
      serviceText: null,
    });
  }
  if (reaction.do === 'wait') return failedTooMany(state, 'init', failure, context);
  if (context.policy.hostedPage !== null && missesCallbackUrl(failure)) {
    // The callback address was sent, but the service does not accept it.
    return failed(state, 'field-missing', {
      evidence: toEvidence`init: ${evidenceOf(failure)}`,
      serviceText: serviceTextOf(failure),
      configKey: CALLBACK_URL,
    });
  }
  return failedBy(
    state,
    reaction.do === 'end' ? reaction.code : 'unknown-exception',
    'init',
    failure,
  );
}

/**
 * Whether the service says that `callbackUrl` is missing, which `reactionTo` takes for a wrong
 * application type.
 */
function missesCallbackUrl(failure: ServiceFailure): boolean {
  const reaction = reactionTo('init', failure);
  return reaction.do === 'end' && reaction.code === 'application-type-wrong';
}

function bypassed(state: Starting, failure: ServiceFailure, { policy }: TransitionContext): Step {
  if (policy.bypass === 'deny') {
    return failed(state, 'bypass-refused', {
      evidence: toEvidence`init: ${evidenceOf(failure)}`,
      serviceText: serviceTextOf(failure),
    });
  }
  return succeeded(state, 'bypassed', {
    username: state.username,
    identity: null,
    serviceText: serviceTextOf(failure),
  });
}
