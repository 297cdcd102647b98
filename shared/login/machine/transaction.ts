import type { ServiceFailure } from '../../service/service-failure.ts';
import type { Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';
import type { Evidence } from '../../service/evidence.ts';

/** The request of the caller for every start, until a method is started. */
export type InAdvance = Readonly<{
  method: Method | null;
  /** Fail if the service does not offer the method. */
  isMethodRequired: boolean;
}>;

export const NOTHING_IN_ADVANCE: InAdvance = { method: null, isMethodRequired: false };

/** A transaction open at the service. */
export type Transaction = Readonly<{
  attempt: number;
  /** The last challenge (chosen method); 0 before the first. */
  challenges: number;
  tid: string;
  username: string;
  requester: Requester;
  methods: readonly Method[];
  loginDeadlineAtMs: number;
  eventChannel: 'closed' | 'opening' | 'confirmed' | 'reconnecting';
  eventChannelEvidence: Evidence | null;
  /** When to announce a loss of the event channel, or null. */
  lossDueAtMs: number | null;
  sends: Readonly<Partial<Record<Method, Sends>>>;
  /** Requested methods, regardless of the answer; each once. */
  started: readonly Method[];
  /** The method of the code accepted before any approval. */
  codeMethod: Method | null;
  /** An approval arrived, valid or invalid. */
  isApprovalReceived: boolean;
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

/** Redemption of tokens, concurrent with the wait. */
export type Verification = Readonly<{
  /** Accepted tokens, oldest first, each once. */
  seen: readonly number[];
  /** Tokens since the last choice of a method. */
  inChallenge: number;
  queued: readonly number[];
  inFlight: Redemption | null;
  /** A denial arrived during a verification. */
  isDenied: boolean;
  /** A failure of another call, to handle after the verification. */
  deferred: DeferredFailure | null;
}>;

/** The redemption of one token. After a sleep both tries may be open: one may fail while the other succeeds. */
export type Redemption = Readonly<{
  token: number;
  tries: number;
  /** Calls without a result; 0 in a pause. */
  open: number;
  /** The refusal by an ended call, or null. */
  refusal: ServiceFailure | null;
  /** Deadline of the last call, or of the pause. */
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

/** Records a pause of the service, which stays when the person leaves the method; returns the longer pause's end. */
export function pausedByService(
  transaction: Transaction,
  method: Method,
  earliestMs: number,
): Readonly<{ transaction: Transaction; untilMs: number }> {
  const {
    count,
    againAtMs,
    serviceUntilMs = 0,
  } = transaction.sends[method] ?? { count: 0, againAtMs: 0 };
  const endsAtMs = Math.max(earliestMs, serviceUntilMs);
  const sends = { ...transaction.sends, [method]: { count, againAtMs, serviceUntilMs: endsAtMs } };
  return { transaction: { ...transaction, sends }, untilMs: Math.max(endsAtMs, againAtMs) };
}
