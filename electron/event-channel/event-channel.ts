import type { Socket } from 'socket.io-client';
import { channelsOf, parseServiceEvent, type ServiceEvent } from '../../shared/service/events.ts';
import { connectionOver, type ConnectionOptions, type TransportName } from './connection.ts';
import type { ProtocolCapability } from './protocol-version.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';

export type RealtimeOptions = ConnectionOptions &
  Readonly<{
    /** In the order to try; the transport that worked last is tried first. */
    transports: readonly TransportName[];
    /** Kept from one event channel to the next. */
    capabilities: ServerCapabilities;
    /** How long after the subscription left on a websocket it counts as received. */
    settleMs: number;
    random: () => number;
  }>;

/** A server's protocol, and the transport that worked last. */
export type ServerCapabilities = ProtocolCapability & { transport: TransportName | null };

/** The handlers of an event channel, for one transaction. */
export type RealtimeHandlers = Readonly<{
  /** The subscription is active. `hasGap`: it was active before, and events that were sent in between are lost. */
  onConfirmed: (hasGap: boolean) => void;
  /** The connection broke or could not be made; the event channel keeps trying until it is closed. */
  onLost: (evidence: string) => void;
  onEvent: (event: ServiceEvent) => void;
}>;

export type EventChannel = Readonly<{
  /** Connects again at once: after sleep, unlock or the network's return, whatever the socket believes. */
  reconnect: () => void;
  close: () => void;
}>;

/** Opens an event channel for one transaction. */
export type OpenRealtimeFor = (tid: string, handlers: RealtimeHandlers) => EventChannel;

/**
 * Listens for the two events of one transaction (specification 6). Handlers are attached before it connects; it
 * subscribes on every connection, counts as confirmed when the subscription was taken (docs/decisions/0002), and reconnects
 * for ever with growing, jittered pauses.
 */
export function openRealtime(
  options: RealtimeOptions,
  tid: string,
  handlers: RealtimeHandlers,
): EventChannel {
  const { clock, random } = options;
  let isClosed = false;
  let wasConfirmed = false;
  let failures = 0;
  let cancelTimer = (): void => undefined;

  let isConfirmed = false;
  let isLost = false;

  const connect = (): void => {
    isLost = false;
    connection.open(preferred(options));
  };
  const lost = (evidence: string): void => {
    // The library reports one break in two ways.
    if (isClosed || isLost) return;
    isLost = true;
    cancelTimer();
    // After a transport on which no subscription was ever active, the other one is tried first.
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
    // Transports that were given up meanwhile are no longer in the list.
    const [held] = (socket.io.engine as unknown as Readonly<{ transports: readonly string[] }>).transports;
    options.capabilities.transport = options.transports.find((name) => name === held) ?? null;
    const hasGap = wasConfirmed && !socket.recovered;
    wasConfirmed = true;
    handlers.onConfirmed(hasGap);
  };

  const connection = connectionOver(options, {
    onConnected: () => {
      for (const channel of channelsOf(tid)) socket.emit('subscribe', { channel, auth: { headers: {} } });
      const { id } = socket;
      whenTaken(socket, options, () => {
        // The connection may have broken and come back meanwhile: then this subscription is gone.
        if (socket.id === id) confirmed();
      });
    },
    onLost: (loss) => {
      lost(loss.kind === 'refused' ? 'refused by the server' : loss.evidence);
    },
  });
  const { socket } = connection;
  socket.onAny((name: string, ...args: unknown[]) => {
    const event = isClosed ? null : parseServiceEvent(name, args, tid);
    if (event) handlers.onEvent(event);
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
      void connection.close();
    },
  };
}

/** The transports in the order to try: the one that worked last is first. */
function preferred({ transports, capabilities }: RealtimeOptions): readonly TransportName[] {
  const first = transports.find((name) => name === capabilities.transport);
  return first ? [first, ...transports.filter((name) => name !== first)] : transports;
}

function rotate(options: RealtimeOptions): void {
  const [first, second] = preferred(options);
  options.capabilities.transport = second ?? first ?? null;
}

/**
 * Calls back when the server has the subscription: over polling when the request that carried it was answered, over
 * a websocket a moment after it was sent, because a websocket has no acknowledgement.
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
