import { failure, success } from '../shared/result.ts';
import type { Result } from '../shared/result.ts';
import type { RealtimeHub } from './realtime/hub.ts';
import { act, allows, whyNothing } from './service/acts.ts';
import type { Act, ActDone, ActProblem } from './service/acts.ts';
import type { Delivery } from './service/outbox.ts';
import { usernameKey } from './service/people.ts';
import type { Service } from './service/service.ts';

/** Whose request is answered: a person's next one, or one of a transaction. */
export type ActTarget =
  | Readonly<{ username: string }>
  | Readonly<{ tid: string; deliveryId?: string | undefined }>;

/**
 * Why a wait ended without what it was for: the time is over, or the emulator ends or the client
 * went away.
 */
export type WaitProblem = Readonly<{
  code: 'timed-out' | 'stopped';
  message: string;
}>;

export type WaitOptions = Readonly<{
  /** 0 does not wait. Real time, whatever the emulator's clock says. */
  seconds: number;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}>;

/** An act that was done, and who received its event. */
export type ActAnswered = ActDone &
  Readonly<{
    /** How many sockets got the event without a delay. */
    receivers: number;
    /** Why that is nobody; null where it is somebody. */
    reason: string | null;
  }>;

/** What tests wait for, in one call each. */
export type Waiting = Readonly<{
  /**
   * The person acts. With seconds to wait: on the next thing that allows the act, newest first,
   * once somebody listens for its event; the event then also reaches those who begin to listen
   * later, until credentials were fetched or a method is selected again. Without: at once, whoever
   * listens.
   */
  act: (
    target: ActTarget,
    kind: Act,
    options: WaitOptions,
  ) => Promise<Result<ActAnswered, ActProblem | WaitProblem>>;
  /**
   * Deliveries after the one of this id, oldest first; waits until there is one. `username` null:
   * everybody's.
   */
  deliveries: (
    filter: Readonly<{ username: string | null; after: string | null }>,
    options: WaitOptions,
  ) => Promise<Result<readonly Delivery[], WaitProblem>>;
  /** Whether somebody would receive the answer of a transaction; the hosted page always does. */
  hasListener: (tid: string) => boolean;
  /** The person acts on a delivery, if that is still possible; the event lasts as that of a wait. */
  answer: (delivery: Delivery, kind: Act) => void;
  /** How many waits are going on. */
  count: () => number;
  /** Ends every wait, now and later. */
  close: () => void;
}>;

export function createWaiting(service: Service, hub: RealtimeHub): Waiting {
  const running = new Set<() => void>();
  let isClosed = false;

  /**
   * Tries again at each change until it has a value, or the time is over. `missing` says what it
   * waits for.
   */
  function until<Value>(
    attempt: () => Value | null,
    missing: () => string,
    { seconds, signal }: WaitOptions,
  ): Promise<Result<Value, WaitProblem>> {
    return new Promise((resolve) => {
      const first = attempt();
      if (first !== null) {
        resolve(success(first));
        return;
      }
      const stopped = { code: 'stopped', message: 'The wait was ended.' } as const;
      if (isClosed || signal?.aborted === true) {
        resolve(failure(stopped));
        return;
      }
      const end = (result: Result<Value, WaitProblem>): void => {
        clearTimeout(timer);
        for (const stop of stops) stop();
        running.delete(stop);
        signal?.removeEventListener('abort', stop);
        resolve(result);
      };
      const again = (): void => {
        const value = attempt();
        if (value !== null) end(success(value));
      };
      const stop = (): void => end(failure(stopped));
      const stops = [service.changed.listen(again), hub.changed.listen(again)];
      const timer = setTimeout(() => {
        const message = `Waited ${String(seconds)} s: ${missing()}`;
        end(failure({ code: 'timed-out', message }));
      }, seconds * 1000);
      running.add(stop);
      signal?.addEventListener('abort', stop);
    });
  }

  const hasListener = (tid: string): boolean =>
    service.options.applicationType === 'prompt' || hub.listenerCount(tid) > 0;

  function deliveriesOf(target: ActTarget): readonly Delivery[] {
    if ('username' in target) return service.outbox.ofUser(target.username);
    const ofTransaction = service.outbox.ofTransaction(target.tid);
    const { deliveryId } = target;
    return deliveryId === undefined
      ? ofTransaction
      : ofTransaction.filter(({ id }) => id === deliveryId);
  }

  /** What the person can act on, newest first. */
  function answerable(target: ActTarget, kind: Act): readonly Delivery[] {
    return deliveriesOf(target)
      .filter(
        (delivery) =>
          allows(delivery, kind) && service.transactions.find(delivery.tid)?.phase === 'open',
      )
      .reverse();
  }

  function done(
    result: Result<ActDone, ActProblem>,
    isRetained: boolean,
  ): Result<ActAnswered, ActProblem> {
    if (!result.ok) return result;
    const { announcement, delivery } = result.value;
    // Before the event: afterwards the same sockets may be gone.
    const whyNone = hub.whyNobodyListens(delivery.tid);
    const receivers = hub.announce(announcement, { isRetained });
    const reason = receivers > 0 ? null : (whyNone ?? 'A fault keeps the event back.');
    return success({ ...result.value, receivers, reason });
  }

  function missingOf(target: ActTarget, kind: Act): string {
    const [waiting] = answerable(target, kind);
    if (waiting !== undefined) {
      const reason = hub.whyNobodyListens(waiting.tid) ?? '';
      return `${waiting.username} can ${kind} "${waiting.method}", but nobody listens. ${reason}`;
    }
    if ('tid' in target) return whyNothing(service, target.tid, kind);
    const open = service.transactions
      .all()
      .filter(
        ({ phase, member }) =>
          phase === 'open' && usernameKey(member.username) === usernameKey(target.username),
      );
    const newest = open.at(-1);
    return newest === undefined
      ? `${target.username} has no open login.`
      : whyNothing(service, newest.tid, kind);
  }

  /** What no waiting can change: a transaction that is unknown or over. */
  function isHopeless(target: ActTarget): boolean {
    return 'tid' in target && service.transactions.find(target.tid)?.phase !== 'open';
  }

  async function perform(
    target: ActTarget,
    kind: Act,
    options: WaitOptions,
  ): Promise<Result<ActAnswered, ActProblem | WaitProblem>> {
    if ('tid' in target && (options.seconds === 0 || isHopeless(target)))
      return done(act(service, target.tid, kind, target.deliveryId), false);
    if (options.seconds === 0) {
      const [newest] = answerable(target, kind);
      if (newest === undefined) {
        return failure({ code: `nothing-to-${kind}`, message: missingOf(target, kind) });
      }
      return done(act(service, newest.tid, kind, newest.id), false);
    }
    const attempt = (): Result<ActAnswered, ActProblem> | null => {
      if (isHopeless(target))
        return done(act(service, 'tid' in target ? target.tid : '', kind), false);
      const next = answerable(target, kind).find(({ tid }) => hasListener(tid));
      return next === undefined ? null : done(act(service, next.tid, kind, next.id), true);
    };
    const waited = await until(attempt, () => missingOf(target, kind), options);
    return waited.ok ? waited.value : waited;
  }

  return {
    act: perform,
    hasListener,
    answer: (delivery, kind) => {
      if (allows(delivery, kind)) done(act(service, delivery.tid, kind, delivery.id), true);
    },
    deliveries: ({ username, after }, options) => {
      const list = (): readonly Delivery[] => {
        const all = username === null ? service.outbox.all() : service.outbox.ofUser(username);
        return after === null ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
      };
      if (options.seconds === 0) return Promise.resolve(success(list()));
      const attempt = (): readonly Delivery[] | null => {
        const found = list();
        return found.length === 0 ? null : found;
      };
      const whose = username === null ? 'anybody' : username;
      return until(attempt, () => `nothing was delivered to ${whose}.`, options);
    },
    count: () => running.size,
    close: () => {
      isClosed = true;
      for (const stop of running) stop();
    },
  };
}
