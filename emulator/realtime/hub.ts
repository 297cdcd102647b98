import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Timers } from '../basics/timers.ts';
import type { ConnectionPhase, Transport } from '../faults/parse-fault.ts';
import type { FaultTable, Occasion } from '../faults/fault-table.ts';
import type { AnswerPlan, EventCopy } from '../faults/plans.ts';
import { cutConnection } from '../http/cut.ts';
import { genuinePlan, sendPlan, sendPlanToSocket } from '../http/send.ts';
import type { Announcement, Service } from '../service/service.ts';
import type { DialectFactory } from './dialect.ts';
import { channelFor, shapeEvent } from './event-shape.ts';

/** The realtime part of the emulator: one socket.io server. Faults apply to its requests and its events. */
export interface RealtimeHub {
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, connection: Duplex, head: Buffer): void;
  /** Sends an event, as changed by the faults. @returns the number of sends without a delay */
  announce(announcement: Announcement): number;
  connectionCount(): number;
  /** Names of the sockets that are connected. */
  socketIds(): readonly string[];
  /** How many sockets would receive the confirmation of this transaction now. */
  listenerCount(tid: string): number;
  /** Cuts every connection without a close message. @returns the number of sockets that were connected */
  dropConnections(): number;
  /**
   * Sends every socket a disconnect packet, after which a client does not reconnect by itself.
   *
   * @returns the number of sockets that were connected
   */
  disconnectSockets(): number;
  /** Sends every socket a socket.io packet as it stands: `2["name"]`. @returns how many sockets that were */
  sendPacket(packet: string): number;
  close(): Promise<void>;
}

export function createRealtimeHub(
  service: Service,
  faults: FaultTable,
  timers: Timers,
  createDialect: DialectFactory,
): RealtimeHub {
  const { options } = service;
  const connections = new Set<Duplex>();
  const rawWebSockets = new WebSocketServer({ noServer: true });

  const dialect = createDialect({
    heartbeatIntervalMilliseconds: options.heartbeatIntervalMilliseconds,
    heartbeatTimeoutMilliseconds: options.heartbeatTimeoutMilliseconds,
    refusal: () => faults.take('namespace', { path: 'realtime' })[0]?.effect.message ?? null,
    firstPacket: () => faults.take('session', { path: 'realtime' })[0]?.effect.packet ?? null,
    onConnection: (close) => {
      const end = faults.take('connected', { path: 'realtime' })[0]?.effect;
      if (end !== undefined) timers.after(end.afterMilliseconds, close);
    },
  });

  /** Tracks a connection while its request is answered: an idle keep-alive connection may belong to the API. */
  function track(
    connection: Duplex,
    until: { once(event: 'close', listener: () => void): unknown },
  ): void {
    connections.add(connection);
    until.once('close', () => connections.delete(connection));
  }

  function dropConnections(): number {
    const count = dialect.connectionCount();
    for (const connection of connections) cutConnection(connection);
    connections.clear();
    dialect.closeAll();
    return count;
  }

  function disconnectSockets(): number {
    const count = dialect.connectionCount();
    dialect.disconnectAll();
    return count;
  }

  /** Lets the request through after its delay, unless a fault answers in its place. */
  function admit(occasion: Occasion, pass: () => void, answer: (plan: AnswerPlan) => void): void {
    const effects = faults.take('answer', occasion).map((fault) => fault.effect);
    const plan = genuinePlan({}, 200, false);
    for (const effect of effects) effect.apply(plan);
    const isReplaced = effects.some((effect) => effect.replaces);
    timers.after(plan.delayMilliseconds, () => (isReplaced ? answer(plan) : pass()));
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

  function announce(announcement: Announcement): number {
    const { tid, username, eventName, token } = announcement;
    let copies: readonly EventCopy[] = [
      { delayMilliseconds: 0, tid, namedTid: tid, eventName, token },
    ];
    for (const { effect } of faults.take('event', { path: 'realtime', username, eventName })) {
      copies = effect.apply(copies);
    }
    let receivers = 0;
    for (const copy of copies) {
      timers.after(copy.delayMilliseconds, () => {
        const event = shapeEvent(options, copy);
        receivers += dialect.send(event.room, event.eventName, event.parameters);
      });
    }
    return receivers;
  }

  return {
    handleRequest,
    handleUpgrade,
    announce,
    connectionCount: () => dialect.connectionCount(),
    socketIds: () => dialect.socketIds(),
    listenerCount: (tid) =>
      options.rooms === 'none'
        ? dialect.connectionCount()
        : dialect.memberCount(channelFor(options.rooms, tid, 'TransactionConfirmedEvent')),
    dropConnections,
    disconnectSockets,
    sendPacket: (packet) => dialect.sendPacket(packet),
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
