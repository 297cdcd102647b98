import type { ServiceFailure } from '../../service/service-failure.ts';
import type { Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';

/** The request of the caller for every start, until a method is started. */
export type InAdvance = Readonly<{
  /** The method to start automatically. */
  method: Method | null;
  /** Whether the login fails if the service does not offer the method. */
  isMethodRequired: boolean;
}>;

export const NOTHING_IN_ADVANCE: InAdvance = { method: null, isMethodRequired: false };

/** A transaction that is open at the service. */
export type Transaction = Readonly<{
  attempt: number;
  /** Number of the last challenge (chosen method); 0 before the first. */
  challenges: number;
  tid: string;
  username: string;
  requester: Requester;
  methods: readonly Method[];
  loginDeadlineAtMs: number;
  eventChannel: 'closed' | 'opening' | 'confirmed' | 'reconnecting';
  eventChannelEvidence: string | null;
  /** When to announce the loss of the event channel; null without an unannounced loss. */
  lossDueAtMs: number | null;
  /** Only methods that notify the person, and methods with a pause by the service. */
  sends: Readonly<Partial<Record<Method, Sends>>>;
  /** Methods requested so far, regardless of the answer; each once. */
  started: readonly Method[];
  /** The method of a code accepted before any approval. */
  codeMethod: Method | null;
  /** Whether any approval arrived, valid or invalid. */
  isApprovalHeard: boolean;
  verification: Verification;
  inAdvance: InAdvance;
}>;

export type Sends = Readonly<{
  count: number;
  /** End of our own pause. */
  againAtMs: number;
  /** End of the pause requested by the service. */
  serviceUntilMs?: number;
}>;

/** The redemption of tokens, concurrent with the wait. */
export type Verification = Readonly<{
  /** Every accepted token of the attempt, oldest first, each once. */
  seen: readonly number[];
  /** Tokens since the last choice of a method. */
  inChallenge: number;
  /** Tokens not yet sent to the service. */
  queued: readonly number[];
  inFlight: Redemption | null;
  /** Whether a denial arrived during the verification of an approval. */
  isDenied: boolean;
  /** A failure of another call during the verification; handled afterwards. */
  deferred: DeferredFailure | null;
}>;

/** A token sent to the service. After a sleep both tries may be open: one may fail while the other succeeds. */
export type Redemption = Readonly<{
  token: number;
  /** Calls so far. */
  tries: number;
  /** Calls without a result. */
  open: number;
  /** The refusal of an ended call; null without one. */
  refusal: ServiceFailure | null;
  /** Deadline of the last call. */
  deadlineAtMs: number;
}>;

export type DeferredFailure = Readonly<{
  challenge: number;
  failure: ServiceFailure;
  clockOffMs: number | null;
}>;

export const NO_VERIFICATION: Verification = {
  seen: [],
  inChallenge: 0,
  queued: [],
  inFlight: null,
  isDenied: false,
  deferred: null,
};

/**
 * Records a pause that the service requests; it stays when the person leaves the method.
 *
 * @returns also the end of the longer pause, ours or the service's
 */
export function pausedByService(
  transaction: Transaction,
  method: Method,
  earliestMs: number,
): Readonly<{ transaction: Transaction; untilMs: number }> {
  const { count, againAtMs, serviceUntilMs = 0 } = transaction.sends[method] ?? { count: 0, againAtMs: 0 };
  const endsAtMs = Math.max(earliestMs, serviceUntilMs);
  const sends = { ...transaction.sends, [method]: { count, againAtMs, serviceUntilMs: endsAtMs } };
  return { transaction: { ...transaction, sends }, untilMs: Math.max(endsAtMs, againAtMs) };
}
