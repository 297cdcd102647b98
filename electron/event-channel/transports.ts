import { Fetch, WebSocket as EngineWebSocket } from 'engine.io-client';
import { evidenceOf } from '../../shared/service/service-failure.ts';
import type { Clock } from '../os/clock.ts';
import { EngineDialect, type EngineProtocol, type ProtocolCapability } from './protocol-version.ts';
import type { HttpOutcome, HttpPort, HttpRequest } from '../network/http-port.ts';
import type { WebSocketLike, WebSocketPort } from '../network/websocket-port.ts';

/** The ports of the transports: the same network as the REST calls, so proxies and certificates apply to both. */
export type TransportPorts = Readonly<{ http: HttpPort; webSocket: WebSocketPort; clock: Clock }>;

export type TransportOptions = TransportPorts &
  Readonly<{
    /** The protocol that the configuration sets; null: detected. */
    protocol: EngineProtocol | null;
    capabilities: ProtocolCapability;
    /** Called for every answer to a ping of the old protocol. */
    onPong?: () => void;
  }>;

/** Each transport's own limit on its handshake: only an error makes engine.io-client try the next one. */
const HANDSHAKE_MS = 4_000;
/** A poll is answered within the server's heartbeat; without an answer the connection is dead anyhow. */
const POLL_MS = 120_000;
const WRITE_MS = 15_000;
const MAX_POLL_BYTES = 1_048_576;

/*
 * engine.io-client's own classes with the parts replaced that touch the network. They are internals of the
 * library, so its version is pinned and `tests/integration/event-channel` drives them against real servers.
 */
type Internals = {
  readyState: string;
  /** The engine the transport belongs to. */
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

/** The two transports of one event channel, over the ports, in the server's dialect. */
export function transportsOver(options: TransportOptions): Readonly<{
  polling: typeof Fetch;
  websocket: typeof EngineWebSocket;
}> {
  const dialects = new WeakMap<Engine, EngineDialect>();
  /** One dialect serves all transports of a connection, also across the upgrade. */
  const dialectOf = (transport: object): EngineDialect => {
    const engine = internals(transport).socket;
    const known = dialects.get(engine);
    if (known) return known;
    const { clock, protocol, capabilities, onPong = () => undefined } = options;
    const ping = (): void => {
      pingOver(engine);
    };
    const dialect = new EngineDialect({ clock, fixed: protocol, capabilities, ping, onPong });
    dialects.set(engine, dialect);
    engine.once('close', () => {
      dialect.close();
    });
    // A websocket that breaks between its probe and the upgrade leaves the library with a paused polling, which is
    // never resumed: the connection would receive no packet, and look alive, until its heartbeat is missed.
    engine.on('upgradeError', () => {
      const transport = internals(engine.transport);
      const isPaused = transport.readyState === 'pausing' || transport.readyState === 'paused';
      if (isPaused) transport.onError('polling error', 'upgrade failed');
    });
    return dialect;
  };
  return { polling: pollingOver(options, dialectOf), websocket: webSocketOver(options, dialectOf) };
}

/** Makes the client library answer a ping; a server of the old protocol takes that answer for our ping. */
export function pingOver(engine: Pick<Engine, 'readyState' | 'transport'>): void {
  if (engine.readyState === 'open') internals(engine.transport).onPacket({ type: 'ping' });
}

type DialectOf = (transport: object) => EngineDialect;

/** Long polling over an HTTP port. */
function pollingOver({ http, clock }: TransportPorts, dialectOf: DialectOf): typeof Fetch {
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
      void this.#exchange('GET', null, POLL_MS).then((text) => {
        if (text === null || internals(this).readyState === 'closed') return;
        // An answer that is no payload would throw inside the library.
        const payload = dialectOf(this).readPayload(text);
        if (payload === null) this.#fail('unreadable payload');
        else internals(this).onData(payload);
      });
    }

    override doWrite(data: string, done: () => void): void {
      const payload = dialectOf(this).writePayload(data);
      const sent = payload === null ? Promise.resolve('') : this.#exchange('POST', payload, WRITE_MS);
      void sent.then((text) => {
        if (text !== null) done();
      });
    }

    override doClose(): void {
      this.#cancelLimit();
      // The close packet goes first; then the pending poll is aborted.
      const isOpen = internals(this).readyState === 'open';
      const payload = isOpen ? dialectOf(this).writePayload('1') : null;
      const closePacket = payload && this.#exchange('POST', payload, WRITE_MS, new AbortController().signal);
      void Promise.resolve(closePacket).then(() => {
        this.#abort.abort();
      });
    }

    /** @returns the answer's text; null after an error, which the library was given */
    async #exchange(
      method: 'GET' | 'POST',
      data: string | null,
      timeoutMs: number,
      signal = this.#abort.signal,
    ): Promise<string | null> {
      const outcome = await this.#send({
        method,
        headers: data === null ? {} : { 'Content-Type': 'text/plain;charset=UTF-8' },
        body: data === null ? null : Buffer.from(data, 'utf8'),
        timeoutMs,
        maxBytes: MAX_POLL_BYTES,
        signal,
      });
      if (outcome.kind === 'response' && outcome.status === 200) {
        return Buffer.from(outcome.body).toString('utf8');
      }
      if (outcome.kind === 'aborted') return null;
      this.#fail(outcome.kind === 'response' ? `HTTP ${outcome.status}` : evidenceOf(outcome));
      return null;
    }

    /** Whatever the library throws while it builds an address is an error of this connection, not of the program. */
    async #send(request: Omit<HttpRequest, 'url'>): Promise<HttpOutcome> {
      try {
        return await http({ ...request, url: internals(this).uri() });
      } catch {
        return { kind: 'network', fault: 'unknown', evidence: 'unusable address' };
      }
    }

    #fail(evidence: string): void {
      this.#cancelLimit();
      if (internals(this).readyState !== 'closed') internals(this).onError('polling error', evidence);
    }
  }
  return PortPolling;
}

/** WebSocket over a port. */
function webSocketOver({ webSocket, clock }: TransportPorts, dialectOf: DialectOf): typeof EngineWebSocket {
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
        // An early close must be an error, or no other transport is tried.
        if (isOpening(this)) internals(this).onError('websocket error', description);
        else internals(this).onClose({ description });
      };
      this.#socket = translated(opened(webSocket, uri), dialectOf(this), onEnd);
      return this.#socket;
    }

    override doWrite(_packet: unknown, data: string): void {
      const socket = this.#socket;
      dialectOf(this).writeFrame(data, (packet) => {
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

/** The end of a socket: its close code (RFC 6455, 7.4), or an invalid packet. */
type SocketEnd = Readonly<{ code: number }> | 'unreadable';

/** Opens a socket. The library ignores exceptions here, so a refused address is reported as closed. */
function opened(webSocket: WebSocketPort, uri: string): WebSocketLike {
  try {
    return webSocket(uri);
  } catch {
    const refused: WebSocketLike = {
      onopen: null,
      onclose: null,
      onmessage: null,
      onerror: null,
      binaryType: '',
      send: () => undefined,
      close: () => undefined,
    };
    queueMicrotask(() => refused.onclose?.({ code: 1006, reason: '' }));
    return refused;
  }
}

/**
 * A socket that hands on readable text frames only, in the client library's protocol.
 */
function translated(
  socket: WebSocketLike,
  dialect: EngineDialect,
  onEnd: (end: SocketEnd) => void,
): WebSocketLike {
  const outer: WebSocketLike = {
    onopen: null,
    onclose: null,
    onmessage: null,
    onerror: null,
    binaryType: 'arraybuffer',
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
    const data = typeof event.data === 'string' ? dialect.readFrame(event.data) : undefined;
    if (data === undefined) onEnd('unreadable');
    else if (data !== null) outer.onmessage?.({ data });
  };
  return outer;
}

/** The transport's own handshake, or the engine's on it, is not done. */
function isOpening(transport: object): boolean {
  const { readyState, socket } = internals(transport);
  return readyState === 'opening' || (readyState === 'open' && socket.readyState === 'opening');
}

function internals(transport: object): Internals {
  return transport as Internals;
}
