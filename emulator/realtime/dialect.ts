import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Where socket.io listens (specification 6). */
export const realtimePath = '/ws/socket.io';

export interface DialectSettings {
  readonly heartbeatIntervalMilliseconds: number;
  readonly heartbeatTimeoutMilliseconds: number;
  /** Asked for each new connection: why its namespace is refused, or null. */
  readonly refusal: () => string | null;
  /** Asked for each new session: a socket.io packet to send before any other, or null. */
  readonly firstPacket: () => string | null;
  /** Told of each new connection; `close` ends it on the level of engine.io, so that a client connects again. */
  readonly onConnection: (close: () => void) => void;
}

/**
 * One generation of socket.io. It knows rooms and events, but no transactions; it uses a real server library, so that
 * clients are not tested against our own idea of a dialect.
 */
export interface Dialect {
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void;
  /** Emits to the members of a room, or to everybody. @returns how many sockets that were */
  send(room: string | null, eventName: string, parameters: readonly unknown[]): number;
  /** Sends everybody a socket.io packet as it stands. @returns how many sockets that were */
  sendPacket(packet: string): number;
  connectionCount(): number;
  socketIds(): readonly string[];
  memberCount(room: string): number;
  /** Ends every connection on the level of engine.io, as when the network fails: clients connect again. */
  closeAll(): void;
  /** Ends every socket by a disconnect packet: clients take it as the server's will and stay away. */
  disconnectAll(): void;
  close(): Promise<void>;
}

export type DialectFactory = (settings: DialectSettings) => Dialect;

/** A server that never listens: the library attaches to it, and gets the requests that the hub accepts. */
export interface InnerServer {
  readonly server: Server;
  readonly handleRequest: Dialect['handleRequest'];
  readonly handleUpgrade: Dialect['handleUpgrade'];
}

export function createInnerServer(): InnerServer {
  const server = createServer();
  return {
    server,
    handleRequest: (request, response) => server.emit('request', request, response),
    handleUpgrade: (request, connection, head) => server.emit('upgrade', request, connection, head),
  };
}

const maximumChannels = 100;
const maximumChannelLength = 300;

/** The channel of a `subscribe` message `{channel, auth}` (docs/wire.md 2), or null where it is not one. */
export function channelOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null;
  const { channel } = message as { channel?: unknown };
  if (typeof channel !== 'string' || channel === '' || channel.length > maximumChannelLength)
    return null;
  return channel;
}

/** Whether a socket that is in `count` rooms may join another. */
export function mayJoin(count: number): boolean {
  return count < maximumChannels;
}
