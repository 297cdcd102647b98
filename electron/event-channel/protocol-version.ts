import type { Clock } from '../os/clock.ts';
import { openPacketOf } from './engine-packet.ts';
import { readSocketPacket } from './socket-packet.ts';

/** engine.io protocol: 4 (socket.io 3 and 4) or 3 (socket.io 1 and 2). */
export type EngineProtocol = 4 | 3;

/** What earlier connections showed about a server's protocol; null before the first one. */
export type ProtocolCapability = { protocol: EngineProtocol | null };

/** Delay of the client's connect packet while the protocol is unknown (docs/wire.md 2). */
const CONNECT_HOLD_MS = 200;
/** Delay for a server that used protocol 3 before and may be slow. */
const LATE_CONNECT_HOLD_MS = 2000;

const RECORD_SEPARATOR = '\x1e';

/** Types of engine.io packets: the first character of a packet. */
const OPEN = '0';
const CLOSE = '1';
const PING = '2';
const PONG = '3';
const MESSAGE = '4';
const UPGRADE = '5';
const NOOP = '6';
/**
 * An engine.io message with a connect packet of socket.io. Only servers of protocol 3 send it
 * without data.
 */
const CONNECT = '40';

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
 * Translates between the client library (engine.io 4) and the server's protocol, for all transports
 * of a connection. In protocol 3, the client pings, the server sends its connect packet unasked,
 * and length prefixes frame the polling payloads (docs/wire.md 2).
 */
export class EngineDialect {
  readonly #options: DialectOptions;
  /** The protocol of this connection; null until it is configured, detected or assumed. */
  #protocol: EngineProtocol | null;
  /** The session's id from the open packet; empty before it. */
  #sid = '';
  #pingIntervalMs = 25_000;
  #heartbeatMs = 0;
  #cancelPing = (): void => undefined;
  #cancelHold = (): void => undefined;

  constructor(options: DialectOptions) {
    this.#options = options;
    this.#protocol = options.fixed;
  }

  /** Longest silence of a server in milliseconds; 0 before the handshake. */
  get heartbeatMs(): number {
    return this.#heartbeatMs;
  }

  /** Translates a polling payload of the server. Null if it is invalid. */
  readPayload(text: string): string | null {
    // Only protocol 3 puts its length before each packet.
    const isFramed = /^\d+:\d/.test(text);
    this.#decide(isFramed ? 3 : 4);
    const packets = this.#protocol === 3 ? unframe(text) : text.split(RECORD_SEPARATOR);
    if (packets === null) return null;
    const read: string[] = [];
    for (const packet of packets) {
      const translated = this.#read(packet, 'polling');
      if (translated === undefined) {
        // The library gets nothing of this payload. If an open packet was in it, the library has
        // not seen it, so that it is forgotten here too: otherwise the open packet of the next
        // transport would count as a second one.
        this.#sid = '';
        return null;
      }
      if (translated !== null) read.push(translated);
    }
    return read.length === 0 ? NOOP : read.join(RECORD_SEPARATOR);
  }

  /** Translates a polling payload of the library. Null if no packet of it remains. */
  writePayload(payload: string): string | null {
    const packets = payload.split(RECORD_SEPARATOR).flatMap((packet) => this.#write(packet) ?? []);
    if (packets.length === 0) return null;
    return this.#protocol === 3 ? packets.map(frame).join('') : packets.join(RECORD_SEPARATOR);
  }

  /**
   * Translates a websocket frame of the server. Null if it is to be skipped, undefined if it is
   * invalid.
   */
  readFrame(packet: string): string | null | undefined {
    const isOnlyInProtocol3 = packet === CONNECT;
    const isOnlyInProtocol4 = packet === PING || openPacketOf(packet)?.maxPayload !== undefined;
    if (isOnlyInProtocol3) this.#decide(3, true);
    else if (isOnlyInProtocol4) this.#decide(4);
    return this.#read(packet, 'websocket');
  }

  /**
   * Sends a websocket frame of the library. Delays a connect packet while the protocol is unknown,
   * and drops it for protocol 3.
   */
  writeFrame(packet: string, send: (packet: string) => void): void {
    // Protocol 4 of an earlier connection counts as known. Protocol 3 does not; it only makes the
    // delay longer.
    const isKnown = this.#protocol !== null || this.#options.capabilities.protocol === 4;
    if (!isKnown && packet.startsWith(CONNECT)) {
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

  /**
   * Notes the detected protocol. A configured protocol never changes. One that was detected or
   * assumed changes only by a certain sign.
   */
  #decide(protocol: EngineProtocol, isCertain = false): void {
    if (this.#options.fixed !== null) return;
    const mayDecide = this.#protocol === null || isCertain;
    if (!mayDecide || this.#protocol === protocol) return;
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
        // Protocol 4 is only assumed, so that `capabilities` does not keep it: a late connect
        // packet can still show protocol 3.
        this.#protocol ??= 4;
        const written = this.#write(packet);
        if (written !== null) send(written);
      },
    );
  }

  /** Null to skip the packet, undefined if it breaks the protocol. */
  #read(packet: string, transport: 'polling' | 'websocket'): string | null | undefined {
    // The open packet comes first, and once: a second one would make the library begin anew.
    const isOpenPacket = packet.startsWith(OPEN);
    const isFirst = this.#sid === '';
    if (isOpenPacket !== isFirst) return undefined;
    switch (packet.charAt(0)) {
      case OPEN:
        return this.#readOpen(packet, transport);
      case PONG: {
        // In protocol 3 the pong answers our ping. The library sent none, so it gets no pong.
        const isAnswerToPing = this.#protocol === 3 && packet === PONG;
        if (!isAnswerToPing) return withoutData(packet);
        this.#schedulePing();
        this.#options.onPong();
        return null;
      }
      case MESSAGE: {
        const read = readSocketPacket(packet);
        // The library needs the id that a connect packet of protocol 3 lacks.
        return this.#protocol === 3 && read === CONNECT
          ? `${CONNECT}${JSON.stringify({ sid: this.#sid })}`
          : read;
      }
      case CLOSE:
      case PING:
      case UPGRADE:
      case NOOP:
        return withoutData(packet);
      // Binary data: no event of the service has any.
      case 'b':
        return null;
      default:
        return undefined;
    }
  }

  /** Undefined if the packet is invalid. */
  #readOpen(packet: string, transport: 'polling' | 'websocket'): string | undefined {
    const open = openPacketOf(packet);
    if (open === null) return undefined;
    this.#sid = open.sid;
    this.#pingIntervalMs = open.pingInterval;
    this.#heartbeatMs = open.pingInterval + open.pingTimeout;
    if (this.#protocol === 3) this.#schedulePing();
    // Offered an upgrade over a websocket, the library would begin one that never ends.
    const upgrades = transport === 'polling' ? open.upgrades : [];
    return `${OPEN}${JSON.stringify({ ...open, upgrades })}`;
  }

  /** Null to skip the packet. */
  #write(packet: string): string | null {
    if (this.#protocol !== 3) return packet;
    if (packet.startsWith(CONNECT)) return null;
    // In protocol 3 the client pings: this pong of the library answers the simulated ping
    // (`options.ping`), and the server gets it as the client's ping.
    return packet === PONG ? PING : packet;
  }

  /**
   * Schedules the next ping of protocol 3, after the open packet and after each pong. Without a
   * pong no further ping follows, so that the library's heartbeat times out.
   */
  #schedulePing(): void {
    this.#cancelPing();
    this.#cancelPing = this.#options.clock.schedule(this.#pingIntervalMs, this.#options.ping);
  }
}

/**
 * Reduces a packet to its type, apart from the probe of an upgrade. The data of a packet could
 * contain the separator of a payload, and so bring another packet past the checks of `#read`.
 */
function withoutData(packet: string): string {
  return /^[23]probe$/.test(packet) ? packet : packet.charAt(0);
}

function frame(packet: string): string {
  return `${packet.length}:${packet}`;
}

/** Splits a sequence of `length:packet`. Lengths count UTF-16 units. Null if the text is invalid. */
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
