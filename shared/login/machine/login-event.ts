import type { ServiceFailure } from '../../service/service-failure.ts';
import type { HostedPageFailure } from '../../service/service-failure.ts';
import type { CallbackOf } from '../../service/callback.ts';
import type { Identity, SelectedMethod, StartedTransaction } from '../../service/answers.ts';
import type { Method } from '../../service/methods.ts';
import type { Evidence } from '../../service/evidence.ts';

/** An act of the person, as the frontend sends it. */
export type Intent =
  /**
   * `method` starts by itself if the service offers it. With `isMethodRequired`, the login fails if
   * it does not.
   */
  | Readonly<{
      type: 'submit-username';
      username: string;
      method?: Method | null;
      isMethodRequired?: boolean;
    }>
  | Readonly<{ type: 'choose-method'; method: Method }>
  | Readonly<{ type: 'submit-code'; code: string }>
  | Readonly<{ type: 'keep-waiting' }>
  | Readonly<{ type: 'show-page-again' }>
  | Readonly<{ type: 'go-back' }>
  | Readonly<{ type: 'retry' }>
  | Readonly<{ type: 'cancel' }>
  | Readonly<{ type: 'report-not-started' }>
  | Readonly<{ type: 'finish' }>;

/**
 * An event from outside. A signal of an older attempt (transaction) or challenge (chosen method) is
 * ignored. Tokens are numbers here; the controller keeps their values.
 */
export type Signal =
  | Readonly<{ type: 'transaction-started'; attempt: number; transaction: StartedTransaction }>
  | Readonly<{ type: 'transaction-failed'; attempt: number; failure: ServiceFailure }>
  /** `mayHaveMissedEvents`: the event channel was interrupted meanwhile. */
  | Readonly<{ type: 'event-channel-confirmed'; attempt: number; mayHaveMissedEvents: boolean }>
  | Readonly<{ type: 'event-channel-lost'; attempt: number; evidence: Evidence }>
  | Readonly<{ type: 'approval-received'; attempt: number; token: number }>
  /** An approval that cannot be verified: its token is unreadable, or the token limit is reached. */
  | Readonly<{ type: 'approval-missed'; attempt: number }>
  | Readonly<{ type: 'denial-received'; attempt: number }>
  | Readonly<{
      type: 'method-selected';
      attempt: number;
      challenge: number;
      selected: PublicSelection;
    }>
  | Readonly<{ type: 'method-failed'; attempt: number; challenge: number; failure: ServiceFailure }>
  | Readonly<{ type: 'code-accepted'; attempt: number; challenge: number }>
  /** `clockOffMs`: the service's clock minus the computer's. */
  | Readonly<{
      type: 'code-failed';
      attempt: number;
      challenge: number;
      failure: ServiceFailure;
      clockOffMs?: number | null;
    }>
  | Readonly<{ type: 'callback-received'; attempt: number; callback: CallbackOf<number> }>
  | Readonly<{ type: 'page-moved'; attempt: number; address: string }>
  | Readonly<{ type: 'page-closed'; attempt: number }>
  | Readonly<{ type: 'page-failed'; attempt: number; failure: HostedPageFailure }>
  | Readonly<{ type: 'token-redeemed'; attempt: number; token: number; identity: Identity }>
  | Readonly<{ type: 'token-failed'; attempt: number; token: number; failure: ServiceFailure }>
  /** The machine acts on every expired deadline. */
  | Readonly<{ type: 'time-passed' }>;

/**
 * The answer to methodSSH without the secret token of the security key, which stays in the
 * controller.
 */
export type PublicSelection = Omit<SelectedMethod, 'keyToken'>;

export type LoginEvent = Intent | Signal;

/** Every type of intent; the compiler rejects a missing one. Every other event is a signal. */
const INTENTS: Readonly<Record<Intent['type'], true>> = {
  'submit-username': true,
  'choose-method': true,
  'submit-code': true,
  'keep-waiting': true,
  'show-page-again': true,
  'go-back': true,
  retry: true,
  cancel: true,
  'report-not-started': true,
  finish: true,
};

export function isSignal(event: LoginEvent): event is Signal {
  return !Object.hasOwn(INTENTS, event.type);
}

type ChallengeSignal = Extract<Signal, Readonly<{ challenge: number }>>;

const CHALLENGE_SIGNALS: Readonly<Record<ChallengeSignal['type'], true>> = {
  'method-selected': true,
  'method-failed': true,
  'code-accepted': true,
  'code-failed': true,
};

/**
 * The number of the challenge that a signal belongs to; null for a signal of the whole attempt, and
 * for time.
 */
export function challengeOf(signal: Signal): number | null {
  return isChallengeSignal(signal) ? signal.challenge : null;
}

function isChallengeSignal(signal: Signal): signal is ChallengeSignal {
  return Object.hasOwn(CHALLENGE_SIGNALS, signal.type);
}
