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
export type AnswerPlan = {
  status: number;
  headers: Record<string, string>;
  /** The JSON of the answer; the body where `raw` is null. */
  envelope: JsonObject;
  raw: string | Buffer | null;
  signature: 'right' | 'wrong' | 'none';
  ending: Ending;
  delayMs: number;
  /** When the confirmation event comes, relative to the answer; null: right after it. */
  eventTiming: Readonly<{ offsetMs: number; act: Act }> | null;
};

/** The effect of a fault on an answer. */
export type AnswerEffect = Readonly<{
  /** The answer does not depend on the genuine one. */
  replaces: boolean;
  /** The request is not carried out at all. */
  skipsProcessing: boolean;
  apply: (plan: AnswerPlan) => void;
}>;

/** One event that is sent to a connector. */
export type EventCopy = Readonly<{
  delayMs: number;
  /** The transaction whose subscribers receive it. */
  tid: string;
  /** The transaction that it names. */
  namedTid: string;
  eventName: string;
  token: string | null;
  /** Sent instead of a payload with the token. */
  payload?: unknown;
}>;

/** The effect of a fault on an event: it may vanish, multiply, wait or change. */
export type EventEffect = Readonly<{
  apply: (copies: readonly EventCopy[]) => readonly EventCopy[];
}>;

/**
 * The effect of a fault on the callback of a hosted page, which is a redirect (`location`) before
 * it.
 */
export type CallbackEffect = Readonly<{
  /** @param callback the address of init, and the names of its parameters */
  apply: (
    plan: AnswerPlan,
    callback: Readonly<{ names: CallbackParameters; callbackUrl: string }>,
  ) => void;
}>;
