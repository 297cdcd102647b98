import { createRequire } from 'node:module';
import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { channelOf, createInnerServer, mayJoin, realtimePath } from './dialect.ts';
import type { Dialect, DialectFactory, DialectSettings } from './dialect.ts';

/** The npm alias under which socket.io 2.5 is installed beside socket.io 4. */
const packageName = 'socket.io-v2';

/** The little of socket.io 2 that is used here; the library has no types of its own. */
interface SocketV2 {
  readonly rooms: Readonly<Record<string, string>>;
  readonly conn: { close(discard: boolean): void; send(packet: string): void };
  on(eventName: string, listener: (message: unknown) => void): void;
  emit(eventName: string, ...parameters: readonly unknown[]): void;
  join(room: string): void;
  leave(room: string): void;
  disconnect(close: boolean): void;
}

interface NamespaceV2 {
  readonly connected: Readonly<Record<string, SocketV2>>;
  readonly adapter: {
    readonly rooms: Readonly<Record<string, { readonly length: number } | undefined>>;
  };
  to(room: string): { emit(eventName: string, ...parameters: readonly unknown[]): void };
  emit(eventName: string, ...parameters: readonly unknown[]): void;
}

interface ServerV2 {
  readonly sockets: NamespaceV2;
  readonly engine: {
    on(eventName: 'connection', listener: (session: SocketV2['conn']) => void): void;
  };
  use(middleware: (socket: SocketV2, next: (error?: Error) => void) => void): void;
  on(eventName: 'connection', listener: (socket: SocketV2) => void): void;
  close(done: () => void): void;
}

type CreateServerV2 = (server: unknown, options: Readonly<Record<string, unknown>>) => ServerV2;

/** socket.io 2 (engine.io protocol 3), or why it is not to be had here. */
export function loadDialectV2(): Result<DialectFactory, string> {
  try {
    const createServer = createRequire(import.meta.url)(packageName) as CreateServerV2;
    return success((settings) => createDialect(createServer, settings));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    return failure(`socket.io 2 is not installed (npm package alias "${packageName}")`);
  }
}

function createDialect(createServer: CreateServerV2, settings: DialectSettings): Dialect {
  const inner = createInnerServer();
  const io = createServer(inner.server, {
    path: realtimePath,
    serveClient: false,
    pingInterval: settings.heartbeatIntervalMilliseconds,
    pingTimeout: settings.heartbeatTimeoutMilliseconds,
  });

  io.engine.on('connection', (session) => {
    const packet = settings.firstPacket();
    if (packet !== null) session.send(packet);
  });
  io.use((_socket, next) => {
    const refusal = settings.refusal();
    if (refusal === null) next();
    else next(new Error(refusal));
  });
  io.on('connection', (socket) => {
    settings.onConnection(() => socket.conn.close(true));
    socket.on('subscribe', (message) => {
      const channel = channelOf(message);
      if (channel === null) socket.emit('subscription_error', null, 400);
      else if (!mayJoin(Object.keys(socket.rooms).length))
        socket.emit('subscription_error', channel, 429);
      else socket.join(channel);
    });
    socket.on('unsubscribe', (message) => {
      const channel = channelOf(message);
      if (channel !== null) socket.leave(channel);
    });
  });

  const memberCount = (room: string): number => io.sockets.adapter.rooms[room]?.length ?? 0;
  const connectionCount = (): number => Object.keys(io.sockets.connected).length;
  return {
    handleRequest: inner.handleRequest,
    handleUpgrade: inner.handleUpgrade,
    send: (room, eventName, parameters) => {
      const target = room === null ? io.sockets : io.sockets.to(room);
      target.emit(eventName, ...parameters);
      return room === null ? connectionCount() : memberCount(room);
    },
    sendPacket: (packet) => {
      for (const socket of Object.values(io.sockets.connected)) socket.conn.send(packet);
      return connectionCount();
    },
    socketIds: () => Object.keys(io.sockets.connected),
    connectionCount,
    memberCount,
    closeAll: () => {
      for (const socket of Object.values(io.sockets.connected)) socket.conn.close(true);
    },
    disconnectAll: () => {
      for (const socket of Object.values(io.sockets.connected)) socket.disconnect(true);
    },
    close: () =>
      new Promise((resolve) => {
        io.close(resolve);
      }),
  };
}
