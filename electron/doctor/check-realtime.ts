import type { Config } from '../../shared/config/config-schema.ts';
import type { DiagnosisCode, Finding } from '../../shared/doctor/report.ts';
import type { EngineProtocol } from '../event-channel/protocol-version.ts';
import { finding, notTried, WITHOUT_CHROMIUM } from './finding.ts';

/**
 * `tookMs`: the longest wait for an answer, or the whole time of a handshake that was stopped at
 * its limit. `refused`: by the service's server. `blocked`: possibly by the network.
 */
export type Handshake =
  | Readonly<{ kind: 'open'; protocol: EngineProtocol; tookMs: number }>
  | Readonly<{ kind: 'refused' | 'blocked'; evidence: string }>;

/**
 * Null for a transport that the configuration omits, or that this program does not have
 * (docs/servers.md).
 */
export type Handshakes = Readonly<{ polling: Handshake | null; websocket: Handshake | null }>;

/** A login allows 4 s for a handshake, and 10 s for a connection of several round trips. */
const SLOW_MS = 2_000;

/** A transport's address without the query, which may be secret. */
export function realtimeUrl(
  { baseUrl, realtime }: Config['service'],
  transport: 'polling' | 'websocket',
): string {
  const scheme = transport === 'websocket' ? baseUrl.replace(/^http/, 'ws') : baseUrl;
  return `${scheme}${(realtime.path.split(/[?#]/)[0] ?? '').replace(/\/$/, '')}/`;
}

/**
 * One blocked transport is a warning. If all fail, the fault is the first refused one, else the
 * last.
 */
export function checkRealtime(
  service: Config['service'],
  handshakes: Handshakes,
): readonly Finding[] {
  const { polling, websocket } = handshakes;
  const fatal = fatalOf(handshakes);
  const codeOf = (check: Transport, handshake: Handshake): DiagnosisCode => {
    if (fatal?.check === check) return fatal.code;
    if (handshake.kind !== 'open') return `${check}-blocked`;
    return isSlow(check, handshake) ? 'polling-slow' : 'well';
  };
  const findingOf = (check: Transport, handshake: Handshake | null): Finding => {
    if (handshake === null) {
      const isConfigured = service.realtime.transports.includes(check);
      return notTried(
        check,
        isConfigured ? WITHOUT_CHROMIUM : 'not in service.realtime.transports',
      );
    }
    const evidence =
      handshake.kind === 'open' ? `${String(Math.round(handshake.tookMs))} ms` : handshake.evidence;
    return finding(check, codeOf(check, handshake), realtimeUrl(service, check), evidence);
  };
  return [
    findingOf('polling', polling),
    findingOf('websocket', websocket),
    findingOfGeneration(service, handshakes),
  ];
}

type Transport = 'polling' | 'websocket';

/** The fault that prevents every login; null if a transport is usable. */
function fatalOf({
  polling,
  websocket,
}: Handshakes): { check: Transport; code: DiagnosisCode } | null {
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

/** Compares the generation of the protocol that a handshake showed with the configured one. */
function findingOfGeneration(
  { realtime }: Config['service'],
  { polling, websocket }: Handshakes,
): Finding {
  const seen = [polling, websocket].find((handshake) => handshake?.kind === 'open')?.protocol;
  if (seen === undefined) return notTried('generation');
  const tried = `service.realtime.protocol: ${realtime.protocol}`;
  const isOther = realtime.protocol !== 'auto' && realtime.protocol !== String(seen);
  return finding(
    'generation',
    isOther ? 'generation-other' : 'well',
    tried,
    `engine.io ${String(seen)}`,
  );
}
