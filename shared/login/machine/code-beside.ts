import { chooseMethod, refusalToSend } from './challenge-transitions.ts';
import type { Effect } from './login-effect.ts';
import type { ApprovalPending, ChallengeStarting } from './login-state.ts';
import { METHOD_OF_CODE_BESIDE } from '../../service/methods.ts';
import { parsePasscode } from '../input/passcode.ts';
import { unsentCodeProblem } from './code-transitions.ts';
import { step, type Step, type TransitionContext } from './step.ts';

/** Whether the screen of a waiting push takes a code from an app. */
export function takesCodeBeside({
  transaction,
  challenge,
}: Pick<ApprovalPending, 'transaction' | 'challenge'>): boolean {
  return (
    challenge.method === 'push' &&
    transaction.methods.includes(METHOD_OF_CODE_BESIDE) &&
    // Checked for the time at which the push was started, so that the field does not come or go
    // during the wait.
    refusalToSend(transaction, METHOD_OF_CODE_BESIDE, challenge.startedAtMs, false) === null
  );
}

/**
 * Starts the method of a code that was typed beside a push. The controller keeps the code until the
 * method has started. An approval of the push still counts (docs/decisions/0002). Null if the
 * screen takes no code.
 */
export function submitCodeBeside(
  state: ApprovalPending,
  typed: string,
  context: TransitionContext,
): Step | null {
  if (!takesCodeBeside(state)) return null;
  const parsed = parsePasscode(typed);
  if (!parsed.ok)
    return step({ ...state, unsentCode: unsentCodeProblem(state.unsentCode, parsed.error) });
  const passcode = parsed.value;
  const chosen = chooseMethod(state, METHOD_OF_CODE_BESIDE, context);
  // The method did not start: the step has a notice instead.
  if (chosen?.state.kind !== 'challenge-starting') return chosen;
  const starting: ChallengeStarting = { ...chosen.state, pendingPasscodeLength: passcode.length };
  const keep: Effect = { type: 'keep-passcode', challenge: starting.challenge, passcode };
  return step(starting, keep, ...chosen.effects);
}
