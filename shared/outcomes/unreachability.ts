import { isPageFailure, type ServiceFailure } from '../service/service-failure.ts';
import type { NetworkFault } from '../service/network-fault.ts';

/**
 * Faults that mean silence. All others refuse, even an unreachable proxy: the person may have chosen it
 * (docs/decisions/0014).
 */
const NOBODY_ANSWERED: readonly NetworkFault[] = [
  'offline',
  'name',
  'refused',
  'no-connection',
  'hung-up',
];

/** Statuses of an unavailable service (RFC 9110, and a well-known gateway). Other 5xx statuses are answers. */
const NOBODY_SERVED: readonly number[] = [500, 502, 503, 504, 520, 521, 522, 523, 524, 530];

/** The source of answers so far. `path`: a proxy, a filter, a guest network, or a server with another certificate. */
export type AnswerSource = 'nobody' | 'path' | 'service';

/** Whether a fail mode may apply (docs/flows.md). */
// SECURITY: SEC-23 exclude certificates, proxy refusals, 4xx, unreadable answers, and silence after an answer.
export function isUnreachable(failure: ServiceFailure, answeredBy: AnswerSource): boolean {
  if (answeredBy === 'service') return false;
  if (isSilence(failure)) return answeredBy === 'nobody';
  return failure.kind === 'status' && isNotWell(failure);
}

/** Any failure except known silence counts as an answer. */
export function answerSourceAfter(failure: ServiceFailure, answeredBy: AnswerSource): AnswerSource {
  // No request was sent.
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

function isNotWell({
  status,
  isRefusal,
}: Extract<ServiceFailure, Readonly<{ kind: 'status' }>>): boolean {
  return isRefusal !== true && NOBODY_SERVED.includes(status);
}
