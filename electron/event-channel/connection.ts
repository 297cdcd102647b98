import { Manager, type Socket } from 'socket.io-client';
import { pingOver, transportsOver, type TransportOptions } from './transports.ts';

export type TransportName = 'polling' | 'websocket';

export type ConnectionOptions = TransportOptions &
  Readonly<{
    /** Without a trailing slash. */
    baseUrl: string;
    /** Below the base address. */
    path: string;
  }>;

/** The reason for the end of a connection: the server refused the client, or it broke or could not be made. */
export type ConnectionLoss = Readonly<{ kind: 'refused' } | { kind: 'broken'; evidence: string }>;

export type ConnectionHandlers = Readonly<{
  /** A transport has opened a session; the server has not answered the connect packet yet. */
  onOpened?: () => void;
  /** The server has answered the connect packet, or sent its own in the old protocol. */
  onConnected: () => void;
  /** May be called twice for one end. */
  onLost: (loss: ConnectionLoss) => void;
}>;

export type Connection = Readonly<{
  socket: Socket;
  /** Connects over the transports in this order. */
  open: (transports: readonly TransportName[]) => void;
  /** Sends a ping of the old protocol; `onPong` of the options is told of the answer. */
  ping: () => void;
  /** Ends it for good: no handler is called any more. Resolves when the close packet is sent or not needed. */
  close: () => Promise<void>;
}>;

/** Longest time for one connection, all transports together. */
const CONNECT_MS = 10_000;

/** A connection to the service's event channel. It connects when it is opened, once: it never reconnects by itself. */
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
    // Text only: the oldest servers would answer in binary otherwise.
    forceBase64: true,
  });
  /** The last error of the connection itself; the library gives the server's own refusals the same event. */
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

/** The reason that our transport gave for the end of a connection; the library passes on only a generic one. */
function descriptionIn(end: unknown): string | null {
  const description: unknown = (end as Readonly<{ description?: unknown }> | undefined)?.description;
  return typeof description === 'string' ? description : null;
}
