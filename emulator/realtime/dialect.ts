import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Where socket.io listens (specification 6). */
export const REALTIME_PATH = '/ws/socket.io';

export type DialectSettings = Readonly<{
  heartbeatIntervalMs: number;
  heartbeatTimeoutMs: number;
  /** Asked for each new connection: why its namespace is refused, or null. */
  refusal: () => string | null;
  /** Asked for each new session: a socket.io packet to send before any other, or null. */
  firstPacket: () => string | null;
  /** Called with each new connection. */
  onConnection: (socket: RealtimeSocket) => void;
}>;

/** One connected client, in any generation of socket.io. */
export type RealtimeSocket = Readonly<{
  id: string;
  /** Sends an event with these parameters. */
  emit: (eventName: string, ...parameters: readonly unknown[]) => void;
  /** Sends a socket.io packet as it stands. */
  sendPacket: (packet: string) => void;
  /**
   * Ends the connection on the level of engine.io, as when the network fails: the client connects
   * again.
   */
  close: () => void;
  /** Cuts the connection without a word, where it is a websocket; otherwise as `close`. */
  cut: () => void;
  /** Ends it by a disconnect packet: the client takes it as the server's will and stays away. */
  disconnect: () => void;
  /** `acknowledge` answers a message whose sender asked for an acknowledgement; null for the others. */
  onMessage: (
    eventName: 'subscribe' | 'unsubscribe',
    listener: (message: unknown, acknowledge: ((answer: unknown) => void) | null) => void,
  ) => void;
  onEnd: (listener: () => void) => void;
}>;

/**
 * One generation of socket.io. It knows sockets, but no channels and no transactions; it uses a
 * real server library, so that clients are not tested against our own idea of a dialect.
 */
export type Dialect = Readonly<{
  handleRequest: (request: IncomingMessage, response: ServerResponse) => void;
  handleUpgrade: (request: IncomingMessage, connection: Duplex, head: Buffer) => void;
  close: () => Promise<void>;
}>;

export type DialectFactory = (settings: DialectSettings) => Dialect;

/** The part of a library's socket that all generations have. */
export type LibrarySocket = Readonly<{
  id: string;
  conn: {
    /** `socket`: of a websocket, as the package ws makes it. */
    readonly transport: Readonly<{ socket?: { terminate?: () => void } | undefined }>;
    close(discard: boolean): void;
    send(packet: string): unknown;
  };
  on: (eventName: string, listener: (...parameters: unknown[]) => void) => unknown;
  emit: (eventName: string, ...parameters: readonly unknown[]) => unknown;
  disconnect: (close: boolean) => unknown;
}>;

/** A library's socket as the hub uses it. */
export function wrapSocket(socket: LibrarySocket): RealtimeSocket {
  return {
    id: socket.id,
    emit: (eventName, ...parameters) => void socket.emit(eventName, ...parameters),
    sendPacket: (packet) => void socket.conn.send(packet),
    close: () => socket.conn.close(true),
    cut: () => {
      socket.conn.transport.socket?.terminate?.();
      socket.conn.close(true);
    },
    disconnect: () => void socket.disconnect(true),
    onMessage: (eventName, listener) => {
      socket.on(eventName, (...parameters) => {
        const last = parameters.at(-1);
        const acknowledge = typeof last === 'function' ? (last as (answer: unknown) => void) : null;
        listener(
          last === parameters[0] && acknowledge !== null ? null : parameters[0],
          acknowledge,
        );
      });
    },
    onEnd: (listener) => void socket.on('disconnect', listener),
  };
}

/**
 * A server that never listens: the library attaches to it, and gets the requests that the hub
 * accepts.
 */
export type InnerServer = Readonly<{
  server: Server;
  handleRequest: Dialect['handleRequest'];
  handleUpgrade: Dialect['handleUpgrade'];
}>;

export function createInnerServer(): InnerServer {
  const server = createServer();
  return {
    server,
    handleRequest: (request, response) => server.emit('request', request, response),
    handleUpgrade: (request, connection, head) => server.emit('upgrade', request, connection, head),
  };
}
