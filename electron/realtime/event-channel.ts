import { Manager, type Socket } from 'socket.io-client';
import { channelsOf, parseServiceEvent, type ServiceEvent } from '../../shared/service/events.ts';
import type { ServerMemory } from './protocol-version.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';
import { transportsOver, type TransportOptions } from './transports.ts';

export type RealtimeOptions = TransportOptions &
  Readonly<{
    /** Without a trailing slash. */
    baseUrl: string;
    /** Below the base address. */
    path: string;
    /** In the order in which they are tried; what worked is tried first the next time. */
    transports: readonly TransportName[];
    /** What was found out about the server, kept from one listener to the next. */
    memory: RealtimeMemory;
    /** How long after the subscription left on a websocket it counts as received. */
    settleMs: number;
    random: () => number;
  }>;

export type TransportName = 'polling' | 'websocket';

/** What was found out about a server: its protocol, and the transport that held. */
export type RealtimeMemory = ServerMemory & { transport: TransportName | null };

/** What the listener tells, for one transaction. */
export type RealtimeHandlers = Readonly<{
  /** The subscription stands. `hasGap`: it stood before, and what was sent meanwhile is lost. */
  onConfirmed: (hasGap: boolean) => void;
  /** The line broke or could not be made; the listener goes on trying until it is closed. */
  onLost: (evidence: string) => void;
  onEvent: (event: ServiceEvent) => void;
}>;

export type EventChannel = Readonly<{
  /** Connects again at once: after sleep, unlock or the network's return, whatever the socket believes. */
  reconnect: () => void;
  close: () => void;
}>;

/** Opens a listener for one transaction. */
export type OpenRealtimeFor = (tid: string, handlers: RealtimeHandlers) => EventChannel;

/** Longest time for one connection, all transports together. */
const CONNECT_MS = 10_000;

/**
 * Listens for the two events of one transaction (specification 6). Handlers are attached before it connects; it
 * subscribes on every connection, counts as confirmed when the subscription was taken (docs/architecture.md), and reconnects
 * for ever with growing, jittered pauses.
 */
export function openRealtime(
  options: RealtimeOptions,
  tid: string,
  handlers: RealtimeHandlers,
): EventChannel {
  const { clock, random } = options;
  const { origin, pathname } = new URL(options.baseUrl);
  const transports = transportsOver(options);
  const inOrder = () => preferred(options).map((name) => transports[name]);
  const manager = new Manager(origin, {
    path: `${pathname.replace(/\/$/, '')}${options.path}`,
    transports: inOrder(),
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
  const socket = manager.socket('/');
  let isClosed = false;
  let wasConfirmed = false;
  let failures = 0;
  let cancelTimer = (): void => undefined;

  let isConfirmed = false;
  let isLost = false;

  const connect = (): void => {
    isLost = false;
    manager.opts.transports = inOrder();
    socket.connect();
  };
  const lost = (evidence: string): void => {
    // One break is told by the library in two ways.
    if (isClosed || isLost) return;
    isLost = true;
    cancelTimer();
    // A transport on which no subscription ever stood gives way to the other.
    if (!isConfirmed) rotate(options);
    isConfirmed = false;
    handlers.onLost(evidence);
    cancelTimer = clock.schedule(reconnectDelayMs(failures, random()), connect);
    failures += 1;
  };
  const confirmed = (): void => {
    if (isClosed || !socket.connected) return;
    failures = 0;
    isConfirmed = true;
    // What was given up on the way stands in the list no more.
    const [held] = (manager.engine as unknown as Readonly<{ transports: readonly string[] }>).transports;
    options.memory.transport = options.transports.find((name) => name === held) ?? null;
    const hasGap = wasConfirmed && !socket.recovered;
    wasConfirmed = true;
    handlers.onConfirmed(hasGap);
  };

  socket.onAny((name: string, ...args: unknown[]) => {
    const event = isClosed ? null : parseServiceEvent(name, args, tid);
    if (event) handlers.onEvent(event);
  });
  socket.on('connect', () => {
    for (const channel of channelsOf(tid)) socket.emit('subscribe', { channel, auth: { headers: {} } });
    const { id } = socket;
    whenTaken(socket, options, () => {
      // The line may have broken and come back meanwhile: then this subscription is gone.
      if (socket.id === id) confirmed();
    });
  });
  socket.on('disconnect', (reason) => {
    lost(reason);
  });
  socket.on('connect_error', (error) => {
    lost(error === connectionError ? evidenceOf(error) : 'refused by the server');
  });
  connect();

  return {
    reconnect: () => {
      if (isClosed) return;
      cancelTimer();
      failures = 0;
      // Closing a connected socket reports a disconnect, which schedules; that timer is replaced.
      isConfirmed = true;
      socket.disconnect();
      cancelTimer();
      connect();
    },
    close: () => {
      isClosed = true;
      cancelTimer();
      socket.removeAllListeners();
      socket.offAny();
      socket.disconnect();
    },
  };
}

/** The transports in the order to try: what held last is first. */
function preferred({ transports, memory }: RealtimeOptions): readonly TransportName[] {
  const first = transports.find((name) => name === memory.transport);
  return first ? [first, ...transports.filter((name) => name !== first)] : transports;
}

function rotate(options: RealtimeOptions): void {
  const [first, second] = preferred(options);
  options.memory.transport = second ?? first ?? null;
}

/**
 * Calls back when the server has the subscription: over polling when the request that carried it was answered,
 * over a websocket a moment after it was sent, because nothing acknowledges it there.
 */
function whenTaken(socket: Socket, { clock, settleMs }: RealtimeOptions, act: () => void): void {
  const { engine } = socket.io;
  const settle = (): void => {
    if (engine.transport.name === 'polling') act();
    else clock.schedule(settleMs, act);
  };
  if (engine.writeBuffer.length === 0) settle();
  else engine.once('drain', settle);
}

/** The evidence of an error of the connection: what a transport of ours gave with it, or the library's own word. */
function evidenceOf(error: Error): string {
  const { description } = error as Readonly<{ description?: unknown }>;
  return typeof description === 'string' ? description : error.message;
}
