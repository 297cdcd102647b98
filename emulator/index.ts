import { startEmulator as start } from './emulator.ts';
import type { EmulatorOptions } from './options.ts';
import type { Act } from './service/acts.ts';
import type { Method } from './service/methods.ts';
import type { Delivery } from './service/outbox.ts';
import type { PersonInput } from './service/people.ts';
import type { LogEntry } from './http/request-log.ts';

/**
 * The package's module: `import { startEmulator } from 'push-mfa-emulator'`. Its problems are
 * exceptions, as tests want them.
 */

export { version } from './version.ts';
export { manualClock } from './basics/clock.ts';
export type { Clock, ManualClock } from './basics/clock.ts';
export type { EmulatorOptions } from './options.ts';
export type { Method } from './service/methods.ts';
export type { Delivery } from './service/outbox.ts';
export type { PersonInput } from './service/people.ts';
export type { LogEntry } from './http/request-log.ts';

/** How long a call waits: real time, in seconds. */
export type WaitOptions = Readonly<{
  /** 10 when left out; 0 does not wait. */
  waitSeconds?: number;
}>;

/** What the person has answered. */
export type Answered = Readonly<{
  tid: string;
  /** The delivery. */
  id: string;
  method: Method;
  /** How many sockets got the event at once. */
  receivers: number;
}>;

/** A running emulator, for `await using` or with `stop()`. */
export type RunningEmulator = AsyncDisposable &
  Readonly<{
    /** `http://127.0.0.1:PORT`, no slash at the end: the address of the API server. */
    url: string;
    /** The page with the phone and mailbox of every person. */
    phoneUrl: string;
    systemToken: string;
    secretKey: string;
    /**
     * The person approves the next thing that can be approved, once somebody listens for it.
     *
     * @throws Error that says what was missing: no login, no method, nobody listens
     */
    approve: (username: string, options?: WaitOptions) => Promise<Answered>;
    /** The person denies the next push, as `approve` approves. */
    deny: (username: string, options?: WaitOptions) => Promise<Answered>;
    /**
     * The newest thing that reached a person's phone or mailbox, once there is one.
     *
     * @param options `after`: the `id` of a delivery that does not count any more, nor those before
     *   it
     * @throws Error when nothing came in time
     */
    waitForDelivery: (
      username: string,
      options?: WaitOptions & Readonly<{ after?: string }>,
    ) => Promise<Readonly<Delivery>>;
    /**
     * Adds a person, or replaces the one of the same name.
     *
     * @throws Error for a person who does not fit
     */
    addUser: (person: PersonInput) => void;
    /**
     * Sets faults, as `POST /emulator/faults` does.
     *
     * @throws Error for a fault that does not fit
     */
    addFaults: (...faults: readonly Readonly<Record<string, unknown>>[]) => void;
    /** The requests of one person, or of everybody, oldest first. */
    log: (username?: string) => readonly LogEntry[];
    /** Moves the emulator's clock on, for everybody who uses it. */
    advance: (seconds: number) => void;
    /** Everything as at the start, or what is one person's. */
    reset: (username?: string) => void;
    /** Ends it, with every connection. */
    stop: () => Promise<void>;
  }>;

/**
 * Starts the whole service on a free loopback port.
 *
 * @throws Error for an invalid option, or a port that cannot be had
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<RunningEmulator> {
  const emulator = await start({ onNotice: toStandardError, ...options });

  function knownName(username: string): string {
    const member = emulator.users.resolve(username);
    if (member === undefined) throw new Error(`There is no user "${username}".`);
    return member.username;
  }

  async function answer(
    username: string,
    kind: Act,
    { waitSeconds = 10 }: WaitOptions = {},
  ): Promise<Answered> {
    const done = await emulator.waitToAct(knownName(username), kind, waitSeconds);
    if (!done.ok) throw new Error(done.error.message);
    const { delivery, receivers } = done.value;
    return { tid: delivery.tid, id: delivery.id, method: delivery.method, receivers };
  }

  return {
    url: emulator.url,
    phoneUrl: emulator.phoneUrl,
    systemToken: emulator.systemToken,
    secretKey: emulator.secretKey,
    approve: (username, waitOptions) => answer(username, 'approve', waitOptions),
    deny: (username, waitOptions) => answer(username, 'deny', waitOptions),
    waitForDelivery: async (username, { after, waitSeconds = 10 } = {}) => {
      const filter = { username: knownName(username), after: after ?? null };
      const found = await emulator.waitForDeliveries(filter, waitSeconds);
      if (!found.ok) throw new Error(found.error.message);
      const newest = found.value.at(-1);
      if (newest === undefined) throw new Error(`Nothing was delivered to ${username}.`);
      return newest;
    },
    addUser: (person) => void emulator.users.add(person),
    addFaults: (...faults) => {
      const added = emulator.faults.add(faults);
      if (!added.ok) throw new Error(added.error.message);
    },
    log: (username) =>
      username === undefined ? emulator.log.all() : emulator.log.ofUser(knownName(username)),
    advance: (seconds) => emulator.advance(seconds),
    reset: (username) => emulator.reset(username),
    stop: () => emulator.close(),
    [Symbol.asyncDispose]: () => emulator.close(),
  };
}

function toStandardError(text: string): void {
  process.stderr.write(`emulator: ${text}\n`);
}
