import type { Socket } from 'socket.io-client';
import { channelsOf, parseServiceEvent, type ServiceEvent } from '../../shared/service/events.ts';
import { toEvidence, type Evidence } from '../../shared/service/evidence.ts';
import { connectionOver, type ConnectionOptions, type TransportName } from './connection.ts';
import type { ProtocolCapability } from './protocol-version.ts';
import { reconnectDelayMs } from './reconnect-delay.ts';

export type RealtimeOptions = ConnectionOptions &
  Readonly<{
    /** In order of preference. The transport that worked last is tried first. */
    transports: readonly TransportName[];
    /** Shared between event channels. */
    capabilities: ServerCapabilities;
    /** Milliseconds after which a websocket subscription is assumed to be active. */
    settleMs: number;
    random: () => number;
  }>;

export type ServerCapabilities = ProtocolCapability & { transport: TransportName | null };

export type RealtimeHandlers = Readonly<{
  /** The subscription is active. `hasGap`: events between two subscriptions may be lost. */
  onConfirmed: (hasGap: boolean) => void;
  onLost: (evidence: Evidence) => void;
  onEvent: (event: ServiceEvent) => void;
}>;

export type EventChannel = Readonly<{
  /** Reconnects at once, for example after sleep, when a dead socket may seem connected. */
  reconnect: () => void;
  close: () => void;
}>;

export type OpenRealtimeFor = (tid: string, handlers: RealtimeHandlers) => EventChannel;

/** Listens for the events of one transaction (specification 6). Subscribes on each connection; retries until closed. */
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
  const lost = (evidence: Evidence): void => {
    // The library reports a lost connection twice.
    if (isClosed || isLost) return;
    isLost = true;
    cancelTimer();
    // Try the other transport if this one never confirmed a subscription.
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
    // The engine's list omits failed transports.
    const [held] = (socket.io.engine as unknown as Readonly<{ transports: readonly string[] }>)
      .transports;
    options.capabilities.transport = options.transports.find((name) => name === held) ?? null;
    const hasGap = wasConfirmed && !socket.recovered;
    wasConfirmed = true;
    handlers.onConfirmed(hasGap);
  };

  const connection = connectionOver(options, {
    onConnected: () => {
      for (const channel of channelsOf(tid))
        socket.emit('subscribe', { channel, auth: { headers: {} } });
      const { id } = socket;
      whenTaken(socket, options, () => {
        // After a reconnect this subscription is gone.
        if (socket.id === id) confirmed();
      });
    },
    onEvent: (name, args) => {
      const event = isClosed ? null : parseServiceEvent(name, args, tid);
      if (event) handlers.onEvent(event);
    },
    onLost: (loss) => {
      lost(loss.kind === 'refused' ? toEvidence`refused by the server` : loss.evidence);
    },
  });
  const { socket } = connection;
  connect();

  return {
    reconnect: () => {
      if (isClosed) return;
      cancelTimer();
      failures = 0;
      // `disconnect` reports a loss, which sets a timer. `isConfirmed` prevents a change of transport.
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

function preferred({ transports, capabilities }: RealtimeOptions): readonly TransportName[] {
  const first = transports.find((name) => name === capabilities.transport);
  return first ? [first, ...transports.filter((name) => name !== first)] : transports;
}

function rotate(options: RealtimeOptions): void {
  const [first, second] = preferred(options);
  options.capabilities.transport = second ?? first ?? null;
}

/**
 * Calls `act` when the server has the subscription (docs/decisions/0002). Polling requests are answered. A websocket
 * gets no acknowledgement, so wait.
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
