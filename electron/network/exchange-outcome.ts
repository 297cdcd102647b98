import { evidenceText, toEvidence } from '../../shared/service/evidence.ts';
import type { AskingProxy } from '../../shared/service/service-failure.ts';
import type { HttpOutcome } from './http-port.ts';
import { cutAnswer } from './network-errors.ts';

/** The outcome of an exchange whose answer began with this status. */
// SECURITY: SEC-23 report an interrupted answer as `cut`, not as a service without an answer.
export function cutOff(outcome: HttpOutcome, status: number): HttpOutcome {
  if (outcome.kind !== 'network' && outcome.kind !== 'timeout') return outcome;
  return cutAnswer(
    status,
    outcome.kind === 'network' ? evidenceText(outcome.evidence) : 'no end in time',
  );
}

/**
 * The outcome where a proxy asked for a login that was missing, which causes status 407 or a failed
 * tunnel.
 */
export function askedFor(outcome: HttpOutcome, proxy: AskingProxy): HttpOutcome {
  switch (outcome.kind) {
    case 'response':
      return outcome.status === 407
        ? { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy }
        : outcome;
    case 'network':
      return { kind: 'proxy-login', evidence: outcome.evidence, proxy };
    // The proxy requested a login in an endless or too large answer.
    case 'timeout':
    case 'too-large':
      return { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy };
    default:
      return outcome;
  }
}
