import { enUsername, enUsernameProblem } from './en-username.ts';
import type { FirstStrings } from './window-strings.ts';

/** English: the words of the first screen. */
export const enFirst: FirstStrings = {
  language: 'en',
  trouble: {
    'ipc-denied': 'This window may not do that. Close it and start again.',
    'ipc-invalid': 'That could not be sent in this form. Shorten it and try again.',
    'not-now': 'That is not possible at the moment.',
    internal: 'Something broke in this program, and nothing was done. Try again.',
    'not-loaded': 'The next screen could not be loaded. Try again.',
    'no-bridge': 'The program behind this window has stopped. Close it and start again.',
  },
  usernameProblem: enUsernameProblem,
  common: {
    continue: 'Continue',
    cancel: 'Cancel',
    tryAgain: 'Try again',
    help: 'Your administrator can help.',
    working: enUsername.working,
  },
  username: {
    heading: enUsername.heading,
    label: enUsername.label,
    isSet: 'This name is set and cannot be changed here.',
  },
  doctor: {
    open: 'Something wrong?',
    help: 'Your administrator can help.',
  },
};
