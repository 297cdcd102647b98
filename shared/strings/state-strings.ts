import type { Messages } from './messages.ts';
import type { TimeStrings } from './time-strings.ts';
import type { SentenceParts } from './types.ts';

/** The progress, in whole sentences: read aloud in the window, written on a terminal. */
export function stateStrings({ say }: Messages, { duration, timeLeft }: TimeStrings) {
  return {
    working: say('username.working'),
    reconnecting: say('state.reconnecting'),
    connected: say('state.connected'),
    verifying: say('state.verifying'),
    waiting: say('state.waiting'),
    accepted: say('state.accepted'),
    /** Behind a login that has succeeded, at a first start of all. */
    finishing: say('finishing'),
    othersOffered: say('state.others-offered'),
    /** After a cancellation. */
    leftOnPhone: say('state.left-on-phone'),
    sentTooOften: say('state.sent-too-often'),
    remembered: say('state.remembered'),
    moreTime: (remainingMs: number): string => say('state.more-time', { left: timeLeft(remainingMs) }),
    possibleIn: (ms: number): string => say('state.possible-in', { time: duration(ms) }),
    /** Said where an end is still on the screen, and the login behind it ends too. */
    loginOver: say('state.login-over'),
    /** `time` in the frontend's own form: a running clock, or words. */
    availableIn: (time: string): string => say('state.available-in', { time }),
  } as const;
}

/** Headings and sentences of the states, and of the ends that are no errors. */
export function placeStrings({ say, sentence }: Messages) {
  return {
    whoIsSigningIn: say('username.heading'),
    username: say('username.label'),
    confirmItIsYou: say('place.confirm-it-is-you'),
    signingInAs: (username: string): SentenceParts => sentence('place.signing-in-as', { username }),
    serviceSays: say('service-says'),
    sentTo: (number: string): SentenceParts => sentence('place.sent-to', { number }),
    onPhone: say('place.on-phone'),
    application: say('place.application'),
    computer: say('place.computer'),
    phone: say('place.phone'),
    reference: say('place.reference'),
    setting: say('place.setting'),
    notApproved: say('place.not-approved'),
    notApprovedSentence: say('place.not-approved-sentence'),
    notApprovedWithAddress: say('place.not-approved-with-address'),
    hostedPage: say('place.hosted-page'),
    deniedOrWaiting: say('place.denied-or-waiting'),
    deniedOrWaitingSentence: say('place.denied-or-waiting-sentence'),
    pageUnopened: say('place.page-unopened'),
    bypassed: say('place.bypassed'),
    unreachable: say('place.unreachable'),
  } as const;
}
