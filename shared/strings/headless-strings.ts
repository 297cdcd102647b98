import { errorStrings, whatToDoOf } from './error-strings.ts';
import type { Messages } from './messages.ts';

export type HeadlessStrings = ReturnType<typeof headlessStrings>;

/** Each text follows the program's name on a log line. */
export function headlessStrings(messages: Messages) {
  const { say } = messages;
  return {
    say,
    errors: errorStrings(messages, 'computer'),
    whatToDo: whatToDoOf(messages),
    /** `said`: the service's text. */
    reference: (reference: string, said: string | null): string =>
      said === null ? reference : say('headless.reference-service', { reference, text: said }),
    accountWaiting: (address: string | null): string =>
      address === null
        ? say('headless.account-waiting')
        : say('headless.account-waiting-address', { address }),
  } as const;
}
