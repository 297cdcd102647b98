import { openPacketOf } from '../service/engine-packet.ts';
import type { EngineProtocol } from '../service/engine-dialect.ts';
import type { HttpOutcome } from '../service/http-port.ts';
import type { WebSocketLike } from '../service/websocket-port.ts';
import { realtimeUrl, type Handshake } from './check-realtime.ts';
import type { DoctorContext } from './context.ts';
import { noAnswerIn } from './finding.ts';
import { inTime } from './in-time.ts';

const MAX_BYTES = 65_536;
const NOT_AN_OPEN_PACKET = 'no open packet';
/** How long a websocket is watched for the old protocol's own greeting, which comes by itself (docs/wire.md). */
const GREETING_MS = 300;

/**
 * Opens a session of the event line by long polling and closes it again. The number of the new protocol goes first;
 * the old one's only where that is refused.
 */
export async function shakeByPolling(context: DoctorContext): Promise<Handshake> {
  const { clock } = context.ports;
  const startedMs = clock.nowMs();
  const first = await openByPolling(context, 4);
  const outcome = isRefusal(first) ? await openByPolling(context, 3) : first;
  const tookMs = clock.nowMs() - startedMs;
  if (outcome.kind !== 'response') return { kind: 'blocked', evidence: evidenceOf(outcome, context) };
  const { status, body } = outcome;
  if (status !== 200) return { kind: 'blocked', evidence: `HTTP ${String(status)}` };
  const opening = openingOf(Buffer.from(body).toString('utf8'));
  if (opening === null) return { kind: 'blocked', evidence: `HTTP 200, ${NOT_AN_OPEN_PACKET}` };
  await exchange(context, opening.protocol, 'POST', opening.sid);
  return { kind: 'open', protocol: opening.protocol, tookMs };
}

const isRefusal = (outcome: HttpOutcome): boolean => outcome.kind === 'response' && outcome.status === 400;

const openByPolling = (context: DoctorContext, protocol: EngineProtocol): Promise<HttpOutcome> =>
  exchange(context, protocol, 'GET', null);

/** GET opens a session; POST with its name sends the packet that closes it. */
async function exchange(
  { config, ports, limits, signal }: DoctorContext,
  protocol: EngineProtocol,
  method: 'GET' | 'POST',
  sid: string | null,
): Promise<HttpOutcome> {
  const url = new URL(realtimeUrl(config.service, 'polling'));
  const session: Record<string, string> = sid === null ? {} : { sid };
  const time = Math.round(ports.clock.nowMs()).toString(36);
  const query = { EIO: String(protocol), transport: 'polling', t: `${method}${time}`, b64: '1', ...session };
  url.search = new URLSearchParams(query).toString();
  const limitMs = sid === null ? limits.polling : limits.farewell;
  const close = protocol === 3 ? '1:1' : '1';
  const work = ports.http({
    method,
    url: url.href,
    headers: sid === null ? {} : { 'Content-Type': 'text/plain;charset=UTF-8' },
    body: sid === null ? null : Buffer.from(close, 'utf8'),
    timeoutMs: limitMs,
    maxBytes: MAX_BYTES,
    signal,
  });
  return await inTime<HttpOutcome, HttpOutcome>(ports.clock, limitMs, work, { kind: 'timeout' });
}

/** The first packet of a payload: framed by its length in the old protocol, divided by U+001E in the new one. */
function openingOf(text: string): Readonly<{ protocol: EngineProtocol; sid: string }> | null {
  const [frame, digits] = /^(\d{1,7}):/.exec(text) ?? [];
  const packet =
    frame === undefined
      ? (text.split('\x1e')[0] ?? '')
      : text.slice(frame.length, frame.length + Number(digits));
  const open = openPacketOf(packet);
  return open && { protocol: frame === undefined ? 4 : 3, sid: open.sid };
}

function evidenceOf(outcome: Exclude<HttpOutcome, { kind: 'response' }>, { limits }: DoctorContext): string {
  switch (outcome.kind) {
    case 'timeout':
    case 'aborted':
      return noAnswerIn(limits.polling);
    case 'too-large':
      return `over ${String(outcome.limitBytes)} bytes`;
    default:
      return outcome.evidence;
  }
}

/** The same over a websocket; both tries together have one limit. */
export async function shakeByWebSocket(context: DoctorContext): Promise<Handshake> {
  const { ports, limits } = context;
  const { clock } = ports;
  const startedMs = clock.nowMs();
  const leftMs = (): number => Math.max(1, limits.webSocket - (clock.nowMs() - startedMs));
  const first = await openByWebSocket(context, 4, leftMs());
  if (first.kind === 'open' || clock.nowMs() - startedMs >= limits.webSocket) return first;
  const second = await openByWebSocket(context, 3, leftMs());
  // What the present protocol was told is the better evidence.
  return second.kind === 'open' ? second : first;
}

function openByWebSocket(
  { config, ports, limits, signal }: DoctorContext,
  protocol: EngineProtocol,
  limitMs: number,
): Promise<Handshake> {
  const { clock } = ports;
  const startedMs = clock.nowMs();
  return new Promise((resolve) => {
    let socket: WebSocketLike | null = null;
    let cancelGreeting = (): void => undefined;
    const settle = (handshake: Handshake): void => {
      cancelLimit();
      cancelGreeting();
      signal.removeEventListener('abort', onLate);
      resolve(handshake);
      try {
        socket?.close();
      } catch {
        // It was closed already.
      }
    };
    const block = (evidence: string): void => {
      settle({ kind: 'blocked', evidence });
    };
    const onLate = (): void => {
      block(noAnswerIn(limits.webSocket));
    };
    const cancelLimit = clock.schedule(limitMs, onLate);
    signal.addEventListener('abort', onLate, { once: true });
    try {
      socket = ports.webSocket(
        `${realtimeUrl(config.service, 'websocket')}?EIO=${String(protocol)}&transport=websocket`,
      );
    } catch {
      block('refused before it was sent');
      return;
    }
    let openedMs: number | null = null;
    socket.onerror = () => undefined;
    socket.onclose = ({ code }) => {
      if (openedMs === null) block(`closed (${String(code)})`);
      else settle({ kind: 'open', protocol: null, tookMs: openedMs });
    };
    socket.onmessage = ({ data }) => {
      const packet = typeof data === 'string' ? data : '';
      if (openedMs !== null) {
        if (packet === '40') settle({ kind: 'open', protocol: 3, tookMs: openedMs });
        return;
      }
      const open = openPacketOf(packet);
      const tookMs = clock.nowMs() - startedMs;
      if (open === null) block(NOT_AN_OPEN_PACKET);
      else if (open.maxPayload !== undefined) settle({ kind: 'open', protocol: 4, tookMs });
      else {
        openedMs = tookMs;
        cancelGreeting = clock.schedule(GREETING_MS, () => {
          settle({ kind: 'open', protocol: null, tookMs });
        });
      }
    };
  });
}
