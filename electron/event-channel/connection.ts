import { Manager, type Socket } from 'socket.io-client';
import { pingOver, transportsOver, type TransportOptions } from './transports.ts';

export type TransportName = 'polling' | 'websocket';

export type ConnectionOptions = TransportOptions &
  Readonly<{
    /** Without a trailing slash. */
    baseUrl: string;
    /** Relative to the base address. */
    path: string;
  }>;

export type ConnectionLoss = Readonly<{ kind: 'refused' } | { kind: 'broken'; evidence: string }>;

export type ConnectionHandlers = Readonly<{
  /** A transport has a session, but the server has not sent its connect packet. */
  onOpened?: () => void;
  onConnected: () => void;
  /** May be called twice for one loss. */
  onLost: (loss: ConnectionLoss) => void;
}>;

export type Connection = Readonly<{
  socket: Socket;
  open: (transports: readonly TransportName[]) => void;
  /** Sends a ping of the old protocol. */
  ping: () => void;
  /** Calls no more handlers. Resolves when the close packet is sent or unnecessary. */
  close: () => Promise<void>;
}>;

/** Limit for all transports together. */
const CONNECT_MS = 10_000;

/** Connects to the event channel; never reconnects by itself. */
export function connectionOver(options: ConnectionOptions, handlers: ConnectionHandlers): Connection {
  const { origin, pathname } = new URL(options.baseUrl);
  const transports = transportsOver(options);
  const manager = new Manager(origin, {
    path: `${pathname.replace(/\/$/, '')}${options.path}`,
    tryAllTransports: true,
    reconnection: false,
    autoConnect: false,
    timeout: CONNECT_MS,
    timestampRequests: true,
    // Otherwise the oldest servers answer in binary.
    forceBase64: true,
  });
  /** The last network error. The library reports a refusal by the server as `connect_error` too. */
  let connectionError: Error | null = null;
  manager.on('error', (error) => {
    connectionError = error;
  });
  manager.on('open', () => handlers.onOpened?.());
  const socket = manager.socket('/');
  socket.on('connect', () => {
    handlers.onConnected();
  });
  socket.on('disconnect', (reason, details) => {
    handlers.onLost({ kind: 'broken', evidence: descriptionIn(details) ?? reason });
  });
  socket.on('connect_error', (error) => {
    const isBroken = error === connectionError;
    handlers.onLost(
      isBroken ? { kind: 'broken', evidence: descriptionIn(error) ?? error.message } : { kind: 'refused' },
    );
  });
  return {
    socket,
    open: (order) => {
      manager.opts.transports = order.map((name) => transports[name]);
      socket.connect();
    },
    ping: () => {
      pingOver(manager.engine);
    },
    close: () => {
      socket.removeAllListeners();
      socket.offAny();
      socket.disconnect();
      const { engine } = manager;
      return new Promise((resolve) => {
        if (engine.readyState === 'closed') resolve();
        else {
          engine.once('close', () => {
            resolve();
          });
        }
      });
    },
  };
}

/** The transport's reason; the library's own is generic. */
function descriptionIn(end: unknown): string | null {
  const description: unknown = (end as Readonly<{ description?: unknown }> | undefined)?.description;
  return typeof description === 'string' ? description : null;
}
