import { createRequire } from 'node:module';
import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { createInnerServer, REALTIME_PATH, wrapSocket } from './dialect.ts';
import type { Dialect, DialectFactory, DialectSettings, LibrarySocket } from './dialect.ts';

/** The npm alias under which socket.io 2.5 is installed beside socket.io 4. */
const PACKAGE_NAME = 'socket.io-v2';

/** The little of socket.io 2 that is used here; the library has no types of its own. */
type ServerV2 = Readonly<{
  engine: {
    on(eventName: 'connection', listener: (session: LibrarySocket['conn']) => void): void;
  };
  use: (middleware: (socket: LibrarySocket, next: (error?: Error) => void) => void) => void;
  on: (eventName: 'connection', listener: (socket: LibrarySocket) => void) => void;
  close: (done: () => void) => void;
}>;

type CreateServerV2 = (server: unknown, options: Readonly<Record<string, unknown>>) => ServerV2;

/** socket.io 2 (engine.io protocol 3), or why it is not to be had here. */
export function loadDialectV2(): Result<DialectFactory, string> {
  try {
    const createServer = createRequire(import.meta.url)(PACKAGE_NAME) as CreateServerV2;
    return success((settings) => createDialect(createServer, settings));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
    if (!isMissing) throw error;
    return failure(`socket.io 2 is not installed: npm install ${PACKAGE_NAME}@npm:socket.io@2.5.1`);
  }
}

function createDialect(createServer: CreateServerV2, settings: DialectSettings): Dialect {
  const inner = createInnerServer();
  const io = createServer(inner.server, {
    path: REALTIME_PATH,
    serveClient: false,
    pingInterval: settings.heartbeatIntervalMs,
    pingTimeout: settings.heartbeatTimeoutMs,
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
  io.on('connection', (socket) => settings.onConnection(wrapSocket(socket)));

  return {
    handleRequest: inner.handleRequest,
    handleUpgrade: inner.handleUpgrade,
    close: () =>
      new Promise((resolve) => {
        io.close(resolve);
      }),
  };
}
