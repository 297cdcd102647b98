import { Server } from 'socket.io';
import { createInnerServer, REALTIME_PATH, wrapSocket } from './dialect.ts';
import type { Dialect, DialectFactory, DialectSettings, LibrarySocket } from './dialect.ts';

/** socket.io 4: engine.io protocol 4 only. */
export const dialectV4: DialectFactory = (settings) => createDialect(settings, false);

/** socket.io 4 that lets clients of engine.io protocol 3 in too (`allowEIO3`). */
export const dialectV4AndV3: DialectFactory = (settings) => createDialect(settings, true);

function createDialect(settings: DialectSettings, allowEIO3: boolean): Dialect {
  const inner = createInnerServer();
  const io = new Server(inner.server, {
    path: REALTIME_PATH,
    serveClient: false,
    allowEIO3,
    pingInterval: settings.heartbeatIntervalMs,
    pingTimeout: settings.heartbeatTimeoutMs,
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
  io.on('connection', (socket) =>
    settings.onConnection(wrapSocket(socket as unknown as LibrarySocket)),
  );

  return {
    handleRequest: inner.handleRequest,
    handleUpgrade: inner.handleUpgrade,
    close: () => io.close(),
  };
}
