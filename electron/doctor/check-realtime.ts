import type { Config } from '../../shared/config/config-schema.ts';
import type { DiagnosisCode, Finding } from '../../shared/doctor/report.ts';
import type { EngineProtocol } from '../event-channel/protocol-version.ts';
import { finding, notTried } from './finding.ts';

/**
 * The outcome of a transport's handshake. `tookMs` is the longest single wait. `refused`: by the server that answers
 * for the service; `blocked`: possibly by the network.
 */
export type Handshake =
  | Readonly<{ kind: 'open'; protocol: EngineProtocol; tookMs: number }>
  | Readonly<{ kind: 'refused' | 'blocked'; evidence: string }>;

/** How a transport did; null for one that the configuration does not use. */
export type Handshakes = Readonly<{ polling: Handshake | null; websocket: Handshake | null }>;

/**
 * A round trip that takes longer makes every login wait; at 4 s a login gives the transport up, and a connection,
 * which takes several of them, at 10 s.
 */
const SLOW_MS = 2_000;

/** The address of the event channel for one transport, and without its query as it may be shown. */
export function realtimeUrl(
  { baseUrl, realtime }: Config['service'],
  transport: 'polling' | 'websocket',
): string {
  const scheme = transport === 'websocket' ? baseUrl.replace(/^http/, 'ws') : baseUrl;
  return `${scheme}${(realtime.path.split(/[?#]/)[0] ?? '').replace(/\/$/, '')}/`;
}

/**
 * Checks polling, websocket and generation. One transport is enough for a login, so a blocked one is a warning. If
 * all fail, the fault is that of a refused transport, else of the last one.
 */
export function checkRealtime(service: Config['service'], found: Handshakes): readonly Finding[] {
  const { polling, websocket } = found;
  const fatal = fatalOf(found);
  const lineOf = (check: Transport, handshake: Handshake | null): Finding => {
    if (handshake === null) return notTried(check, 'not in service.realtime.transports');
    const tried = realtimeUrl(service, check);
    if (handshake.kind === 'open') {
      const code = fatal?.check === check ? fatal.code : isSlow(check, handshake) ? 'polling-slow' : 'well';
      return finding(check, code, tried, `${String(Math.round(handshake.tookMs))} ms`);
    }
    const code = fatal?.check === check ? fatal.code : (`${check}-blocked` as const);
    return finding(check, code, tried, handshake.evidence);
  };
  return [lineOf('polling', polling), lineOf('websocket', websocket), generation(service, found)];
}

type Transport = 'polling' | 'websocket';

/**
 * The fault that leaves a login without a usable transport, and the check that reports it; null if one is usable.
 */
function fatalOf({ polling, websocket }: Handshakes): { check: Transport; code: DiagnosisCode } | null {
  if (websocket?.kind === 'open') return null;
  if (polling?.kind === 'open') {
    return isSlow('polling', polling) ? { check: 'polling', code: 'realtime-slow' } : null;
  }
  if (polling?.kind === 'refused') return { check: 'polling', code: 'realtime-refused' };
  if (websocket?.kind === 'refused') return { check: 'websocket', code: 'realtime-refused' };
  return { check: websocket === null ? 'polling' : 'websocket', code: 'realtime-blocked' };
}

function isSlow(check: Transport, handshake: Extract<Handshake, { kind: 'open' }>): boolean {
  return check === 'polling' && handshake.tookMs > SLOW_MS;
}

function generation({ realtime }: Config['service'], { polling, websocket }: Handshakes): Finding {
  const seen = [polling, websocket].find((handshake) => handshake?.kind === 'open')?.protocol;
  if (seen === undefined) return notTried('generation');
  const tried = `service.realtime.protocol: ${realtime.protocol}`;
  const isOther = realtime.protocol !== 'auto' && realtime.protocol !== String(seen);
  return finding('generation', isOther ? 'generation-other' : 'well', tried, `engine.io ${String(seen)}`);
}
