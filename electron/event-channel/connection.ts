import { Manager, type Socket } from 'socket.io-client';
import { pingOver, transportsOver, type TransportOptions } from './transports.ts';
import { toEvidence, type Evidence } from '../../shared/service/evidence.ts';

export type TransportName = 'polling' | 'websocket';

export type ConnectionOptions = TransportOptions &
  Readonly<{
    /** Without a trailing slash. */
    baseUrl: string;
    /** Relative to the base address. */
    path: string;
  }>;

export type ConnectionLoss = Readonly<{ kind: 'refused' } | { kind: 'broken'; evidence: Evidence }>;

export type ConnectionHandlers = Readonly<{
  /** A transport has a session, but the server has not sent its connect packet. */
  onOpened?: () => void;
  onConnected: () => void;
  /** An event of the server, of any name and with any arguments. */
  onEvent?: (name: unknown, args: readonly unknown[]) => void;
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
export function connectionOver(
  options: ConnectionOptions,
  handlers: ConnectionHandlers,
): Connection {
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
  const lost = (loss: ConnectionLoss): void => {
    runHandler(() => {
      handlers.onLost(loss);
    });
  };
  manager.on('open', () => {
    runHandler(() => handlers.onOpened?.());
  });
  const socket = manager.socket('/');
  socket.on('connect', () => {
    runHandler(handlers.onConnected);
  });
  socket.onAny((name: unknown, ...args: readonly unknown[]) => {
    runHandler(() => handlers.onEvent?.(name, args));
  });
  socket.on('disconnect', (reason, details) => {
    lost({ kind: 'broken', evidence: toEvidence`${descriptionIn(details) ?? reason}` });
  });
  socket.on('connect_error', (error) => {
    const isBroken = error === connectionError;
    lost(
      isBroken
        ? { kind: 'broken', evidence: toEvidence`${descriptionIn(error) ?? error.message}` }
        : { kind: 'refused' },
    );
    // If the server refuses after its connect packet, the library would stay `connected` for ever.
    if (socket.connected) socket.disconnect();
  });
  guardPackets(socket, () => {
    lost({ kind: 'broken', evidence: toEvidence`unreadable packet` });
    socket.disconnect();
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

/* Internals of socket.io-client, whose version is pinned. */
type Packet = Readonly<{ type: number; data?: unknown }>;
type Internals = { onpacket: (packet: Packet) => void };

/** Types of socket.io packets. */
const CONNECT = 0;
const EVENT = 2;

/**
 * Limit for the members of an event, its name included. The service's events have three
 * (docs/wire.md 2).
 */
const MAX_MEMBERS = 16;

/**
 * Catches what the library throws at a packet. The library handles packets in a later tick of the
 * event loop, where the error would end the program.
 */
function guardPackets(socket: Socket, onFault: () => void): void {
  const internals = socket as unknown as Internals;
  const handle = internals.onpacket.bind(socket);
  internals.onpacket = (packet) => {
    // The connection ended in the meantime: the library would stay `connected` for ever, and
    // receive nothing.
    if (packet.type === CONNECT && socket.io.engine.readyState !== 'open') return;
    // SECURITY: SEC-115 a packet at which the library fails costs the connection, not the login or
    // the doctor.
    try {
      handle(withoutLaterMembers(packet));
    } catch {
      // The library keeps events that come before the connect packet. It would handle them again,
      // and fail again.
      socket.receiveBuffer = [];
      onFault();
    }
  };
}

/**
 * Leaves out the members of an event that nobody reads: the library makes an argument of each, and
 * a function takes no more than some 100,000.
 */
function withoutLaterMembers(packet: Packet): Packet {
  return packet.type === EVENT && Array.isArray(packet.data)
    ? { ...packet, data: packet.data.slice(0, MAX_MEMBERS) }
    : packet;
}

/**
 * Runs a handler of ours within the library. An error that it throws is a fault of this program, so
 * it is thrown outside the library: `guardPackets` must not take it for a fault of the server.
 */
function runHandler(act: () => void): void {
  try {
    act();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}

/** The transport's reason, because the library's own is generic; null without one. */
function descriptionIn(end: unknown): string | null {
  const description: unknown = (end as Readonly<{ description?: unknown }> | undefined)
    ?.description;
  return typeof description === 'string' ? description : null;
}
