import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { REALTIME_PATH } from '../realtime/dialect.ts';
import { usernameKey } from '../service/people.ts';
import type { EventName } from '../service/service.ts';
import type { Effect, ActNow, EffectType } from './kind.ts';
import { parseFault } from './parse-fault.ts';
import type { ConnectionPhase, FaultProblem, ParsedFault, Transport } from './parse-fault.ts';

/** The present event, for the faults to match. */
export type Occasion = Readonly<{
  /** An API path, `realtime`, or `prompt` for the hosted pages. */
  path: string;
  username?: string | null;
  /**
   * Only faults that name a person are meant: the others had their occasion when nobody was known
   * yet.
   */
  isNamedOnly?: boolean;
  transport?: Transport;
  phase?: ConnectionPhase;
  eventName?: EventName;
}>;

/** A fault as the control API shows it: what was given, and what became of it. */
export type FaultView = Readonly<{
  id: number;
  path: string;
  kind: string;
  username?: string | undefined;
  /** Parameters and selectors, as they were given. */
  [given: string]: unknown;
  /** How often it will still act; null: until the faults are deleted. */
  timesLeft: number | null;
  /** How often it has acted; of a fault that acts at once, how many connections it met. */
  hits: number;
  /** Why a fault that acts at once has met none. */
  reason?: string;
}>;

type StoredFault = ParsedFault & {
  readonly id: number;
  readonly given: Readonly<Record<string, unknown>>;
  skipsLeft: number;
  timesLeft: number;
  hits: number;
  reason?: string;
};

/** The faults that are set, in the order in which they were. */
export type FaultTable = Readonly<{
  /** Adds all of them, or refuses all for one invalid. */
  add: (faults: unknown) => Result<readonly FaultView[], FaultProblem>;
  /**
   * Deletes all, or those for one person.
   *
   * @returns how many there were
   */
  clear: (username?: string) => number;
  /**
   * Deletes one.
   *
   * @returns false for an unknown id
   */
  remove: (id: number) => boolean;
  list: () => readonly FaultView[];
  /** The effects of this type for this occasion; each counts as used. */
  take: <Type extends EffectType>(type: Type, occasion: Occasion) => readonly AppliedFault<Type>[];
}>;

export type AppliedFault<Type extends EffectType> = Readonly<{
  kind: string;
  effect: Extract<Effect, { type: Type }>;
}>;

/**
 * @param actNow acts on every realtime connection at once, or on those of one person; gives their
 *   number
 * @param isKnown whether a username is somebody's
 */
export function createFaultTable(
  actNow: (act: ActNow, username: string | undefined) => number,
  isKnown: (username: string) => boolean,
): FaultTable {
  let stored: StoredFault[] = [];
  let nextId = 1;

  function add(input: unknown): Result<readonly FaultView[], FaultProblem> {
    if (!Array.isArray(input)) {
      return failure({
        code: 'invalid-fault',
        key: '',
        message: 'Faults are a JSON array: [{path, kind, times?, …}].',
      });
    }
    const parsed: StoredFault[] = [];
    for (const [index, item] of input.entries()) {
      const fault = parseFault(item);
      if (!fault.ok) return failure(locate(fault.error, index));
      const { skip, times, selectors } = fault.value;
      if (selectors.username !== undefined && !isKnown(selectors.username)) {
        const message = `there is no user "${selectors.username}"`;
        return failure(locate({ code: 'invalid-fault', key: 'username', message }, index));
      }
      parsed.push({
        ...fault.value,
        given: item as Readonly<Record<string, unknown>>,
        id: nextId + index,
        skipsLeft: skip,
        timesLeft: times,
        hits: 0,
      });
    }
    nextId += parsed.length;
    for (const fault of parsed) {
      if (fault.effect.type !== 'now') continue;
      const { username } = fault.selectors;
      fault.hits = actNow(fault.effect.act, username);
      if (fault.hits === 0) fault.reason = whyNone(username);
    }
    stored = [...stored, ...parsed.filter((fault) => fault.effect.type !== 'now')];
    return success(parsed.map(view));
  }

  function take<Type extends EffectType>(
    type: Type,
    occasion: Occasion,
  ): readonly AppliedFault<Type>[] {
    const appliedFaults: AppliedFault<Type>[] = [];
    for (const fault of stored) {
      if (!isOfType(fault.effect, type) || !matches(fault, occasion)) continue;
      if (fault.skipsLeft > 0) {
        fault.skipsLeft -= 1;
        continue;
      }
      fault.hits += 1;
      fault.timesLeft -= 1;
      appliedFaults.push({ kind: fault.kind, effect: fault.effect });
    }
    stored = stored.filter((fault) => fault.timesLeft > 0);
    return appliedFaults;
  }

  return {
    add,
    take,
    clear: (username) => {
      const count = stored.length;
      stored = username === undefined ? [] : stored.filter((fault) => !isFor(fault, username));
      return count - stored.length;
    },
    remove: (id) => {
      const isThere = stored.some((fault) => fault.id === id);
      stored = stored.filter((fault) => fault.id !== id);
      return isThere;
    },
    list: () => stored.map(view),
  };
}

function matches(fault: StoredFault, occasion: Occasion): boolean {
  const { username, transport, phase = 'any', event } = fault.selectors;
  const samePath =
    fault.path === occasion.path || (fault.path === '*' && occasion.path.startsWith('/'));
  const sameUser =
    username === undefined
      ? occasion.isNamedOnly !== true
      : typeof occasion.username === 'string' && isFor(fault, occasion.username);
  return (
    samePath &&
    sameUser &&
    (transport === undefined || transport === occasion.transport) &&
    (phase === 'any' || occasion.phase === undefined || phase === occasion.phase) &&
    (event === undefined || event === occasion.eventName)
  );
}

function isFor({ selectors }: StoredFault, username: string): boolean {
  return (
    selectors.username !== undefined && usernameKey(selectors.username) === usernameKey(username)
  );
}

function isOfType<Type extends EffectType>(
  effect: Effect,
  type: Type,
): effect is Extract<Effect, { type: Type }> {
  return effect.type === type;
}

function view(fault: StoredFault): FaultView {
  const { id, path, kind, given, hits, timesLeft, reason } = fault;
  return {
    ...given,
    id,
    path,
    kind,
    hits,
    timesLeft: Number.isFinite(timesLeft) ? timesLeft : null,
    ...(reason === undefined ? {} : { reason }),
  };
}

/** Why a fault that acts at once has met no connection. */
function whyNone(username: string | undefined): string {
  return username === undefined
    ? `Nobody is connected to ${REALTIME_PATH}.`
    : `No socket has subscribed to a transaction of ${username}.`;
}

function locate(problem: FaultProblem, index: number): FaultProblem {
  const key = problem.key === '' ? `[${String(index)}]` : `[${String(index)}].${problem.key}`;
  return { ...problem, key, message: `${key}: ${problem.message}` };
}
