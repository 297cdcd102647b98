import { errorStrings, whatToDoOf } from './error-strings.ts';
import type { Messages } from './messages.ts';

export type HeadlessStrings = ReturnType<typeof headlessStrings>;

/** Each text follows the program's name on a log line. */
export function headlessStrings(messages: Messages) {
  return {
    say: messages.say,
    errors: errorStrings(messages, 'computer'),
    whatToDo: whatToDoOf(messages),
  } as const;
}
