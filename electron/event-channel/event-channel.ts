import type { Socket } from 'socket.io-client';
import { channelsOf, parseServiceEvent, type ServiceEvent } from '../../shared/service/events.ts';
import { toEvidence, type Evidence } from '../../shared/service/evidence.ts';
import {
  connectionOver,
  type Connection,
  type ConnectionOptions,
  type TransportName,
} from './connection.ts';
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

/**
 * What connections learn about a server. `transport`: the one that worked last, or that is to be
 * tried first.
 */
export type ServerCapabilities = ProtocolCapability & { transport: TransportName | null };

export type RealtimeHandlers = Readonly<{
  /** The subscription is active. `mayHaveMissedEvents`: since the last subscription. */
  onConfirmed: (mayHaveMissedEvents: boolean) => void;
  onLost: (evidence: Evidence) => void;
  onEvent: (event: ServiceEvent) => void;
}>;

export type EventChannel = Readonly<{
  /** Reconnects at once, for example after sleep, when a dead socket may seem connected. */
  reconnect: () => void;
  close: () => void;
}>;

export type OpenRealtimeFor = (tid: string, handlers: RealtimeHandlers) => EventChannel;

/**
 * Listens for the events of one transaction (specification 6). Subscribes on each connection;
 * retries until closed.
 */
export function openRealtime(
  options: RealtimeOptions,
  tid: string,
  handlers: RealtimeHandlers,
): EventChannel {
  return new ReconnectingChannel(options, tid, handlers);
}

class ReconnectingChannel implements EventChannel {
  readonly #options: RealtimeOptions;
  readonly #tid: string;
  readonly #handlers: RealtimeHandlers;
  readonly #connection: Connection;
  #isClosed = false;
  /** Whether the loss of the current connection has been reported: the library reports a loss twice. */
  #isLost = false;
  /** Whether any connection has confirmed its subscription. */
  #wasConfirmed = false;
  /** Whether to keep the transport after the next loss, because the loss is no fault of it. */
  #isTransportTrusted = false;
  /** Losses since the last confirmed subscription. */
  #failures = 0;
  #cancelTimer = (): void => undefined;

  constructor(options: RealtimeOptions, tid: string, handlers: RealtimeHandlers) {
    this.#options = options;
    this.#tid = tid;
    this.#handlers = handlers;
    this.#connection = connectionOver(options, {
      onConnected: () => {
        this.#subscribe();
      },
      onEvent: (name, args) => {
        const event = this.#isClosed ? null : parseServiceEvent(name, args, tid);
        if (event) handlers.onEvent(event);
      },
      onLost: (loss) => {
        this.#lost(loss.kind === 'refused' ? toEvidence`refused by the server` : loss.evidence);
      },
    });
    this.#connect();
  }

  reconnect(): void {
    if (this.#isClosed) return;
    this.#cancelTimer();
    this.#failures = 0;
    // `disconnect` reports a loss, which sets a timer and is no fault of the transport.
    this.#isTransportTrusted = true;
    this.#connection.socket.disconnect();
    this.#cancelTimer();
    this.#connect();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimer();
    void this.#connection.close();
  }

  #connect(): void {
    this.#isLost = false;
    this.#connection.open(preferred(this.#options));
  }

  #subscribe(): void {
    const { socket } = this.#connection;
    for (const channel of channelsOf(this.#tid))
      socket.emit('subscribe', { channel, auth: { headers: {} } });
    const { id } = socket;
    whenSubscribed(socket, this.#options, () => {
      // After a reconnect this subscription is gone.
      if (socket.id === id) this.#confirmed();
    });
  }

  #confirmed(): void {
    const { socket } = this.#connection;
    if (this.#isClosed || !socket.connected) return;
    this.#failures = 0;
    this.#isTransportTrusted = true;
    const { capabilities, transports } = this.#options;
    // The engine's list omits failed transports.
    const [workingTransport] = (
      socket.io.engine as unknown as Readonly<{ transports: readonly string[] }>
    ).transports;
    capabilities.transport = transports.find((name) => name === workingTransport) ?? null;
    const mayHaveMissedEvents = this.#wasConfirmed && !socket.recovered;
    this.#wasConfirmed = true;
    this.#handlers.onConfirmed(mayHaveMissedEvents);
  }

  #lost(evidence: Evidence): void {
    if (this.#isClosed || this.#isLost) return;
    this.#isLost = true;
    this.#cancelTimer();
    // Try the other transport if this one never confirmed a subscription.
    if (!this.#isTransportTrusted) preferOther(this.#options);
    this.#isTransportTrusted = false;
    this.#handlers.onLost(evidence);
    const { clock, random } = this.#options;
    this.#cancelTimer = clock.schedule(reconnectDelayMs(this.#failures, random()), () => {
      this.#connect();
    });
    this.#failures += 1;
  }
}

/** The transports in the order in which to try them. */
function preferred({ transports, capabilities }: RealtimeOptions): readonly TransportName[] {
  const first = transports.find((name) => name === capabilities.transport);
  return first ? [first, ...transports.filter((name) => name !== first)] : transports;
}

/** Makes the second transport the one to try first. */
function preferOther(options: RealtimeOptions): void {
  const [first, second] = preferred(options);
  options.capabilities.transport = second ?? first ?? null;
}

/**
 * Calls `act` when the server may be taken to have the subscription (docs/decisions/0002). Polling
 * shows it by the answer to the request. A websocket gets no acknowledgement, so this waits for
 * `settleMs`.
 */
function whenSubscribed(
  socket: Socket,
  { clock, settleMs }: RealtimeOptions,
  act: () => void,
): void {
  const { engine } = socket.io;
  const onSent = (): void => {
    if (engine.transport.name === 'polling') act();
    else clock.schedule(settleMs, act);
  };
  if (engine.writeBuffer.length === 0) onSent();
  else engine.once('drain', onSent);
}
