import type { Clock } from '../os/clock.ts';
import { openPacketOf } from './engine-packet.ts';
import { readSocketPacket } from './socket-packet.ts';

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
    if (packets === null) return null;
    const read: string[] = [];
    for (const packet of packets) {
      const own = this.#read(packet, 'polling');
      if (own === undefined) {
        // The library drops the whole payload: another transport may open the session.
        this.#sid = '';
        return null;
      }
      if (own !== null) read.push(own);
    }
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
    if (packet === '40') this.#decide(3, true);
    else if (packet === '2' || openPacketOf(packet)?.maxPayload !== undefined) this.#decide(4);
    return this.#read(packet, 'websocket');
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

  /** Null to skip the packet, undefined if it breaks the protocol. */
  #read(packet: string, transport: 'polling' | 'websocket'): string | null | undefined {
    // The open packet comes first, and once: a second one would make the library begin anew.
    if (packet.startsWith('0') !== (this.#sid === '')) return undefined;
    switch (packet.charAt(0)) {
      case '0':
        return this.#open(packet, transport);
      case '3':
        if (this.#protocol !== 3 || packet !== '3') return withoutData(packet);
        this.#schedulePing();
        this.#options.onPong();
        return null;
      case '4': {
        const read = readSocketPacket(packet);
        return this.#protocol === 3 && read === '40'
          ? `40${JSON.stringify({ sid: this.#sid })}`
          : read;
      }
      case '1':
      case '2':
      case '5':
      case '6':
        return withoutData(packet);
      // Binary data: no event of the service has any.
      case 'b':
        return null;
      default:
        return undefined;
    }
  }

  #open(packet: string, transport: 'polling' | 'websocket'): string | undefined {
    const open = openPacketOf(packet);
    if (open === null) return undefined;
    this.#sid = open.sid;
    this.#pingIntervalMs = open.pingInterval;
    this.#heartbeatMs = open.pingInterval + open.pingTimeout;
    if (this.#protocol === 3) this.#schedulePing();
    // From a websocket the library would begin an upgrade that never ends.
    const upgrades = transport === 'polling' ? open.upgrades : [];
    return `0${JSON.stringify({ ...open, upgrades })}`;
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

/** Data could hold the separator of a payload, and behind it any packet. */
function withoutData(packet: string): string {
  return /^[23]probe$/.test(packet) ? packet : packet.charAt(0);
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
