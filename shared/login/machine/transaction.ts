import type { ServiceFailure } from '../../service/service-failure.ts';
import type { Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';

/** The caller's advance request. It applies to every start until a method was started. */
export type InAdvance = Readonly<{
  /** A method to start by itself. */
  method: Method | null;
  /** The login fails if the service does not offer it. */
  isMethodRequired: boolean;
}>;

export const NOTHING_IN_ADVANCE: InAdvance = { method: null, isMethodRequired: false };

/** A transaction that the service holds open for us, and the state of its event channel. */
export type Transaction = Readonly<{
  attempt: number;
  /** Number of the last challenge (chosen method); 0 before the first. */
  challenges: number;
  tid: string;
  username: string;
  requester: Requester;
  methods: readonly Method[];
  /** When the whole login ends. */
  loginDeadlineAtMs: number;
  eventChannel: 'closed' | 'opening' | 'confirmed' | 'reconnecting';
  eventChannelEvidence: string | null;
  /** When to say that the event channel is lost; null where it was said, or is not. */
  lossDueAtMs: number | null;
  /** How often each method was sent, and from when on it may be chosen again. */
  sends: Readonly<Partial<Record<Method, Sends>>>;
  /** The methods that the service was asked to start, whatever it answered, each once. */
  started: readonly Method[];
  /** The method of a code that the service accepted before any approval was heard. */
  codeMethod: Method | null;
  /** An approval arrived in this attempt, of any method, valid or not. */
  isApprovalHeard: boolean;
  verification: Verification;
  inAdvance: InAdvance;
}>;

/** The count and the pauses of a requested method. */
export type Sends = Readonly<{
  count: number;
  /** The end of our own pause before it is sent again. */
  againAtMs: number;
  /** The end of the pause that the service wanted, where it said that there were too many. */
  serviceUntilMs?: number;
}>;

/** The redemption of tokens. It runs beside the wait. */
export type Verification = Readonly<{
  /** Every token accepted in this attempt, oldest first, each once. */
  seen: readonly number[];
  /** How many of them came since the last method was chosen. */
  inChallenge: number;
  /** Those not yet sent to the service. */
  queued: readonly number[];
  inFlight: Redemption | null;
  /** A denial arrived while an approval was being checked. */
  isDenied: boolean;
  /** A call of this challenge failed while an approval was being checked. It counts when the check is done. */
  deferred: DeferredFailure | null;
}>;

/** A token on its way. After a sleep both its tries may be open: one may fail while the other succeeds. */
export type Redemption = Readonly<{
  token: number;
  /** How often it was sent. */
  tries: number;
  /** How many of these calls have not ended. */
  open: number;
  /** The service's refusal by a call that has ended. */
  refusal: ServiceFailure | null;
  /** Of the last call. */
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
 * The service wants a pause of a method, whichever call said so. It stands wherever the person goes meanwhile.
 *
 * @returns also when the method can be asked for again: not before our own pause has ended, where one is under way
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
