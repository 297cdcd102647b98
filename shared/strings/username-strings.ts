import type { UsernameProblem } from '../login/input/username.ts';
import type { Messages } from './messages.ts';

/** The problem of a username, and the advice. */
export function usernameProblems({ say }: Messages): Readonly<Record<UsernameProblem, string>> {
  return {
    empty: say('username.problem.empty'),
    'too-long': say('username.problem.too-long'),
    'unusable-characters': say('username.problem.unusable-characters'),
  };
}
