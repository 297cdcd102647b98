import type { HttpOutcome } from '../network/http-port.ts';
import { realtimeUrl, type Handshake } from './check-realtime.ts';
import { exchange, type DoctorContext } from './context.ts';
import { noAnswerIn } from './finding.ts';
import { evidenceText } from '../../shared/service/evidence.ts';

export const MAX_PROBE_BYTES = 65_536;

/** Statuses of a proxy, a filter or a network's sign-in page. */
const OF_THE_NETWORK: readonly number[] = [401, 403, 407, 451, 511];

function isRefusalOfService(status: number): boolean {
  return status >= 400 && !OF_THE_NETWORK.includes(status);
}

/**
 * Classifies a handshake by the long-polling exchange that ended it.
 *
 * @param name names the exchange at the start of the evidence
 */
export function handshakeEndedBy(outcome: HttpOutcome, name: string, limitMs: number): Handshake {
  const blocked = (evidence: string): Handshake => ({
    kind: 'blocked',
    evidence: `${name}${evidence}`,
  });
  switch (outcome.kind) {
    case 'response': {
      const evidence = `${name}HTTP ${String(outcome.status)}`;
      return { kind: isRefusalOfService(outcome.status) ? 'refused' : 'blocked', evidence };
    }
    case 'timeout':
    case 'aborted':
      return blocked(noAnswerIn(limitMs));
    case 'too-large':
      return blocked(`over ${String(outcome.limitBytes)} bytes`);
    default:
      return blocked(evidenceText(outcome.evidence));
  }
}

/**
 * Looks for the reason why a websocket was blocked: requests its address without a websocket,
 * because only then a status is reported. Returns any other handshake as it is.
 */
export async function explained(context: DoctorContext, blocked: Handshake): Promise<Handshake> {
  const { config, limits } = context;
  if (blocked.kind !== 'blocked') return blocked;
  const url = realtimeUrl(config.service, 'websocket').replace(/^ws/, 'http');
  const outcome = await exchange(context, {
    method: 'GET',
    url: `${url}?EIO=4&transport=websocket`,
    headers: {},
    body: null,
    timeoutMs: limits.polling,
    maxBytes: MAX_PROBE_BYTES,
  });
  if (outcome.kind !== 'response') return blocked;
  const { status } = outcome;
  // With 400 or 426 the server exists, and expects a websocket. The other statuses here may be the
  // network's.
  if (status === 400 || status === 426 || !isRefusalOfService(status)) return blocked;
  return {
    kind: 'refused',
    evidence: `${blocked.evidence}; without a websocket: HTTP ${String(status)}`,
  };
}
