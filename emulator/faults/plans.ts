import type { JsonObject } from '../basics/json.ts';
import type { CallbackParameters } from '../prompt/callback-address.ts';
import type { Act } from '../service/acts.ts';

/** How far an answer gets before the connection stalls or is cut. */
export type Ending =
  | 'complete'
  | 'hang-before-answer'
  | 'hang-after-headers'
  | 'reset-before-answer'
  | 'reset-after-headers'
  | 'reset-in-body';

/** An answer that is about to be sent. Faults change it, one after the other. */
export interface AnswerPlan {
  status: number;
  headers: Record<string, string>;
  /** The JSON of the answer; the body where `raw` is null. */
  envelope: JsonObject;
  raw: string | Buffer | null;
  signature: 'right' | 'wrong' | 'none';
  ending: Ending;
  delayMilliseconds: number;
  /** When the confirmation event comes, relative to the answer; null: right after it. */
  eventTiming: { readonly offsetMilliseconds: number; readonly act: Act } | null;
}

/** The effect of a fault on an answer. */
export interface AnswerEffect {
  /** The answer does not depend on the genuine one. */
  readonly replaces: boolean;
  /** The request is not carried out at all. */
  readonly skipsProcessing: boolean;
  apply(plan: AnswerPlan): void;
}

/** One event on its way to a connector. */
export interface EventCopy {
  readonly delayMilliseconds: number;
  /** The transaction whose subscribers receive it. */
  readonly tid: string;
  /** The transaction that it names. */
  readonly namedTid: string;
  readonly eventName: string;
  readonly token: string | null;
  /** Sent instead of a payload with the token. */
  readonly payload?: unknown;
}

/** The effect of a fault on an event: it may vanish, multiply, wait or change. */
export interface EventEffect {
  apply(copies: readonly EventCopy[]): readonly EventCopy[];
}

/** The effect of a fault on the way back from a hosted page, which is a redirect (`location`) before it. */
export interface CallbackEffect {
  /** @param callback the address of init, and the names of its parameters */
  apply(
    plan: AnswerPlan,
    callback: { readonly names: CallbackParameters; readonly callbackUrl: string },
  ): void;
}
