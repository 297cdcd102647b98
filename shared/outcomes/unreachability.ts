import { isPageFailure, type ServiceFailure } from '../service/service-failure.ts';
import type { NetworkFault } from '../service/network-fault.ts';

/**
 * The faults that mean that nobody answered. The fail mode applies to no other fault, not even to
 * an unreachable proxy, because the person may have chosen that proxy (docs/decisions/0014).
 */
const NOBODY_ANSWERED: readonly NetworkFault[] = [
  'offline',
  'name',
  'refused',
  'no-connection',
  'hung-up',
];

/**
 * The statuses of a service that is unavailable, those of RFC 9110 and of a well-known gateway. Any
 * other status counts as an answer.
 */
const NOBODY_SERVED: readonly number[] = [500, 502, 503, 504, 520, 521, 522, 523, 524, 530];

/**
 * Who has answered in this login so far. `path`: something on the network path, such as a proxy, a
 * filter or a guest network, or a server with another certificate.
 */
export type AnswerSource = 'nobody' | 'path' | 'service';

/** Whether a fail mode may apply (docs/flows.md). */
// SECURITY: SEC-23 exclude certificates, proxy refusals, 4xx, unreadable answers, and silence after
// an answer.
export function isUnreachable(failure: ServiceFailure, answeredBy: AnswerSource): boolean {
  if (answeredBy === 'service') return false;
  if (isSilence(failure)) return answeredBy === 'nobody';
  return failure.kind === 'status' && meansUnavailable(failure);
}

/**
 * The source of answers after a failure. Any failure that is not known to be silence counts as an
 * answer.
 */
export function answerSourceAfter(failure: ServiceFailure, answeredBy: AnswerSource): AnswerSource {
  // No request was sent, so that nobody could answer.
  if (failure.kind === 'credentials' || isPageFailure(failure)) return answeredBy;
  if (answeredBy === 'service' || failure.kind === 'aborted' || isSilence(failure))
    return answeredBy;
  const isService = failure.kind === 'exception' || failure.kind === 'too-many';
  return isService || (failure.kind === 'status' && failure.isRefusal === true)
    ? 'service'
    : 'path';
}

function isSilence(failure: ServiceFailure): boolean {
  if (failure.kind === 'network') return NOBODY_ANSWERED.includes(failure.fault);
  return failure.kind === 'timeout';
}

function meansUnavailable({
  status,
  isRefusal,
}: Extract<ServiceFailure, Readonly<{ kind: 'status' }>>): boolean {
  return isRefusal !== true && NOBODY_SERVED.includes(status);
}
