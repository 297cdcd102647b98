import { Server } from 'socket.io';
import { channelOf, createInnerServer, mayJoin, realtimePath } from './dialect.ts';
import type { Dialect, DialectFactory, DialectSettings } from './dialect.ts';

/** socket.io 4: engine.io protocol 4 only. */
export const dialectV4: DialectFactory = (settings) => createDialect(settings, false);

/** socket.io 4 that lets clients of engine.io protocol 3 in too (`allowEIO3`). */
export const dialectV4AndV3: DialectFactory = (settings) => createDialect(settings, true);

function createDialect(settings: DialectSettings, allowEIO3: boolean): Dialect {
  const inner = createInnerServer();
  const io = new Server(inner.server, {
    path: realtimePath,
    serveClient: false,
    allowEIO3,
    pingInterval: settings.heartbeatIntervalMilliseconds,
    pingTimeout: settings.heartbeatTimeoutMilliseconds,
  });

  io.engine.on('connection', (session: { send: (packet: string) => void }) => {
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
    socket.on('subscribe', (message: unknown) => {
      const channel = channelOf(message);
      if (channel === null) socket.emit('subscription_error', null, 400);
      else if (!mayJoin(socket.rooms.size)) socket.emit('subscription_error', channel, 429);
      else void socket.join(channel);
    });
    socket.on('unsubscribe', (message: unknown) => {
      const channel = channelOf(message);
      if (channel !== null) void socket.leave(channel);
    });
  });

  const memberCount = (room: string): number => io.sockets.adapter.rooms.get(room)?.size ?? 0;
  return {
    handleRequest: inner.handleRequest,
    handleUpgrade: inner.handleUpgrade,
    send: (room, eventName, parameters) => {
      const target = room === null ? io.sockets : io.sockets.to(room);
      target.emit(eventName, ...parameters);
      return room === null ? io.sockets.sockets.size : memberCount(room);
    },
    sendPacket: (packet) => {
      for (const socket of io.sockets.sockets.values()) socket.conn.send(packet);
      return io.sockets.sockets.size;
    },
    socketIds: () => [...io.sockets.sockets.keys()],
    connectionCount: () => io.sockets.sockets.size,
    memberCount,
    closeAll: () => {
      for (const socket of io.sockets.sockets.values()) socket.conn.close(true);
    },
    disconnectAll: () => io.sockets.disconnectSockets(true),
    close: () => io.close(),
  };
}
