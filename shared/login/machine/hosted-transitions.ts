import {
  isPageFailure,
  type HostedPageFailure,
  type ServiceFailure,
} from '../../service/service-failure.ts';
import { CALLBACK_URL, reactionTo } from '../../outcomes/reaction-policy.ts';
import type { Requester } from '../../service/requester.ts';
import type { CallbackOf } from '../../service/callback.ts';
import { toEvidence, type Evidence } from '../../service/evidence.ts';
import { cancel } from './cancel-transition.ts';
import type { DenialPage, HostedPage } from './hosted-state.ts';
import type { Redemption, Starting, Transaction } from './login-state.ts';
import { withEffectsBefore, failed, failedBy, failedTooMany, refusal, step } from './step.ts';
import type { Step, TransitionContext } from './step.ts';
import { redeem, redeemAgain } from './verification-transitions.ts';

export function openHostedPage(transaction: Transaction, webUri: string): Step {
  const { attempt } = transaction;
  return step(
    {
      kind: 'hosted-page',
      transaction,
      page: { address: webUri, isUnopened: false },
      hasReturned: false,
    },
    { type: 'open-hosted-page', attempt, webUri },
  );
}

/** Ends the login, and opens the page that explains the refusal (specification 3). */
// SECURITY: SEC-81 the state has no transaction, so that no token from this page is redeemed.
export function openDenialPage(from: Starting, webUri: string, requester: Requester): Step {
  const { attempt, username, inAdvance } = from;
  const page = { address: webUri, isUnopened: false };
  return step(
    { kind: 'denial-page', attempt, username, requester, page, inAdvance },
    { type: 'open-hosted-page', attempt, webUri },
    refusal(
      { attempt, username, requester },
      { outcome: 'denied', reason: 'denied-by-service', code: 'denied' },
    ),
  );
}

/**
 * Shows the end of a login whose denial page was read. `openDenialPage` has reported the outcome
 * already.
 */
export function endDenialPage(state: DenialPage, evidence: Evidence): Step {
  const end = failed(state, 'denied', { evidence });
  return step(end.state, ...end.effects.filter(({ type }) => type !== 'report-outcome'));
}

/** Undocumented states cancel the login, as `cancel` and `logout` do (docs/decisions/0034). */
export function callbackReceived(
  state: HostedPage,
  callback: CallbackOf<number>,
  context: TransitionContext,
): Step {
  switch (callback.state) {
    case 'ok': {
      const { token } = callback;
      const { transaction } = state;
      // SECURITY: SEC-81 accept only the first callback; its token is for one confirmation.
      const verification = { ...transaction.verification, seen: [token], tokensInChallenge: 1 };
      const returned = { ...transaction, isApprovalReceived: true, verification };
      return withEffectsBefore(
        [{ type: 'close-hosted-page', attempt: transaction.attempt }],
        redeem({ ...state, transaction: returned, hasReturned: true }, token, context),
      );
    }
    case 'error':
      return failed(state, 'hosted-page-failed', { evidence: toEvidence`callback: error` });
    case 'malformed':
      return failed(state, 'answer-malformed', { evidence: toEvidence`callback: malformed` });
    case 'cancel':
    case 'logout':
    case 'unknown':
      return cancel(state) ?? step(state);
  }
}

/**
 * Handles the failed redemption of the callback's token. The page sends one token only, so that its
 * refusal, or a second missing answer, ends the login.
 */
export function callbackTokenFailed(
  state: HostedPage,
  redemption: Redemption,
  failure: ServiceFailure,
  context: TransitionContext,
): Step {
  const secondTry = redeemAgain(state, redemption, failure, context);
  if (secondTry) return secondTry;
  const reaction = reactionTo('credentials', failure);
  if (reaction.do === 'wait') return failedTooMany(state, 'credentials', failure, context);
  // The service no longer takes the token, and there will be no other: this confirmation has
  // expired.
  if (reaction.do === 'ignore-token') return failedBy(state, 'expired', 'credentials', failure);
  return failedBy(
    state,
    reaction.do === 'end' ? reaction.code : 'unknown-exception',
    'credentials',
    failure,
  );
}

export function pageMoved(state: HostedPage | DenialPage, address: string): Step {
  return step({ ...state, page: { ...state.page, address } });
}

export function showPageAgain(state: HostedPage | DenialPage): Step {
  const attempt = state.kind === 'hosted-page' ? state.transaction.attempt : state.attempt;
  const page = { ...state.page, isUnopened: false };
  return step({ ...state, page }, { type: 'show-hosted-page-again', attempt });
}

/**
 * Handles a page that could not be shown. If only the browser did not start, the login goes on,
 * because the person can open the address. Every other failure ends it.
 */
export function pageFailed(state: HostedPage | DenialPage, failure: HostedPageFailure): Step {
  if (failure.kind === 'browser')
    return step({ ...state, page: { ...state.page, isUnopened: true } });
  if (state.kind === 'denial-page') return endDenialPage(state, toEvidence`page: not shown`);
  // The reaction to these failures is the same for every endpoint.
  const reaction = reactionTo('init', failure);
  const code = reaction.do === 'end' ? reaction.code : 'unknown-exception';
  if (!isPageFailure(failure)) return failedBy(state, code, 'hosted page', failure);
  // There is no listener for the callback: the screen names the key of its address.
  return failed(state, code, {
    evidence: toEvidence`hosted page: ${failure.evidence}`,
    configKey: CALLBACK_URL,
  });
}
