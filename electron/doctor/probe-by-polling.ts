import type { EngineProtocol } from '../realtime/protocol-version.ts';
import { checkPacket, openPacketOf } from '../realtime/engine-packet.ts';
import type { HttpOutcome } from '../network/http-port.ts';
import { realtimeUrl, type Handshake } from './check-realtime.ts';
import type { DoctorContext } from './context.ts';
import { noAnswerIn } from './finding.ts';
import { connectAnswerOf, connectPacketOf, NOT_AN_OPEN_PACKET, REFUSED_NAMESPACE } from './connect-packet.ts';
import { inTime } from './in-time.ts';

const MAX_BYTES = 65_536;
const CLOSE = '1';

/**
 * Opens a session of the event channel by long polling, connects to the server as a login does, reads its answer and closes
 * the session again: a box or a balancer may let the first of these through alone. It joins nothing, so it begins no
 * login. The number of the new protocol goes first; the old one's only where that is refused.
 */
export async function probeByPolling(context: DoctorContext): Promise<Handshake> {
  const line = new PollingLine(context);
  const first = await line.exchange(4, 'GET');
  const opened = first.kind === 'response' && first.status === 400 ? await line.exchange(3, 'GET') : first;
  const packets = packetsOf(opened);
  if (packets === null) return ended(opened, context);
  const { protocol } = packets;
  const open = openPacketOf(packets.packets[0] ?? '');
  if (open === null) return { kind: 'refused', evidence: `HTTP 200, ${NOT_AN_OPEN_PACKET}` };
  const { sid } = open;
  const slow = (outcome: HttpOutcome): Handshake | null =>
    outcome.kind === 'timeout' && line.isSpent ? { kind: 'open', protocol, tookMs: line.longestMs } : null;

  const connected = await line.exchange(protocol, 'POST', { sid, packet: connectPacketOf(protocol) });
  if (connected.kind !== 'response' || connected.status !== 200) {
    return slow(connected) ?? ended(connected, context, 'POST: ');
  }
  const answered = await line.exchange(protocol, 'GET', { sid });
  const answers = packetsOf(answered);
  if (answers === null) return slow(answered) ?? ended(answered, context, 'second GET: ');
  if (!answers.packets.every(checkPacket)) {
    return { kind: 'refused', evidence: 'second GET: HTTP 200, no packet' };
  }
  const { longestMs: tookMs } = line;
  // What becomes of the close packet is the server's.
  await line.exchange(protocol, 'POST', { sid, packet: CLOSE });
  return [...packets.packets, ...answers.packets].some((packet) => connectAnswerOf(packet) === 'refused')
    ? { kind: 'refused', evidence: REFUSED_NAMESPACE }
    : { kind: 'open', protocol, tookMs };
}

/** The exchanges of one session, which have a limit each and one together. */
class PollingLine {
  readonly #context: DoctorContext;
  readonly #startedMs: number;
  #lastLimitMs = Infinity;
  longestMs = 0;

  constructor(context: DoctorContext) {
    this.#context = context;
    this.#startedMs = context.ports.clock.nowMs();
  }

  /** Whether the last exchange had less than its own limit: what came before it took the time of all. */
  get isSpent(): boolean {
    return this.#lastLimitMs < this.#context.limits.polling;
  }

  /** GET opens a session, or reads from the one that is named; POST sends a packet to it. */
  async exchange(
    protocol: EngineProtocol,
    method: 'GET' | 'POST',
    { sid, packet }: Readonly<{ sid?: string; packet?: string }> = {},
  ): Promise<HttpOutcome> {
    const { config, ports, limits, signal } = this.#context;
    const beganMs = ports.clock.nowMs();
    const leftMs = limits.pollingOverall - (beganMs - this.#startedMs);
    const limitMs = Math.max(1, Math.min(limits.polling, leftMs));
    this.#lastLimitMs = limitMs;
    const url = new URL(realtimeUrl(config.service, 'polling'));
    const query = {
      EIO: String(protocol),
      transport: 'polling',
      t: `${method}${Math.round(beganMs).toString(36)}`,
      b64: '1',
      ...(sid === undefined ? {} : { sid }),
    };
    url.search = new URLSearchParams(query).toString();
    const work = ports.http({
      method,
      url: url.href,
      headers: packet === undefined ? {} : { 'Content-Type': 'text/plain;charset=UTF-8' },
      body: packet === undefined ? null : Buffer.from(payloadOf(packet, protocol), 'utf8'),
      timeoutMs: limitMs,
      maxBytes: MAX_BYTES,
      signal,
    });
    const outcome = await inTime<HttpOutcome, HttpOutcome>(ports.clock, limitMs, work, { kind: 'timeout' });
    this.longestMs = Math.max(this.longestMs, ports.clock.nowMs() - beganMs);
    return outcome;
  }
}

/** The old protocol frames a packet by its length. */
function payloadOf(packet: string, protocol: EngineProtocol): string {
  return protocol === 3 ? `${String(packet.length)}:${packet}` : packet;
}

/**
 * The packets of an answer: framed by their length in the old protocol, divided by U+001E in the new one.
 *
 * @returns null for what is no good answer
 */
function packetsOf(
  outcome: HttpOutcome,
): Readonly<{ protocol: EngineProtocol; packets: readonly string[] }> | null {
  if (outcome.kind !== 'response' || outcome.status !== 200) return null;
  const text = Buffer.from(outcome.body).toString('utf8');
  if (!/^\d{1,7}:/.test(text)) return { protocol: 4, packets: text.split('\x1e') };
  const packets: string[] = [];
  for (let rest = text; rest !== '';) {
    const [frame, digits] = /^(\d{1,7}):/.exec(rest) ?? [];
    if (frame === undefined) break;
    const end = frame.length + Number(digits);
    packets.push(rest.slice(frame.length, end));
    rest = rest.slice(end);
  }
  return { protocol: 3, packets };
}

/** Answers by which a proxy or a filter forbids an address, or a network asks to sign in. */
const OF_THE_NETWORK: readonly number[] = [401, 403, 407, 451, 511];

/** Whether a status is said by whoever answers for the service: no such address, none of this kind, a fault. */
export function isRefusalOfService(status: number): boolean {
  return status >= 400 && !OF_THE_NETWORK.includes(status);
}

/** What an exchange that ended the handshake came to. */
function ended(outcome: HttpOutcome, { limits }: DoctorContext, what = ''): Handshake {
  const blocked = (evidence: string): Handshake => ({ kind: 'blocked', evidence: `${what}${evidence}` });
  switch (outcome.kind) {
    case 'response': {
      const evidence = `${what}HTTP ${String(outcome.status)}`;
      return { kind: isRefusalOfService(outcome.status) ? 'refused' : 'blocked', evidence };
    }
    case 'timeout':
    case 'aborted':
      return blocked(noAnswerIn(limits.polling));
    case 'too-large':
      return blocked(`over ${String(outcome.limitBytes)} bytes`);
    default:
      return blocked(outcome.evidence);
  }
}
