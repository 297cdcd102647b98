import { isSent, type Method } from '../service/methods.ts';
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
 * It holds wherever an approval of what was sent would still count (docs/decisions/0002), also on another screen by now.
 *
 * @returns null where nothing was sent to anybody, or it is over
 */
export function reportNotStarted(state: LoginState): Step | null {
  const sent = sentMethods(state);
  if (sent.length === 0) return null;
  return failed(state, 'not-started-by-person', { evidence: `person: ${sent.join(' ')}` });
}

/** The methods of an open transaction by which something was sent to somebody, or is being sent. */
export function sentMethods(state: LoginState): readonly Method[] {
  const session = sessionOf(state);
  if (session === null) return [];
  const { method } = subjectOf(state);
  return [...new Set([...session.started, ...(method === null ? [] : [method])])].filter(isSent);
}
