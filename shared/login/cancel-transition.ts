import { refused } from './login-effect.ts';
import { endsAtOf, heardOf, methodProvenBy, sessionOf, type LoginState } from './login-state.ts';
import { closing, step, subjectOf, type Step } from './step.ts';

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
