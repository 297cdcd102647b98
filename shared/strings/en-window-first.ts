import type { TroubleCode } from '../ipc/trouble.ts';
import type { UsernameProblem } from '../login/login-view.ts';
import { enUsername, enUsernameProblem } from './en-username.ts';

const HELP = 'Your administrator can help.';

/** English: the words of the first screen, and of what is there before the other screens. */
export const enFirst = {
  /** BCP 47 tag, for the `lang` attribute (WCAG 3.1.1) and for `Intl`. */
  language: 'en',
  trouble: {
    'ipc-denied': 'This window may not do that. Close it and start again.',
    'ipc-invalid': 'That could not be sent in this form. Shorten it and try again.',
    'not-now': 'That is not possible at the moment.',
    'not-saved': 'The file could not be saved. Check the folder and the free space.',
    internal: 'Something broke in this program, and nothing was done. Try again.',
    'not-loaded': 'The next screen could not be loaded. Try again.',
    'no-bridge': 'The program behind this window has stopped. Close it and start again.',
  } satisfies Record<TroubleCode, string>,
  usernameProblem: enUsernameProblem satisfies Record<UsernameProblem, string>,
  common: {
    continue: 'Continue',
    cancel: 'Cancel',
    tryAgain: 'Try again',
    help: HELP,
    working: enUsername.working,
  },
  username: {
    heading: enUsername.heading,
    label: enUsername.label,
    isSet: 'This name is set and cannot be changed here.',
  },
  doctor: {
    /** Opens it. */
    open: 'Something wrong?',
  },
};
