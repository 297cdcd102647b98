import { errorStrings, whatToDoOf } from './error-strings.ts';
import type { Messages } from './messages.ts';

export type HeadlessStrings = ReturnType<typeof headlessStrings>;

/** The sentences of a headless login. Each stands behind the program's name on a line of its own. */
export function headlessStrings(messages: Messages) {
  return {
    formatMessage: messages.formatMessage,
    errors: errorStrings(messages, 'computer'),
    whatToDo: whatToDoOf(messages),
  } as const;
}
