import { isSent, type Method } from '../../service/methods.ts';
import { toEvidence } from '../../service/evidence.ts';
import { answerSourceOf, methodProvenBy, transactionOf, type LoginState } from './login-state.ts';
import { closing, failed, refusal, step, subjectOf, type Step } from './step.ts';

/**
 * Returns to the username entry, and reports `cancelled` unless the login has ended and reported
 * its outcome before. Null at the username entry and after a confirmed login.
 */
export function cancel(state: LoginState): Step | null {
  if (state.kind === 'username-entry') return null;
  // A login that was allowed without confirmation can still be cancelled.
  if (state.kind === 'succeeded' && state.outcome === 'confirmed') return null;
  const { attempt, username } = subjectOf(state);
  const usernameEntry: LoginState = {
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
  if (hadEnded) return step(usernameEntry, ...closing(state));
  const method = methodProvenBy(transactionOf(state));
  const report = refusal(subjectOf(state), { outcome: 'cancelled', reason: 'cancelled', method });
  return step(usernameEntry, ...closing(state), report);
}

/**
 * Ends a login that the person did not start (docs/decisions/0038). It does so as long as an
 * approval of a request that was sent to them would still count (docs/decisions/0002): null if no
 * request was sent in an open transaction.
 */
export function reportNotStarted(state: LoginState): Step | null {
  const sent = sentMethods(state);
  if (sent.length === 0) return null;
  return failed(state, 'not-started-by-person', {
    evidence: toEvidence`person: ${sent.join(' ')}`,
  });
}

/**
 * The methods whose request may have reached the person (`isSent`), each once; empty without an
 * open transaction.
 */
export function sentMethods(state: LoginState): readonly Method[] {
  const transaction = transactionOf(state);
  if (transaction === null) return [];
  const { method } = subjectOf(state);
  const methods = method === null ? transaction.started : [...transaction.started, method];
  return [...new Set(methods)].filter(isSent);
}
