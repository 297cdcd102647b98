import type { ServiceFailure } from '../../service/service-failure.ts';
import type { HostedPageFailure } from '../../service/service-failure.ts';
import type { CallbackOf } from '../../service/callback.ts';
import type { Identity, SelectedMethod, StartedTransaction } from '../../service/answers.ts';
import type { Method } from '../../service/methods.ts';
import type { Evidence } from '../../service/evidence.ts';

export type Intent =
  /** `method` starts automatically if offered. */
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
 * An event from outside. Ignore one of an older attempt (transaction) or challenge (chosen method). Tokens are numbers;
 * the controller keeps their values.
 */
export type Signal =
  | Readonly<{ type: 'transaction-started'; attempt: number; transaction: StartedTransaction }>
  | Readonly<{ type: 'transaction-failed'; attempt: number; failure: ServiceFailure }>
  /** `hasGap`: a reconnection; events may have been lost meanwhile. */
  | Readonly<{ type: 'event-channel-confirmed'; attempt: number; hasGap: boolean }>
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

/** The token of the security key stays in the controller. */
export type PublicSelection = Omit<SelectedMethod, 'keyToken'>;

export type LoginEvent = Intent | Signal;

/** The compiler wants each intent here; every other event is a signal. */
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

type OfChallenge = Extract<Signal, Readonly<{ challenge: number }>>;

const OF_CHALLENGES: Readonly<Record<OfChallenge['type'], true>> = {
  'method-selected': true,
  'method-failed': true,
  'code-accepted': true,
  'code-failed': true,
};

/** Null for a signal of the whole attempt, and for time. */
export function challengeOf(signal: Signal): number | null {
  const isOfChallenge = (one: Signal): one is OfChallenge => Object.hasOwn(OF_CHALLENGES, one.type);
  return isOfChallenge(signal) ? signal.challenge : null;
}
