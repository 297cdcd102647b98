import { Fetch, WebSocket as EngineWebSocket } from 'engine.io-client';
import { evidenceOf } from '../../shared/service/service-failure.ts';
import { evidenceText, toEvidence } from '../../shared/service/evidence.ts';
import type { Clock } from '../os/clock.ts';
import { CookieJar } from './cookie-jar.ts';
import { EngineDialect, type EngineProtocol, type ProtocolCapability } from './protocol-version.ts';
import type { HttpOutcome, HttpPort, HttpRequest } from '../network/http-port.ts';
import type { WebSocketLike, WebSocketPort } from '../network/websocket-port.ts';

/** The ports of the same network as for REST calls, with its proxies and certificates. */
export type TransportPorts = Readonly<{ http: HttpPort; webSocket: WebSocketPort; clock: Clock }>;

export type TransportOptions = TransportPorts &
  Readonly<{
    protocol: EngineProtocol | null;
    capabilities: ProtocolCapability;
    /** Called when a server of protocol 3 answers a ping. */
    onPong?: () => void;
  }>;

/** Timeout of a handshake: engine.io-client tries the next transport only after an error. */
const HANDSHAKE_MS = 4_000;
/**
 * Least limit for a polling request, which the server answers once it has data. A longer heartbeat
 * replaces it.
 */
const LEAST_POLL_MS = 120_000;
/** Limit for a request that sends data. */
const WRITE_MS = 15_000;
const MAX_POLL_BYTES = 1_048_576;
/** The engine.io packet that closes a session. */
const CLOSE_PACKET = '1';

/* Internals of engine.io-client. Its version is pinned, and `tests/integration/event-channel` tests them. */
type Internals = {
  readyState: string;
  socket: Engine;
  uri: () => string;
  onError: (reason: string, description: unknown) => unknown;
  onData: (data: string) => void;
  onClose: (details?: unknown) => void;
  onPacket: (packet: Readonly<{ type: string }>) => void;
};
type Engine = {
  readyState: string;
  transport: object;
  once: (event: 'close', act: () => void) => void;
  on: (event: 'upgradeError', act: () => void) => void;
};

export function transportsOver(options: TransportOptions): Readonly<{
  polling: typeof Fetch;
  websocket: typeof EngineWebSocket;
}> {
  const sessions = new WeakMap<Engine, Session>();
  const sessionOf = (transport: object): Session => {
    const engine = internals(transport).socket;
    const existing = sessions.get(engine);
    if (existing) return existing;
    const { clock, protocol, capabilities, onPong = () => undefined } = options;
    const ping = (): void => {
      pingOver(engine);
    };
    const dialect = new EngineDialect({ clock, fixed: protocol, capabilities, ping, onPong });
    const session = { dialect, cookies: new CookieJar() };
    sessions.set(engine, session);
    engine.once('close', () => {
      dialect.close();
    });
    // If a websocket breaks during the upgrade, the library never resumes its paused polling; the
    // connection would look open until a heartbeat is missing.
    engine.on('upgradeError', () => {
      const transport = internals(engine.transport);
      const isPaused = transport.readyState === 'pausing' || transport.readyState === 'paused';
      if (isPaused) transport.onError('polling error', 'upgrade failed');
    });
    return session;
  };
  return { polling: pollingOver(options, sessionOf), websocket: webSocketOver(options, sessionOf) };
}

/**
 * Sends the client's ping of protocol 3, which the library does not know: the library gets a ping
 * that no server sent, and `EngineDialect` sends the library's pong as the client's ping.
 */
export function pingOver(engine: Pick<Engine, 'readyState' | 'transport'>): void {
  if (engine.readyState === 'open') internals(engine.transport).onPacket({ type: 'ping' });
}

/** What the transports of one session of engine.io share. */
type Session = Readonly<{ dialect: EngineDialect; cookies: CookieJar }>;
type SessionOf = (transport: object) => Session;

function pollingOver({ http, clock }: TransportPorts, sessionOf: SessionOf): typeof Fetch {
  class PortPolling extends Fetch {
    readonly #abort = new AbortController();
    #cancelLimit = (): void => undefined;

    override doOpen(): void {
      this.#cancelLimit = clock.schedule(HANDSHAKE_MS, () => {
        if (internals(this).readyState === 'opening') this.#fail('handshake timeout');
      });
      super.doOpen();
    }

    override doPoll(): void {
      const limitMs = Math.max(LEAST_POLL_MS, sessionOf(this).dialect.heartbeatMs);
      void this.#exchange('GET', null, limitMs).then((text) => {
        if (text === null || internals(this).readyState === 'closed') return;
        // An invalid payload would throw inside the library.
        const payload = sessionOf(this).dialect.readPayload(text);
        if (payload === null || !libraryAccepts(() => internals(this).onData(payload))) {
          this.#fail('unreadable payload');
        }
      });
    }

    override doWrite(data: string, done: () => void): void {
      const payload = sessionOf(this).dialect.writePayload(data);
      // No packet remains to send, so the write is done.
      const sent =
        payload === null ? Promise.resolve('') : this.#exchange('POST', payload, WRITE_MS);
      void sent.then((text) => {
        if (text !== null) done();
      });
    }

    override doClose(): void {
      this.#cancelLimit();
      const isOpen = internals(this).readyState === 'open';
      const payload = isOpen ? sessionOf(this).dialect.writePayload(CLOSE_PACKET) : null;
      // With a signal of its own: nothing that aborts the polling request takes the close packet
      // with it.
      const own = new AbortController().signal;
      const sent = payload === null ? null : this.#exchange('POST', payload, WRITE_MS, own);
      void Promise.resolve(sent).then(() => {
        this.#abort.abort();
      });
    }

    /** @returns the answer's text; null after an abort or a reported error */
    async #exchange(
      method: 'GET' | 'POST',
      data: string | null,
      timeoutMs: number,
      signal = this.#abort.signal,
    ): Promise<string | null> {
      const { cookies } = sessionOf(this);
      const type = data === null ? {} : { 'Content-Type': 'text/plain;charset=UTF-8' };
      const outcome = await this.#send({
        method,
        headers: { ...cookies.headers(), ...type },
        body: data === null ? null : Buffer.from(data, 'utf8'),
        timeoutMs,
        maxBytes: MAX_POLL_BYTES,
        signal,
      });
      if (outcome.kind === 'response' && outcome.status === 200) {
        cookies.take(outcome);
        return Buffer.from(outcome.body).toString('utf8');
      }
      if (outcome.kind === 'aborted') return null;
      this.#fail(
        outcome.kind === 'response' ? `HTTP ${outcome.status}` : evidenceText(evidenceOf(outcome)),
      );
      return null;
    }

    /** The library may throw while it builds an address. */
    async #send(request: Omit<HttpRequest, 'url'>): Promise<HttpOutcome> {
      try {
        return await http({ ...request, url: internals(this).uri() });
      } catch {
        return { kind: 'network', fault: 'unknown', evidence: toEvidence`unusable address` };
      }
    }

    #fail(evidence: string): void {
      this.#cancelLimit();
      if (internals(this).readyState !== 'closed')
        internals(this).onError('polling error', evidence);
    }
  }
  return PortPolling;
}

function webSocketOver(
  { webSocket, clock }: TransportPorts,
  sessionOf: SessionOf,
): typeof EngineWebSocket {
  class PortWebSocket extends EngineWebSocket {
    #socket: WebSocketLike | null = null;
    #cancelLimit = (): void => undefined;

    override createSocket(uri: string): WebSocketLike {
      this.#cancelLimit = clock.schedule(HANDSHAKE_MS, () => {
        if (isOpening(this)) internals(this).onError('websocket error', 'handshake timeout');
      });
      const onEnd = (end: SocketEnd): void => {
        if (end === 'unreadable') {
          internals(this).onError('websocket error', 'unreadable frame');
          return;
        }
        const description = `closed (${String(end.code)})`;
        // The library tries another transport only after an error during opening.
        if (isOpening(this)) internals(this).onError('websocket error', description);
        else internals(this).onClose({ description });
      };
      const { dialect, cookies } = sessionOf(this);
      const socket = opened(() => webSocket(uri, cookies.headers()));
      this.#socket = translated(socket, dialect, onEnd);
      return this.#socket;
    }

    override doWrite(_packet: unknown, data: string): void {
      const socket = this.#socket;
      sessionOf(this).dialect.writeFrame(data, (packet) => {
        if (internals(this).readyState === 'open') socket?.send(packet);
      });
    }

    override doClose(): void {
      this.#cancelLimit();
      super.doClose();
    }
  }
  return PortWebSocket;
}

/** Close code (RFC 6455, 7.4), or an invalid frame. */
type SocketEnd = Readonly<{ code: number }> | 'unreadable';

/** A websocket that does nothing: the library sets its handlers. */
const UNUSED: WebSocketLike = {
  onopen: null,
  onclose: null,
  onmessage: null,
  onerror: null,
  binaryType: 'arraybuffer',
  send: () => undefined,
  close: () => undefined,
};

/**
 * Opens a websocket. The library ignores exceptions here, so a refused address becomes a close
 * event.
 */
function opened(open: () => WebSocketLike): WebSocketLike {
  try {
    return open();
  } catch {
    const refused = { ...UNUSED };
    queueMicrotask(() => refused.onclose?.({ code: 1006, reason: '' }));
    return refused;
  }
}

/**
 * The websocket for the library: `dialect` translates what the server sends. The end of the
 * connection goes to `onEnd`, and not to the library's own handler.
 */
function translated(
  socket: WebSocketLike,
  dialect: EngineDialect,
  onEnd: (end: SocketEnd) => void,
): WebSocketLike {
  const outer: WebSocketLike = {
    ...UNUSED,
    send: (data) => {
      socket.send(data);
    },
    close: () => {
      socket.close();
    },
  };
  socket.onopen = () => outer.onopen?.();
  socket.onerror = (event) => outer.onerror?.(event);
  socket.onclose = ({ code }) => {
    onEnd({ code });
  };
  socket.onmessage = (event) => {
    const isText = typeof event.data === 'string' && event.data.length <= MAX_POLL_BYTES;
    // As in `readFrame`: null for a frame to skip, undefined for an invalid one.
    const data = isText ? dialect.readFrame(event.data) : undefined;
    if (data === null) return;
    if (data === undefined || !libraryAccepts(() => outer.onmessage?.({ data })))
      onEnd('unreadable');
  };
  return outer;
}

/** Hands data of the server to the library. False if the library throws. */
// SECURITY: SEC-115 if the library throws at data of the server, only the connection ends, and not
// the program.
function libraryAccepts(handOver: () => void): boolean {
  try {
    handOver();
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the handshake is not over. A websocket is open as soon as the server has accepted it, but
 * the engine only after the server's open packet.
 */
function isOpening(transport: object): boolean {
  const { readyState, socket } = internals(transport);
  return readyState === 'opening' || (readyState === 'open' && socket.readyState === 'opening');
}

function internals(transport: object): Internals {
  return transport as Internals;
}
