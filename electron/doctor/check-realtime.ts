import type { Config } from '../../shared/config/config-schema.ts';
import type { CheckName, Finding } from '../../shared/doctor/report.ts';
import type { EngineProtocol } from '../service/engine-dialect.ts';
import { finding, notTried } from './finding.ts';

/** What a transport's handshake came to. */
export type Handshake =
  | Readonly<{ kind: 'open'; protocol: EngineProtocol | null; tookMs: number }>
  | Readonly<{ kind: 'blocked'; evidence: string }>;

/** How a transport did; null for one that the configuration does not use. */
export type Handshakes = Readonly<{ polling: Handshake | null; websocket: Handshake | null }>;

/** A handshake that takes longer makes every login wait; at 4 s a login gives the transport up. */
const SLOW_MS = 2_000;

/** The address of the event line for one transport, and without its query as it may be shown. */
export function realtimeUrl(
  { baseUrl, realtime }: Config['service'],
  transport: 'polling' | 'websocket',
): string {
  const scheme = transport === 'websocket' ? baseUrl.replace(/^http/, 'ws') : baseUrl;
  return `${scheme}${(realtime.path.split(/[?#]/)[0] ?? '').replace(/\/$/, '')}/`;
}

/**
 * Polling, websocket and generation. One transport is enough for a login, so one that is blocked is a warning; where
 * none is left, the last of them says so.
 */
export function checkRealtime(service: Config['service'], found: Handshakes): readonly Finding[] {
  const { polling, websocket } = found;
  const isAnyOpen = polling?.kind === 'open' || websocket?.kind === 'open';
  const last: CheckName = websocket === null ? 'polling' : 'websocket';
  const lineOf = (check: 'polling' | 'websocket', handshake: Handshake | null): Finding => {
    if (handshake === null) return notTried(check, 'not in service.realtime.transports');
    const tried = realtimeUrl(service, check);
    if (handshake.kind === 'blocked') {
      const code = !isAnyOpen && check === last ? 'listener-blocked' : (`${check}-blocked` as const);
      return finding(check, code, tried, handshake.evidence);
    }
    const isSlow = check === 'polling' && handshake.tookMs > SLOW_MS;
    return finding(
      check,
      isSlow ? 'polling-slow' : 'well',
      tried,
      `${String(Math.round(handshake.tookMs))} ms`,
    );
  };
  return [lineOf('polling', polling), lineOf('websocket', websocket), generation(service, found)];
}

function generation({ realtime }: Config['service'], found: Handshakes): Finding {
  const seen = [found.polling, found.websocket]
    .flatMap((handshake) => (handshake?.kind === 'open' ? [handshake.protocol] : []))
    .find((protocol) => protocol !== null);
  if (seen === undefined) return notTried('generation');
  const tried = `service.realtime.protocol: ${realtime.protocol}`;
  const isOther = realtime.protocol !== 'auto' && realtime.protocol !== String(seen);
  return finding('generation', isOther ? 'generation-other' : 'well', tried, `engine.io ${String(seen)}`);
}
