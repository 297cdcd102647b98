import { isSent } from '../service/methods.ts';
import { refused } from './login-effect.ts';
import { endsAtOf, heardOf, methodProvenBy, sessionOf, type LoginState } from './login-state.ts';
import { closing, failed, step, subjectOf, type Step } from './step.ts';

/** Back to the username, from any state. A login under way counts as cancelled; one that ended was reported. */
export function cancel(state: LoginState): Step | null {
  if (state.kind === 'username-entry') return null;
  // A confirmation is final; being let in without one can still be declined.
  if (state.kind === 'succeeded' && state.outcome === 'confirmed') return null;
  const { attempt, username, asker } = subjectOf(state);
  const home: LoginState = {
    kind: 'username-entry',
    attempt,
    username,
    problem: null,
    tries: 0,
    endsAtMs: endsAtOf(state),
    heard: heardOf(state),
    isLeftOnPhone: sessionOf(state)?.started.includes('push') === true,
  };
  const hadEnded =
    state.kind === 'failed' || state.kind === 'account-waiting' || state.kind === 'denial-page';
  if (hadEnded) return step(home, ...closing(state));
  return step(home, ...closing(state), {
    type: 'report-outcome',
    attempt,
    outcome: refused({
      outcome: 'cancelled',
      reason: 'cancelled',
      code: null,
      username,
      method: methodProvenBy(sessionOf(state)),
      asker,
    }),
  });
}

/**
 * The person says that they did not start this login. It ends like a cancellation: nothing that comes afterwards lets
 * anybody in, neither an approval on its way nor one that is being checked. It cannot be gone on with (docs/decisions/0038).
 *
 * @returns null where nothing was sent to anybody
 */
export function reportNotStarted(state: LoginState): Step | null {
  switch (state.kind) {
    case 'challenge-starting':
    case 'code-entry':
    case 'code-submitting':
    case 'approval-pending': {
      const method = subjectOf(state).method;
      if (method === null || !isSent(method)) return null;
      return failed(state, 'not-started-by-person', { evidence: `person: ${method}` });
    }
    case 'username-entry':
    case 'starting':
    case 'method-selection':
    case 'hosted-page':
    case 'account-waiting':
    case 'denial-page':
    case 'failed':
    case 'succeeded':
      return null;
  }
}
