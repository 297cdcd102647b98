import type { AddressInfo } from 'node:net';
import { failure, success } from '../shared/result.ts';
import type { Result } from '../shared/result.ts';
import { steeredClock } from './basics/clock.ts';
import { createTimers } from './basics/timers.ts';
import { createFaultTable } from './faults/fault-table.ts';
import type { FaultTable } from './faults/fault-table.ts';
import { createRequestLog } from './http/request-log.ts';
import type { RequestLog } from './http/request-log.ts';
import { createHttpServer } from './http/server.ts';
import { checkExposure, isLoopback, parseOptions } from './options.ts';
import type { EmulatorOptions, Options } from './options.ts';
import { loadDialect } from './realtime/dialects.ts';
import { createRealtimeHub } from './realtime/hub.ts';
import type { RealtimeHub } from './realtime/hub.ts';
import { act } from './service/acts.ts';
import { answerByThemselves } from './service/answers.ts';
import type { Act, ActDone, ActProblem } from './service/acts.ts';
import type { Directory } from './service/directory.ts';
import type { Delivery, Outbox } from './service/outbox.ts';
import { createService } from './service/service.ts';
import type { Transactions } from './service/transactions.ts';
import { createWaiting } from './waiting.ts';
import type { ActAnswered, WaitProblem } from './waiting.ts';

/** A running emulator, with direct handles on everything that the control API reaches. */
export type Emulator = Readonly<{
  /** Where the API listens: `http://127.0.0.1:PORT`, no slash at the end. The `baseUrl` of a client. */
  url: string;
  /** The page with the phone and mailbox of every person. */
  phoneUrl: string;
  port: number;
  systemToken: string;
  secretKey: string;
  options: Options;
  users: Directory;
  transactions: Transactions;
  outbox: Outbox;
  faults: FaultTable;
  log: RequestLog;
  realtime: RealtimeHub;
  /**
   * Approves as the person would, and sends the event. Default: the newest delivery that can be
   * approved.
   */
  approve: (tid: string, deliveryId?: string) => Result<ActDone, ActProblem>;
  deny: (tid: string, deliveryId?: string) => Result<ActDone, ActProblem>;
  /**
   * The person answers the next thing that can be answered, once somebody listens for it (Waiting
   * in waiting.ts).
   *
   * @param username as the directory spells it
   * @param seconds how long to wait; 0 answers at once, whoever listens
   */
  waitToAct: (
    username: string,
    kind: Act,
    seconds: number,
  ) => Promise<Result<ActAnswered, ActProblem | WaitProblem>>;
  /** The deliveries of a person after one of them, once there is one; 0 seconds does not wait. */
  waitForDeliveries: (
    filter: Readonly<{ username: string; after: string | null }>,
    seconds: number,
  ) => Promise<Result<readonly Delivery[], WaitProblem>>;
  /** How many calls wait for something. */
  waitingCount: () => number;
  /** Expires a transaction; false for an unknown `tid`. */
  expire: (tid: string) => boolean;
  /**
   * Restores the initial people, codes, transactions, outbox, faults and log, or one person's.
   * Connections stay open.
   */
  reset: (username?: string) => void;
  /**
   * Moves the emulator's clock on, for everybody: expiry, one-time codes, and events that are to
   * come later.
   */
  advance: (seconds: number) => void;
  /** Ends every connection, pending answer and timer. */
  close: () => Promise<void>;
}>;

/**
 * The reason for a failed start: an invalid option, or a port that cannot be opened. `key` names
 * the option.
 */
export type StartProblem = Readonly<{
  code: 'invalid-option' | 'cannot-listen';
  key: string;
  reason: string;
}>;

/**
 * Starts the whole MFA service (emulator/README.md) on a loopback port.
 *
 * @throws Error for an invalid option or a port that cannot be opened
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const started = await tryStartEmulator(options);
  if (!started.ok)
    throw new Error(`The emulator does not start: ${started.error.key}: ${started.error.reason}`);
  return started.value;
}

/** Starts the service as `startEmulator` does, but returns a problem as a value. */
export async function tryStartEmulator(
  input: EmulatorOptions,
): Promise<Result<Emulator, StartProblem>> {
  const parsed = parseOptions(input);
  if (!parsed.ok) return failure({ code: 'invalid-option', ...parsed.error });
  const { options, tls, onNotice } = parsed.value;
  const clock = steeredClock(parsed.value.clock);
  const exposure = checkExposure(options);
  if (exposure !== null) return failure({ code: 'invalid-option', ...exposure });
  const dialect = loadDialect(options.realtime);
  if (!dialect.ok) {
    const reason = `"${options.realtime}" is not available: ${dialect.error}`;
    return failure({ code: 'invalid-option', key: 'realtime', reason });
  }

  const service = createService(options, clock);
  const timers = createTimers();
  const eventTimers = createTimers();
  const log = createRequestLog();
  const faults = createFaultTable(
    (act, username) => {
      if (act.kind === 'cut') return hub.dropConnections(username);
      if (act.kind === 'disconnect') return hub.disconnectSockets(username);
      return hub.sendPacket(act.packet, username);
    },
    (username) => service.directory.isKnown(username),
  );
  const hub: RealtimeHub = createRealtimeHub(service, faults, timers, eventTimers, dialect.value);
  const announce: RealtimeHub['announce'] = (announcement) => hub.announce(announcement);

  function reset(username?: string): void {
    service.reset(username);
    faults.clear(username);
    log.clear(username);
    if (username === undefined) clock.reset();
  }

  function advance(seconds: number): void {
    clock.advance(seconds * 1000);
    eventTimers.advance(seconds * 1000);
    service.changed.emit();
  }

  const waiting = createWaiting(service, hub);
  answerByThemselves(service, hub, waiting, eventTimers);
  const parts = { service, faults, log, hub, timers, eventTimers, waiting, announce };
  const server = tryOr(() => createHttpServer({ ...parts, notice: onNotice, reset, advance }, tls));
  if (server instanceof Error)
    return failure({ code: 'invalid-option', key: 'tls', reason: server.message });
  const listening = await listen(server, options.host, options.port);
  if (!listening.ok)
    return failure({ code: 'cannot-listen', key: 'port', reason: listening.error });
  const { port } = server.address() as AddressInfo;
  const hostName = nameOf(options);
  service.baseUrl = `${tls === undefined ? 'http' : 'https'}://${hostName}:${String(port)}`;

  function perform(
    tid: string,
    kind: 'approve' | 'deny',
    deliveryId?: string,
  ): Result<ActDone, ActProblem> {
    const done = act(service, tid, kind, deliveryId);
    if (done.ok) announce(done.value.announcement);
    return done;
  }

  return success({
    url: service.baseUrl,
    phoneUrl: `${service.baseUrl}/phone`,
    port,
    systemToken: options.systemToken,
    secretKey: options.secretKey,
    options,
    users: service.directory,
    transactions: service.transactions,
    outbox: service.outbox,
    faults,
    log,
    realtime: hub,
    approve: (tid, deliveryId) => perform(tid, 'approve', deliveryId),
    deny: (tid, deliveryId) => perform(tid, 'deny', deliveryId),
    waitToAct: (username, kind, seconds) => waiting.act({ username }, kind, { seconds }),
    waitForDeliveries: (filter, seconds) => waiting.deliveries(filter, { seconds }),
    waitingCount: () => waiting.count(),
    expire: (tid) => {
      const transaction = service.transactions.find(tid);
      if (transaction === undefined) return false;
      service.transactions.expire(transaction);
      service.changed.emit();
      return true;
    },
    reset,
    advance,
    close: async () => {
      timers.close();
      eventTimers.close();
      waiting.close();
      await hub.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  });
}

/** What an action gives, or the error that it throws. */
function tryOr<Value>(action: () => Value): Value | Error {
  try {
    return action();
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The name of the emulator in addresses: others know it by the first name that they may use. */
function nameOf({ host, allowedHosts: [name] }: Options): string {
  if (!isLoopback(host) && name !== undefined) return name;
  return host.includes(':') ? `[${host}]` : host;
}

function listen(
  server: ReturnType<typeof createHttpServer>,
  host: string,
  port: number,
): Promise<Result<null, string>> {
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(failure(error.message)));
    server.listen(port, host, () => resolve(success(null)));
  });
}
