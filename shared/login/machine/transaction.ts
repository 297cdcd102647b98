import type { ServiceFailure } from '../../service/service-failure.ts';
import type { Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';
import type { Evidence } from '../../service/evidence.ts';

/**
 * The method that the caller asks for. It holds for every start of a transaction, until a method
 * was started.
 */
export type InAdvance = Readonly<{
  method: Method | null;
  /** The login fails if the service does not offer the method. */
  isMethodRequired: boolean;
}>;

export const NOTHING_IN_ADVANCE: InAdvance = { method: null, isMethodRequired: false };

/** A transaction open at the service. */
export type Transaction = Readonly<{
  attempt: number;
  /**
   * How many challenges (chosen methods) there were, which is the number of the last one; 0 before
   * the first.
   */
  challenges: number;
  tid: string;
  username: string;
  requester: Requester;
  methods: readonly Method[];
  loginDeadlineAtMs: number;
  eventChannel: 'closed' | 'opening' | 'confirmed' | 'reconnecting';
  eventChannelEvidence: Evidence | null;
  /** When a loss of the event channel is announced. Null without a loss, and once it is announced. */
  lossDueAtMs: number | null;
  sends: Readonly<Partial<Record<Method, Sends>>>;
  /** The methods that were requested, each once, whatever the service answered. */
  started: readonly Method[];
  /** The method of the code accepted before any approval. */
  codeMethod: Method | null;
  /** An approval has arrived, whether it proves valid or not. */
  isApprovalReceived: boolean;
  verification: Verification;
  inAdvance: InAdvance;
}>;

/** How often a method was sent to the person in a transaction, and when it may be sent again. */
export type Sends = Readonly<{
  count: number;
  /** When our own pause ends. */
  againAtMs: number;
  /** When the pause ends that the service asked for; missing if it asked for none. */
  serviceUntilMs?: number;
}>;

/** The redemption of tokens, which goes on beside the wait for the person. */
export type Verification = Readonly<{
  /** The tokens that were accepted for redemption, oldest first, each once. */
  seen: readonly number[];
  /** How many of them came since the last choice of a method. */
  tokensInChallenge: number;
  /** The tokens that wait for the end of the redemption in flight. */
  queued: readonly number[];
  inFlight: Redemption | null;
  /** A denial arrived during the verification. */
  isDenied: boolean;
  /** A failure of another call, which is handled after the verification. */
  deferred: DeferredFailure | null;
}>;

/**
 * The redemption of one token, of which a missing answer makes a second try. After a sleep of the
 * computer both tries may be without a result: one may fail while the other succeeds.
 */
export type Redemption = Readonly<{
  token: number;
  tries: number;
  /** How many calls have no result yet; 0 during the pause before the second try. */
  openCalls: number;
  /** The answer of an ended call that refused the token; null without one. */
  refusal: ServiceFailure | null;
  /** The deadline of the last call, or of the pause. */
  deadlineAtMs: number;
}>;

/**
 * The failure of a call that starts the method or checks the code of a challenge
 * (`deferred-failure.ts`).
 */
export type DeferredFailure = Readonly<{
  challenge: number;
  failure: ServiceFailure;
  clockOffMs: number | null;
}>;

export const NO_VERIFICATION: Verification = {
  seen: [],
  tokensInChallenge: 0,
  queued: [],
  inFlight: null,
  isDenied: false,
  deferred: null,
};

const NEVER_SENT: Sends = { count: 0, againAtMs: 0 };

/**
 * Records in the transaction that the service wants a pause of a method. The pause stays when the
 * person leaves the method.
 *
 * @param endsAtMs when this pause ends; an earlier pause of the service that ends later stays
 * @returns the transaction, and when the method can be started again: after the pauses of the
 *   service and of ours
 */
export function pausedByService(
  transaction: Transaction,
  method: Method,
  endsAtMs: number,
): Readonly<{ transaction: Transaction; untilMs: number }> {
  const { count, againAtMs, serviceUntilMs = 0 } = transaction.sends[method] ?? NEVER_SENT;
  const latestMs = Math.max(endsAtMs, serviceUntilMs);
  const sends = { ...transaction.sends, [method]: { count, againAtMs, serviceUntilMs: latestMs } };
  return { transaction: { ...transaction, sends }, untilMs: Math.max(latestMs, againAtMs) };
}
