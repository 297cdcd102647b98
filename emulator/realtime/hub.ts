import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Timers } from '../basics/timers.ts';
import type { ConnectionPhase, Transport } from '../faults/parse-fault.ts';
import type { FaultTable, Occasion } from '../faults/fault-table.ts';
import type { AnswerPlan, EventCopy } from '../faults/plans.ts';
import { cutConnection } from '../http/cut.ts';
import { genuinePlan, sendPlan, sendPlanToSocket } from '../http/send.ts';
import { usernameKey } from '../service/people.ts';
import type { Announcement, Service } from '../service/service.ts';
import type { Signal } from '../basics/signals.ts';
import type { DialectFactory, RealtimeSocket } from './dialect.ts';
import {
  channelFor,
  channelPattern,
  roomEvent,
  tidOfChannel,
  wholeNameEvent,
} from './event-shape.ts';
import { createSubscriptions } from './subscriptions.ts';

/**
 * The realtime part of the emulator: one socket.io server. Faults apply to its requests and its
 * events.
 */
export type RealtimeHub = Readonly<{
  handleRequest: (request: IncomingMessage, response: ServerResponse) => void;
  handleUpgrade: (request: IncomingMessage, connection: Duplex, head: Buffer) => void;
  /**
   * Sends an event, as changed by the faults.
   *
   * @param options `isRetained`: those who begin to listen later get it too, until credentials were
   *   fetched or a method is selected again
   * @returns the number of sends without a delay
   */
  announce: (announcement: Announcement, options?: Readonly<{ isRetained: boolean }>) => number;
  connectionCount: () => number;
  /** Names of the sockets that are connected. */
  socketIds: () => readonly string[];
  /** How many sockets would receive the confirmation of this transaction now. */
  listenerCount: (tid: string) => number;
  /** How many of them receive the events of every transaction, and so may be there for another one. */
  unsubscribedCount: () => number;
  /**
   * Why nobody would receive an event of this transaction now, and what would be right; null where
   * somebody would.
   */
  whyNobodyListens: (tid: string) => string | null;
  /** A socket came, went, subscribed or unsubscribed. */
  changed: Signal;
  /**
   * Cuts every connection, or those of one person, without a close message.
   *
   * @returns the number of sockets that were connected
   */
  dropConnections: (username?: string) => number;
  /**
   * Sends every socket, or those of one person, a disconnect packet, after which a client does not
   * reconnect by itself.
   *
   * @returns the number of sockets that were connected
   */
  disconnectSockets: (username?: string) => number;
  /**
   * Sends every socket, or those of one person, a socket.io packet as it stands: `2["name"]`.
   *
   * @returns how many sockets that were
   */
  sendPacket: (packet: string, username?: string) => number;
  close: () => Promise<void>;
}>;

/** An event that those who begin to listen later get too. */
type RetainedEvent = Readonly<{
  /** How often a method had been selected: another selection ends it. */
  selections: number;
  sent: EventCopy[];
  /** Which sockets got it, and by which channel. */
  recipients: Set<string>;
}>;

/** Above so many, those that are over are looked for and forgotten. */
const RETAINED_LIMIT = 1000;

export function createRealtimeHub(
  service: Service,
  faults: FaultTable,
  timers: Timers,
  /** Of the emulator's clock: when events come. */
  eventTimers: Timers,
  createDialect: DialectFactory,
): RealtimeHub {
  const { options } = service;
  const connections = new Set<Duplex>();
  const rawWebSockets = new WebSocketServer({ noServer: true });
  const retainedEvents = new Map<string, RetainedEvent>();
  const subscriptions = createSubscriptions({
    whyUseless: (channel) => whyUseless(service, channel),
    isUsable: (channel) => tidOfChannel(options.rooms, channel) !== null,
    onListening: (socket, channel) => {
      if (channel === null) {
        for (const tid of retainedEvents.keys()) sendMissed(socket, tid, null);
        return;
      }
      sendMissed(socket, tidOfChannel(options.rooms, channel), channel);
      startNamedFaults(socket, channel);
    },
  });

  const dialect = createDialect({
    heartbeatIntervalMs: options.heartbeatIntervalMilliseconds,
    heartbeatTimeoutMs: options.heartbeatTimeoutMilliseconds,
    refusal: () => faults.take('namespace', { path: 'realtime' })[0]?.effect.message ?? null,
    firstPacket: () => faults.take('session', { path: 'realtime' })[0]?.effect.packet ?? null,
    onConnection: (socket) => {
      subscriptions.add(socket);
      const end = faults.take('connected', { path: 'realtime' })[0]?.effect;
      if (end !== undefined) timers.after(end.afterMs, () => socket.close());
    },
  });

  /**
   * Tracks a connection while its request is answered: an idle keep-alive connection may belong to
   * the API.
   */
  function track(
    connection: Duplex,
    until: { once(event: 'close', listener: () => void): unknown },
  ): void {
    connections.add(connection);
    until.once('close', () => connections.delete(connection));
  }

  /** The sockets of a person: those that have subscribed to one of their transactions. */
  function socketsOf(username: string | undefined): readonly RealtimeSocket[] {
    const sockets = subscriptions.all();
    return username === undefined
      ? sockets
      : sockets.filter((socket) =>
          subscriptions.channelsOf(socket).some((channel) => isOf(channel, username)),
        );
  }

  function personOf(channel: string): string | undefined {
    const tid = tidOfChannel(options.rooms, channel);
    return tid === null ? undefined : service.transactions.find(tid)?.member.username;
  }

  function isOf(channel: string, username: string): boolean {
    const person = personOf(channel);
    return person !== undefined && usernameKey(person) === usernameKey(username);
  }

  /**
   * The first subscription to a transaction of a person tells whose socket it is: the faults for
   * that person act.
   */
  function startNamedFaults(socket: RealtimeSocket, channel: string): void {
    const username = personOf(channel);
    if (username === undefined) return;
    const others = subscriptions.channelsOf(socket).filter((other) => other !== channel);
    if (others.some((other) => isOf(other, username))) return;
    const occasion = { path: 'realtime', username, isNamedOnly: true };
    const end = faults.take('connected', occasion)[0]?.effect;
    if (end !== undefined) timers.after(end.afterMs, () => socket.cut());
  }

  function dropConnections(username?: string): number {
    const sockets = socketsOf(username);
    if (username !== undefined) {
      for (const socket of sockets) socket.cut();
      return sockets.length;
    }
    for (const connection of connections) cutConnection(connection);
    connections.clear();
    for (const socket of sockets) socket.close();
    return sockets.length;
  }

  function disconnectSockets(username?: string): number {
    const sockets = socketsOf(username);
    for (const socket of sockets) socket.disconnect();
    return sockets.length;
  }

  /** Lets the request through after its delay, unless a fault answers in its place. */
  function admit(occasion: Occasion, pass: () => void, answer: (plan: AnswerPlan) => void): void {
    const effects = faults.take('answer', occasion).map((fault) => fault.effect);
    const plan = genuinePlan({}, 200, false);
    for (const effect of effects) effect.apply(plan);
    const isReplaced = effects.some((effect) => effect.replaces);
    timers.after(plan.delayMs, () => (isReplaced ? answer(plan) : pass()));
  }

  function handleRequest(request: IncomingMessage, response: ServerResponse): void {
    track(request.socket, response);
    const occasion = occasionOf(request, 'polling');
    const packet = faults.take('open-packet', occasion)[0]?.effect.packet;
    if (packet !== undefined) {
      response.writeHead(200, { 'content-type': 'text/plain; charset=UTF-8' }).end(packet);
      return;
    }
    admit(
      occasion,
      () => dialect.handleRequest(request, response),
      (plan) => sendPlan(response, plan, service.signature, timers),
    );
  }

  function handleUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void {
    track(connection, connection);
    connection.on('error', () => connection.destroy());
    const occasion = occasionOf(request, 'websocket');
    const packet = faults.take('open-packet', occasion)[0]?.effect.packet;
    if (packet !== undefined) {
      rawWebSockets.handleUpgrade(request, connection, head, (socket) => socket.send(packet));
      return;
    }
    admit(
      occasion,
      () => dialect.handleUpgrade(request, connection, head),
      (plan) => sendPlanToSocket(connection, plan),
    );
  }

  function announce(announcement: Announcement, { isRetained } = { isRetained: false }): number {
    const { tid, username, eventName, token } = announcement;
    let copies: readonly EventCopy[] = [{ delayMs: 0, tid, namedTid: tid, eventName, token }];
    for (const { effect } of faults.take('event', { path: 'realtime', username, eventName })) {
      copies = effect.apply(copies);
    }
    const selections = service.transactions.find(tid)?.selections ?? 0;
    const event: RetainedEvent = { selections, sent: [], recipients: new Set() };
    if (isRetained) retain(tid, event);
    let receivers = 0;
    for (const copy of copies) {
      eventTimers.after(copy.delayMs, () => {
        event.sent.push(copy);
        receivers += send(copy, event);
      });
    }
    return receivers;
  }

  function retain(tid: string, event: RetainedEvent): void {
    if (retainedEvents.size >= RETAINED_LIMIT) {
      for (const [other, { selections }] of retainedEvents) {
        const transaction = service.transactions.find(other);
        if (transaction?.phase !== 'open' || transaction.selections !== selections)
          retainedEvents.delete(other);
      }
    }
    retainedEvents.set(tid, event);
  }

  /**
   * Sends one event to everybody who listens for it.
   *
   * @returns how many that were
   */
  function send(copy: EventCopy, event: RetainedEvent): number {
    const channel = channelFor(options.rooms, copy.tid, copy.eventName);
    const subscribers = subscribersOf(copy.tid, copy.eventName);
    for (const socket of subscribers) sendTo(socket, copy, channel, event);
    const others = wholeNameSockets();
    for (const socket of others) sendTo(socket, copy, null, event);
    return subscribers.length + others.length;
  }

  /** Sends one event to one socket, by its channel or, with null, by the event's whole name. */
  function sendTo(
    socket: RealtimeSocket,
    copy: EventCopy,
    channel: string | null,
    event: RetainedEvent,
  ): void {
    const shape = channel === null ? wholeNameEvent(options, copy) : roomEvent(options, copy);
    event.recipients.add(recipientKey(socket, channel));
    socket.emit(shape.eventName, ...shape.parameters);
  }

  /** Sends a socket that begins to listen what was to last, once. */
  function sendMissed(socket: RealtimeSocket, tid: string | null, channel: string | null): void {
    const event = retainedEvents.get(tid ?? '');
    if (tid === null || event === undefined) return;
    const transaction = service.transactions.find(tid);
    if (transaction?.phase !== 'open' || transaction.selections !== event.selections) {
      retainedEvents.delete(tid);
      return;
    }
    const isAlone = options.rooms === 'none' || options.rooms === 'any';
    if ((channel === null && !isAlone) || event.recipients.has(recipientKey(socket, channel)))
      return;
    for (const copy of event.sent) {
      const own = channelFor(options.rooms, copy.tid, copy.eventName);
      if (channel === null || channel === own) sendTo(socket, copy, channel, event);
    }
  }

  const recipientKey = (socket: RealtimeSocket, channel: string | null): string =>
    `${socket.id} ${channel ?? ''}`;

  function subscribersOf(tid: string, eventName: string): readonly RealtimeSocket[] {
    return options.rooms === 'none'
      ? []
      : subscriptions.ofChannel(channelFor(options.rooms, tid, eventName));
  }

  /**
   * The sockets that receive every event by its whole name: the literal reading of the
   * specification.
   */
  function wholeNameSockets(): readonly RealtimeSocket[] {
    if (options.rooms === 'none') return subscriptions.all();
    return options.rooms === 'any' ? subscriptions.unsubscribed() : [];
  }

  function listenerCount(tid: string): number {
    return subscribersOf(tid, 'TransactionConfirmedEvent').length + wholeNameSockets().length;
  }

  function whyNobodyListens(tid: string): string | null {
    if (listenerCount(tid) > 0) return null;
    const count = subscriptions.all().length;
    if (count === 0) return 'Nobody is connected to /ws/socket.io.';
    const channel = channelFor(options.rooms, tid, 'TransactionConfirmedEvent');
    const connected =
      count === 1 ? '1 socket is connected' : `${String(count)} sockets are connected`;
    return (
      `${connected}, none subscribed to ${channel}. A client emits ` +
      `subscribe {"channel": "${channel}"}` +
      (options.rooms === 'any' ? ', or nothing at all.' : ` (--rooms ${options.rooms}).`)
    );
  }

  return {
    handleRequest,
    handleUpgrade,
    announce,
    changed: subscriptions.changed,
    connectionCount: () => subscriptions.all().length,
    socketIds: () => subscriptions.all().map(({ id }) => id),
    listenerCount,
    unsubscribedCount: () => wholeNameSockets().length,
    whyNobodyListens,
    dropConnections,
    disconnectSockets,
    sendPacket: (packet, username) => {
      const sockets = socketsOf(username);
      for (const socket of sockets) socket.sendPacket(packet);
      return sockets.length;
    },
    close: async () => {
      for (const connection of connections) connection.destroy();
      rawWebSockets.close();
      await dialect.close();
    },
  };
}

function occasionOf(request: IncomingMessage, transport: Transport): Occasion {
  const hasSession = new URL(request.url ?? '/', 'http://localhost').searchParams.has('sid');
  const phase: ConnectionPhase = hasSession ? 'established' : 'connect';
  return { path: 'realtime', transport, phase };
}

/** Why no event can ever come by a channel, and what would be right; null where one can. */
function whyUseless(service: Service, channel: string): string | null {
  const { rooms } = service.options;
  if (rooms === 'none')
    return 'Nothing is subscribed to with --rooms none: every event comes by its whole name.';
  const tid = tidOfChannel(rooms, channel);
  if (tid === null) {
    const orNothing = rooms === 'any' ? ', or to nothing' : '';
    return (
      `No event comes by "${channel}" with --rooms ${rooms}: ` +
      `subscribe to ${channelPattern(rooms)}${orNothing}.`
    );
  }
  return service.transactions.find(tid) === undefined
    ? `No event comes by "${channel}": there is no transaction ${tid}.`
    : null;
}
