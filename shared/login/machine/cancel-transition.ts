import { isSent, type Method } from '../../service/methods.ts';
import { toEvidence } from '../../service/evidence.ts';
import { answerSourceOf, methodProvenBy, transactionOf, type LoginState } from './login-state.ts';
import { closing, failed, refusal, step, subjectOf, type Step } from './step.ts';

/** Returns to the username entry. Reports `cancelled`, unless the ended login has already reported its outcome. */
export function cancel(state: LoginState): Step | null {
  if (state.kind === 'username-entry') return null;
  // A login that was allowed without confirmation can still be cancelled.
  if (state.kind === 'succeeded' && state.outcome === 'confirmed') return null;
  const { attempt, username } = subjectOf(state);
  const home: LoginState = {
    kind: 'username-entry',
    attempt,
    username,
    problem: null,
    tries: 0,
    answeredBy: answerSourceOf(state),
    isLeftOnPhone: transactionOf(state)?.started.includes('push') === true,
  };
  const hadEnded =
    state.kind === 'failed' || state.kind === 'account-waiting' || state.kind === 'denial-page';
  if (hadEnded) return step(home, ...closing(state));
  const method = methodProvenBy(transactionOf(state));
  const report = refusal(subjectOf(state), { outcome: 'cancelled', reason: 'cancelled', method });
  return step(home, ...closing(state), report);
}

/**
 * Ends a login that the person did not start (docs/decisions/0038), as long as a late approval of a sent request is
 * valid (docs/decisions/0002). Null if no request was sent in an open transaction.
 */
export function reportNotStarted(state: LoginState): Step | null {
  const sent = sentMethods(state);
  if (sent.length === 0) return null;
  return failed(state, 'not-started-by-person', {
    evidence: toEvidence`person: ${sent.join(' ')}`,
  });
}

/** Requested methods with `isSent`; empty without an open transaction. */
export function sentMethods(state: LoginState): readonly Method[] {
  const transaction = transactionOf(state);
  if (transaction === null) return [];
  const { method } = subjectOf(state);
  return [...new Set([...transaction.started, ...(method === null ? [] : [method])])].filter(
    isSent,
  );
}
