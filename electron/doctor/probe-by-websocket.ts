import type { EngineProtocol } from '../realtime/protocol-version.ts';
import { openPacketOf } from '../realtime/engine-packet.ts';
import type { HttpOutcome } from '../network/http-port.ts';
import type { WebSocketLike } from '../network/websocket-port.ts';
import { realtimeUrl, type Handshake } from './check-realtime.ts';
import type { DoctorContext } from './context.ts';
import { noAnswerIn } from './finding.ts';
import { connectAnswerOf, connectPacketOf, NOT_AN_OPEN_PACKET, REFUSED_NAMESPACE } from './connect-packet.ts';
import { inTime } from './in-time.ts';
import { isRefusalOfService } from './probe-by-polling.ts';

/** How long the old protocol's own connect packet is waited for, which comes by itself (docs/wire.md). */
const CONNECT_PACKET_MS = 300;
const MAX_BYTES = 65_536;

/**
 * Opens the event channel by a websocket, connects to the server as a login does and waits for its answer: a box may take a
 * websocket and swallow what is sent. It joins nothing, so it begins no login. Both numbers of the protocol together
 * have one limit.
 */
export async function probeByWebSocket(context: DoctorContext): Promise<Handshake> {
  const { ports, limits } = context;
  const startedMs = ports.clock.nowMs();
  const leftMs = (): number => Math.max(1, limits.webSocket - (ports.clock.nowMs() - startedMs));
  const first = await openByWebSocket(context, 4, leftMs());
  if (first.kind !== 'blocked' || leftMs() <= 1) return first;
  const second = await openByWebSocket(context, 3, leftMs());
  // What the present protocol was told is the better evidence.
  return second.kind === 'open' ? second : first;
}

/**
 * Asks without a websocket what a websocket is not told: the status of a place that is not there, or has a fault.
 *
 * @returns the handshake as it was where the status explains nothing
 */
export async function explained(context: DoctorContext, blocked: Handshake): Promise<Handshake> {
  const { config, ports, limits, signal } = context;
  if (blocked.kind !== 'blocked') return blocked;
  const url = realtimeUrl(config.service, 'websocket').replace(/^ws/, 'http');
  const work = ports.http({
    method: 'GET',
    url: `${url}?EIO=4&transport=websocket`,
    headers: {},
    body: null,
    timeoutMs: limits.polling,
    maxBytes: MAX_BYTES,
    signal,
  });
  const outcome = await inTime<HttpOutcome, HttpOutcome>(ports.clock, limits.polling, work, {
    kind: 'timeout',
  });
  if (outcome.kind !== 'response') return blocked;
  const { status } = outcome;
  // So a server says that it is there, and that this was no websocket.
  if (status === 400 || status === 426 || !isRefusalOfService(status)) return blocked;
  return { kind: 'refused', evidence: `${blocked.evidence}; without a websocket: HTTP ${String(status)}` };
}

function openByWebSocket(
  context: DoctorContext,
  protocol: EngineProtocol,
  limitMs: number,
): Promise<Handshake> {
  const { config, ports, signal } = context;
  return new Promise((resolve) => {
    let socket: WebSocketLike | null = null;
    const session = new Session(context, {
      send: (packet) => {
        socket?.send(packet);
      },
      settle: (handshake) => {
        cancelLimit();
        session.close();
        signal.removeEventListener('abort', onLate);
        resolve(handshake);
        try {
          socket?.close();
        } catch {
          // It was closed already.
        }
      },
    });
    const onLate = (): void => {
      session.onLate();
    };
    const cancelLimit = ports.clock.schedule(limitMs, onLate);
    signal.addEventListener('abort', onLate, { once: true });
    try {
      socket = ports.webSocket(
        `${realtimeUrl(config.service, 'websocket')}?EIO=${String(protocol)}&transport=websocket`,
      );
    } catch {
      session.block('refused before it was sent');
      return;
    }
    socket.onerror = () => undefined;
    socket.onclose = ({ code }) => {
      session.onClose(code);
    };
    socket.onmessage = ({ data }) => {
      session.onPacket(typeof data === 'string' ? data : '');
    };
  });
}

type Wires = Readonly<{ send: (packet: string) => void; settle: (handshake: Handshake) => void }>;

/** One websocket from its opening to the answer to what was sent into it. */
class Session {
  readonly #context: DoctorContext;
  readonly #wires: Wires;
  readonly #startedMs: number;
  #isOpen = false;
  /** Of the server, as far as its packets have told it. */
  #protocol: EngineProtocol | null = null;
  #cancelConnect = (): void => undefined;

  constructor(context: DoctorContext, wires: Wires) {
    this.#context = context;
    this.#wires = wires;
    this.#startedMs = context.ports.clock.nowMs();
  }

  onPacket(packet: string): void {
    if (!this.#isOpen) {
      this.#onFirst(packet);
      return;
    }
    switch (connectAnswerOf(packet)) {
      case 'refused':
        this.#wires.settle({ kind: 'refused', evidence: REFUSED_NAMESPACE });
        return;
      case 'connected':
        this.#done(4);
        return;
      case 'connected-by-itself':
        if (this.#protocol === null) this.#connect(3);
        return;
      case 'pong':
        if (this.#protocol === 3) this.#done(3);
        return;
      case null:
    }
  }

  onClose(code: number): void {
    this.block(`closed (${String(code)})${this.#isOpen ? ' after it was opened' : ''}`);
  }

  onLate(): void {
    const said = noAnswerIn(this.#context.limits.webSocket);
    this.block(this.#isOpen ? `opened, then ${said} to what was sent` : said);
  }

  block(evidence: string): void {
    this.#wires.settle({ kind: 'blocked', evidence });
  }

  close(): void {
    this.#cancelConnect();
  }

  #onFirst(packet: string): void {
    const open = openPacketOf(packet);
    if (open === null) {
      this.block(NOT_AN_OPEN_PACKET);
      return;
    }
    this.#isOpen = true;
    if (open.maxPayload !== undefined) {
      this.#connect(4);
      return;
    }
    // An old server connects to by itself, and one of the new protocol's first servers waits for us.
    this.#cancelConnect = this.#context.ports.clock.schedule(CONNECT_PACKET_MS, () => {
      this.#send(connectPacketOf(4));
    });
  }

  #connect(protocol: EngineProtocol): void {
    this.#cancelConnect();
    this.#protocol = protocol;
    this.#send(connectPacketOf(protocol));
  }

  #send(packet: string): void {
    try {
      this.#wires.send(packet);
    } catch {
      this.block('closed before anything could be sent');
    }
  }

  #done(protocol: EngineProtocol): void {
    const tookMs = this.#context.ports.clock.nowMs() - this.#startedMs;
    this.#wires.settle({ kind: 'open', protocol, tookMs });
  }
}
