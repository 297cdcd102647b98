import { duration, timeLeft } from './en-time.ts';
import { enUsername } from './en-username.ts';

/** What happens meanwhile, in whole sentences: read aloud in the window, written on a terminal. */
export const enStates = {
  working: enUsername.working,
  reconnecting: 'The connection to the service was lost. Reconnecting.',
  connected: 'The connection to the service is back.',
  verifying: 'Your answer is here. It is being checked with the service.',
  waiting: 'Waiting for your answer.',
  accepted: 'The code is right. The service is confirming it.',
  sentTooOften: 'Used as often as one login allows',
  remembered: 'last time',
  moreTime: (remainingMs: number): string => `The time starts again. ${timeLeft(remainingMs)}.`,
  possibleIn: (ms: number): string => `Possible again in ${duration(ms)}.`,
  /** Said where an end is still on the screen, and the login behind it ends too. */
  loginOver: 'The time for this login has passed. Start again: your name is kept.',
  /** `time` in the frontend's own form: a running clock, or words. */
  availableIn: (time: string): string => `Again in ${time}`,
};

/** Headings and sentences of what the person meets on the way, and of the ends that are no errors. */
export const enPlaces = {
  whoIsSigningIn: enUsername.heading,
  username: enUsername.label,
  confirmItIsYou: 'Confirm it is you',
  signingInAs: 'Signing in as',
  serviceSays: 'The service says',
  sentTo: 'Sent to',
  onPhone: 'Your phone should show',
  application: 'Application',
  computer: 'This computer',
  phone: 'Phone',
  reference: 'Reference',
  setting: 'Setting',
  notApproved: 'Not approved yet',
  notApprovedSentence: 'An administrator has to approve your account before you can sign in.',
  notApprovedWithAddress:
    'An administrator has to approve your account before you can sign in. Open this address to set it up.',
  hostedPage: 'Confirm on the service’s page',
  deniedOrWaiting: 'You cannot sign in now',
  deniedOrWaitingSentence:
    'The login service denies access, or an administrator has to approve your account first. Its page says more.',
  pageUnopened: 'No browser could be started. Copy the address and open it yourself.',
  bypassed: 'The service lets you in without asking for a confirmation.',
  unreachable:
    'The service could not be reached. Your administrator allows signing in without verification in this case.',
};
