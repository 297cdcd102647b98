import type { LoginOutcome } from '../../../shared/outcomes/login-outcome.ts';
import type { LoginPolicy } from '../../../shared/login/machine/login-policy.ts';
import type { Intent } from '../../../shared/login/machine/login-event.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import type { ServiceFailure } from '../../../shared/service/service-failure.ts';
import type { Method } from '../../../shared/service/methods.ts';
import type { Endpoint } from '../../../shared/outcomes/reaction-policy.ts';

/** The record of one run, for the checker: output, input, and the person's acts and views. */
export type History = Readonly<{ rules: Rules; entries: readonly Entry[] }>;

/** Rules for the whole run. */
export type Rules = Readonly<{
  policy: LoginPolicy;
  /** Tolerance of "at once": zero under a simulated clock, the scheduler's delay with real sockets. */
  toleranceMs: number;
  /** How late a deadline may be acted on after a sleep that no signal told of. */
  lookMs?: number;
}>;

/**
 * One thing that happened. Times are of the process's monotonic clock. Secrets are handles or
 * marks, never values.
 */
export type Entry = Readonly<{ atMs: number }> &
  (
    | RequestEntry
    | Readonly<{ what: 'answer'; request: number; answer: Answer }>
    /** We aborted the request; its answer no longer counts. */
    | Readonly<{ what: 'aborted'; request: number }>
    | Readonly<{ what: 'opened'; eventChannel: number; tid: string }>
    | Readonly<{ what: 'closed'; eventChannel: number }>
    | Readonly<{ what: 'reconnected'; eventChannel: number }>
    | Readonly<{ what: 'confirmed'; eventChannel: number; mayHaveMissedEvents: boolean }>
    | Readonly<{ what: 'lost'; eventChannel: number; evidence: string }>
    /** An event reached the process. `token` is a handle: the same value has the same handle. */
    | Readonly<{
        what: 'event';
        eventChannel: number;
        kind: 'confirmed' | 'unreadable' | 'denied';
        token: string | null;
      }>
    /** The frame just before, as far as a test knows it: the transaction that it named. */
    | Readonly<{ what: 'frame'; tid: string | null }>
    /** The hosted page of a transaction came back. `token` is a handle. */
    | Readonly<{ what: 'callback'; tid: string; state: string; token: string | null }>
    | Readonly<{ what: 'act'; intent: Act }>
    | Readonly<{ what: 'view'; view: LoginView }>
    | Readonly<{ what: 'outcome'; outcome: LoginOutcome }>
    | Readonly<{ what: 'left' }>
    | Readonly<{ what: 'log'; event: string; text: string }>
    /** Any other text of the process that held a secret (a state, say), with the secret as a mark. */
    | Readonly<{ what: 'text'; where: string; text: string }>
    /** The process was told of a resume or of the network's return. */
    | Readonly<{ what: 'refreshed' }>
    /** The process slept: its clock jumped from `fromMs` to now, without any event in between. */
    | Readonly<{ what: 'woke'; fromMs: number }>
    /** The service's side, as far as a test knows it: the person approved, and the event was sent. */
    | Readonly<{ what: 'approved'; tid: string; method: Method | 'hosted-page'; token: string }>
    /** End of the history: no further event, however long the wait. */
    | Readonly<{ what: 'end' }>
  );

export type RequestEntry = Readonly<{
  what: 'request';
  /** Its number in this run. */
  request: number;
  endpoint: Endpoint;
  /** As sent: null if the endpoint takes no username. */
  username: string | null;
  tid: string | null;
  method: Method | null;
  /** Handle of the access token or of the security key's token. */
  token: string | null;
}>;

/** The answer, reduced to the fields that invariants need. */
export type Answer =
  | Readonly<{
      kind: 'good';
      /** Of init: the outcome, of a hosted page its purpose. */
      status: string | null;
      tid: string | null;
      methods: readonly Method[];
      username: string | null;
      qrText: string | null;
    }>
  | Readonly<{ kind: 'failure'; failure: ServiceFailure }>;

/** An intent; a code is the mark of its handle. */
export type Act = Intent;

export type EntryOf<What extends Entry['what']> = Extract<Entry, Readonly<{ what: What }>>;

/** Stands in a text for a secret; `SECRET_MARK` finds it. */
export function secretMark(handle: string): string {
  return `⟦secret ${handle}⟧`;
}

export const SECRET_MARK = /⟦secret [^⟧]*⟧/;
