import { errorStrings, whatToDoOf } from './error-strings.ts';
import type { Messages } from './messages.ts';

export type HeadlessStrings = ReturnType<typeof headlessStrings>;

/** Each text follows the program's name on a log line. */
export function headlessStrings(messages: Messages) {
  const { say } = messages;
  return {
    errors: errorStrings(messages, 'computer'),
    whatToDo: whatToDoOf(messages),
    usernameUnusable: say('headless.username-unusable'),
    noCode: say('headless.no-code'),
    codeWanted: say('headless.code-wanted'),
    codeWrong: say('headless.code-wrong'),
    keyWanted: say('headless.key-wanted'),
    keyWrong: say('headless.key-wrong'),
    codeAccepted: say('headless.code-accepted'),
    openQr: (qrText: string): string => say('headless.open-qr', { text: qrText }),
    possiblyMissed: say('headless.possibly-missed'),
    reconnecting: say('headless.reconnecting'),
    waiting: say('headless.waiting'),
    finishing: say('finishing'),
    /** `said`: the service's text. */
    reference: (reference: string, said: string | null): string =>
      said === null ? reference : say('headless.reference-service', { reference, text: said }),
    openPage: (address: string): string => say('headless.open-page', { address }),
    returned: say('headless.returned'),
    deniedOrWaiting: (address: string): string => say('headless.denied-or-waiting', { address }),
    accountWaiting: (address: string | null): string =>
      address === null
        ? say('headless.account-waiting')
        : say('headless.account-waiting-address', { address }),
    serviceSays: (said: string): string => say('headless.service-says', { text: said }),
  } as const;
}
