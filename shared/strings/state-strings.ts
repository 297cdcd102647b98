import type { Messages } from './messages.ts';
import type { TimeStrings } from './time-strings.ts';
import type { SentenceParts } from './types.ts';

/** Announced in the window, written on a terminal. */
export function stateStrings({ say }: Messages, { duration, timeLeft }: TimeStrings) {
  return {
    working: say('username.working'),
    reconnecting: say('state.reconnecting'),
    connected: say('state.connected'),
    verifying: say('state.verifying'),
    waiting: say('state.waiting'),
    accepted: say('state.accepted'),
    /** During the first start on a computer. */
    finishing: say('finishing'),
    othersOffered: say('state.others-offered'),
    leftOnPhone: say('state.left-on-phone'),
    sentTooOften: say('state.sent-too-often'),
    remembered: say('state.remembered'),
    moreTime: (remainingMs: number): string => say('state.more-time', { left: timeLeft(remainingMs) }),
    possibleIn: (ms: number): string => say('state.possible-in', { time: duration(ms) }),
    /** The login expired while a failure was on the screen. */
    loginOver: say('state.login-over'),
    /** `time`: a running clock or words. */
    availableIn: (time: string): string => say('state.available-in', { time }),
  } as const;
}

/** Headings and sentences of the states. */
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
