import type { Clock } from '../os/clock.ts';
import { checkPacket, openPacketOf } from './engine-packet.ts';

/** engine.io protocol: 4 (socket.io 3 and 4) or 3 (socket.io 1 and 2). */
export type EngineProtocol = 4 | 3;

export type ProtocolCapability = { protocol: EngineProtocol | null };

/** Delay of the client's connect packet while the protocol is unknown (docs/wire.md 2). */
const CONNECT_HOLD_MS = 200;
/** Delay for a server that used protocol 3 before and may be slow. */
const LATE_CONNECT_HOLD_MS = 2000;

const RECORD_SEPARATOR = '\x1e';
const NOTHING = '6';

export type DialectOptions = Readonly<{
  clock: Clock;
  /** Protocol from the configuration; null to detect it. */
  fixed: EngineProtocol | null;
  capabilities: ProtocolCapability;
  /** Simulates a server's ping, which protocol 3 lacks. */
  ping: () => void;
  onPong: () => void;
}>;

/**
 * Translates between the client library (engine.io 4) and the server's protocol, for all transports of a connection. In
 * protocol 3, the client pings, the server sends its connect packet unasked, and length prefixes frame the polling
 * payloads (docs/wire.md 2).
 */
export class EngineDialect {
  readonly #options: DialectOptions;
  #protocol: EngineProtocol | null;
  #sid = '';
  #pingIntervalMs = 25_000;
  #heartbeatMs = 0;
  #cancelPing = (): void => undefined;
  #cancelHold = (): void => undefined;

  constructor(options: DialectOptions) {
    this.#options = options;
    this.#protocol = options.fixed;
  }

  /** Longest silence of a server; 0 before handshake. */
  get heartbeatMs(): number {
    return this.#heartbeatMs;
  }

  /** Null if invalid. */
  readPayload(text: string): string | null {
    this.#decide(/^\d+:\d/.test(text) ? 3 : 4);
    const packets = this.#protocol === 3 ? unframe(text) : text.split(RECORD_SEPARATOR);
    if (packets === null || !packets.every(checkPacket)) return null;
    const read = packets.flatMap((packet) => this.#read(packet) ?? []);
    return read.length === 0 ? NOTHING : read.join(RECORD_SEPARATOR);
  }

  /** Null if no packet remains. */
  writePayload(payload: string): string | null {
    const packets = payload.split(RECORD_SEPARATOR).flatMap((packet) => this.#write(packet) ?? []);
    if (packets.length === 0) return null;
    return this.#protocol === 3 ? packets.map(frame).join('') : packets.join(RECORD_SEPARATOR);
  }

  /** Null to skip the frame, undefined if invalid. */
  readFrame(packet: string): string | null | undefined {
    if (!checkPacket(packet)) return undefined;
    if (packet === '40') this.#decide(3, true);
    else if (packet === '2' || openPacketOf(packet)?.maxPayload !== undefined) this.#decide(4);
    return this.#read(packet);
  }

  /** Delays a connect packet while the protocol is unknown; drops it for protocol 3. */
  writeFrame(packet: string, send: (packet: string) => void): void {
    const isKnown = this.#protocol !== null || this.#options.capabilities.protocol === 4;
    if (!isKnown && packet.startsWith('40')) {
      this.#hold(packet, send);
      return;
    }
    const written = this.#write(packet);
    if (written !== null) send(written);
  }

  close(): void {
    this.#cancelPing();
    this.#cancelHold();
  }

  #decide(protocol: EngineProtocol, isCertain = false): void {
    if (this.#options.fixed !== null || (this.#protocol !== null && !isCertain)) return;
    if (this.#protocol === protocol) return;
    this.#protocol = protocol;
    this.#options.capabilities.protocol = protocol;
    this.#cancelHold();
    if (protocol === 3) this.#schedulePing();
  }

  #hold(packet: string, send: (packet: string) => void): void {
    const { clock, capabilities } = this.#options;
    this.#cancelHold();
    this.#cancelHold = clock.schedule(
      capabilities.protocol === 3 ? LATE_CONNECT_HOLD_MS : CONNECT_HOLD_MS,
      () => {
        // Do not store 4 in `capabilities`: a late connect packet can still identify protocol 3.
        this.#protocol ??= 4;
        const written = this.#write(packet);
        if (written !== null) send(written);
      },
    );
  }

  #read(packet: string): string | null {
    const open = openPacketOf(packet);
    if (open) {
      this.#sid = open.sid;
      this.#pingIntervalMs = open.pingInterval;
      this.#heartbeatMs = open.pingInterval + open.pingTimeout;
      if (this.#protocol === 3) this.#schedulePing();
      return packet;
    }
    if (this.#protocol !== 3) return packet;
    if (packet === '40') return `40${JSON.stringify({ sid: this.#sid })}`;
    if (packet === '3') {
      this.#schedulePing();
      this.#options.onPong();
      return null;
    }
    return packet.startsWith('44') ? refusalOf(packet) : packet;
  }

  #write(packet: string): string | null {
    if (this.#protocol !== 3) return packet;
    if (packet.startsWith('40')) return null;
    return packet === '3' ? '2' : packet;
  }

  /** Schedules the next ping. A missing pong ends the pings, so that the library's heartbeat times out. */
  #schedulePing(): void {
    this.#cancelPing();
    this.#cancelPing = this.#options.clock.schedule(this.#pingIntervalMs, this.#options.ping);
  }
}

/** Converts a refusal: a string in protocol 3, an object in protocol 4. */
function refusalOf(packet: string): string {
  const body = packet.slice(2);
  return `44${JSON.stringify({ message: body.startsWith('"') ? safeText(body) : 'refused' })}`;
}

function safeText(json: string): string {
  try {
    return String(JSON.parse(json)).slice(0, 200);
  } catch {
    return 'refused';
  }
}

function frame(packet: string): string {
  return `${packet.length}:${packet}`;
}

/** Splits a sequence of `length:packet`. Lengths count UTF-16 units. */
function unframe(text: string): string[] | null {
  const packets: string[] = [];
  for (let at = 0; at < text.length;) {
    const colon = text.indexOf(':', at);
    const digits = colon === -1 ? '' : text.slice(at, colon);
    if (!/^\d{1,7}$/.test(digits)) return null;
    const end = colon + 1 + Number(digits);
    if (end > text.length || end === colon + 1) return null;
    packets.push(text.slice(colon + 1, end));
    at = end;
  }
  return packets;
}
