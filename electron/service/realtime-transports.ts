import { Fetch, WebSocket as EngineWebSocket } from 'engine.io-client';
import type { Clock } from './clock.ts';
import type { HttpPort } from './http-port.ts';
import { checkPacket } from './engine-packet.ts';
import type { WebSocketLike, WebSocketPort } from './websocket-port.ts';

/** What the transports stand on: the same network as the REST calls, so proxies and certificates hold for both. */
export type TransportPorts = Readonly<{ http: HttpPort; webSocket: WebSocketPort; clock: Clock }>;

/** Each transport's own limit on its handshake: only an error makes engine.io-client try the next one. */
const HANDSHAKE_MS = 4_000;
/** A poll is answered within the server's heartbeat; longer than that the line is dead anyhow. */
const POLL_MS = 120_000;
const WRITE_MS = 15_000;
const MAX_POLL_BYTES = 1_048_576;

/*
 * engine.io-client's own classes with the parts replaced that touch the network. They are internals of the
 * library, so its version is pinned and `tests/integration/realtime` drives them against the real server.
 */
type Internals = {
  readyState: string;
  /** The engine the transport belongs to. */
  socket: { readyState: string };
  uri: () => string;
  onError: (reason: string, description: unknown) => unknown;
  onData: (data: string) => void;
  onClose: (details?: unknown) => void;
};

/** Long polling over an HTTP port. */
export function pollingOver({ http, clock }: TransportPorts): typeof Fetch {
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
        // An answer that is no engine.io payload would throw inside the library.
        if (!text.split('\x1e').every(checkPacket)) this.#fail('unreadable payload');
        else internals(this).onData(text);
      });
    }

    override doWrite(data: string, done: () => void): void {
      void this.#exchange('POST', data, WRITE_MS).then((text) => {
        if (text !== null) done();
      });
    }

    override doClose(): void {
      this.#cancelLimit();
      const isOpen = internals(this).readyState === 'open';
      // The farewell goes first; then the hanging poll is let go.
      const farewell = isOpen ? this.#exchange('POST', '1', WRITE_MS, new AbortController().signal) : null;
      void Promise.resolve(farewell).then(() => {
        this.#abort.abort();
      });
    }

    async #exchange(
      method: 'GET' | 'POST',
      data: string | null,
      timeoutMs: number,
      signal = this.#abort.signal,
    ): Promise<string | null> {
      const outcome = await http({
        method,
        url: internals(this).uri(),
        headers: data === null ? {} : { 'Content-Type': 'text/plain;charset=UTF-8' },
        body: data === null ? null : Buffer.from(data, 'utf8'),
        timeoutMs,
        maxBytes: MAX_POLL_BYTES,
        signal,
      });
      if (outcome.kind === 'response' && outcome.status === 200)
        return Buffer.from(outcome.body).toString('utf8');
      if (outcome.kind === 'aborted') return null;
      const evidence = 'evidence' in outcome ? outcome.evidence : outcome.kind;
      this.#fail(outcome.kind === 'response' ? `HTTP ${String(outcome.status)}` : evidence);
      return null;
    }

    #fail(evidence: string): void {
      this.#cancelLimit();
      if (internals(this).readyState !== 'closed') internals(this).onError('polling error', evidence);
    }
  }
  return PortPolling;
}

/** WebSocket over a port. */
export function webSocketOver({ webSocket, clock }: TransportPorts): typeof EngineWebSocket {
  class PortWebSocket extends EngineWebSocket {
    #socket: WebSocketLike | null = null;
    #cancelLimit = (): void => undefined;

    override createSocket(uri: string): WebSocketLike {
      this.#cancelLimit = clock.schedule(HANDSHAKE_MS, () => {
        if (isOpening(this)) internals(this).onError('websocket error', 'handshake timeout');
      });
      this.#socket = guarded(webSocket(uri), (evidence) => {
        const isEarly = isOpening(this);
        // An early close must be an error, or no other transport is tried.
        if (isEarly || evidence !== null)
          internals(this).onError('websocket error', evidence ?? 'closed early');
        else internals(this).onClose({ description: 'websocket connection closed' });
      });
      return this.#socket;
    }

    override doWrite(_packet: unknown, data: string): void {
      this.#socket?.send(data);
    }

    override doClose(): void {
      this.#cancelLimit();
      super.doClose();
    }
  }
  return PortWebSocket;
}

/**
 * A socket that hands on readable text frames only.
 *
 * @param onEnd told once, when it closed (null) or sent what is no packet (the evidence)
 */
function guarded(socket: WebSocketLike, onEnd: (evidence: string | null) => void): WebSocketLike {
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
  socket.onclose = () => {
    onEnd(null);
  };
  socket.onmessage = (event) => {
    if (typeof event.data === 'string' && checkPacket(event.data)) outer.onmessage?.(event);
    else onEnd('unreadable frame');
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
