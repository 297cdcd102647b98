import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { usernameKey } from '../service/people.ts';
import type { EventName } from '../service/service.ts';
import type { Effect, ActNow, EffectTarget } from './kind.ts';
import { parseFault } from './parse-fault.ts';
import type { ConnectionPhase, FaultProblem, ParsedFault, Transport } from './parse-fault.ts';

/** The present event, for the faults to match. */
export interface Occasion {
  /** An API path, `realtime`, or `prompt` for the hosted pages. */
  readonly path: string;
  readonly username?: string | null;
  readonly transport?: Transport;
  readonly phase?: ConnectionPhase;
  readonly eventName?: EventName;
}

/** A fault as the control API shows it. */
export interface FaultView {
  readonly id: number;
  readonly path: string;
  readonly kind: string;
  /** How often it will still act; null: until the faults are deleted. */
  readonly timesLeft: number | null;
  readonly hits: number;
}

interface StoredFault extends ParsedFault {
  readonly id: number;
  skipsLeft: number;
  timesLeft: number;
  hits: number;
}

/** The faults that are set, in the order in which they were. */
export interface FaultTable {
  /** Adds all of them, or refuses all for one invalid. */
  add(faults: unknown): Result<readonly FaultView[], FaultProblem>;
  /** @returns how many there were */
  clear(): number;
  list(): readonly FaultView[];
  /** The effects for this occasion, at this place; each counts as used. */
  take<Where extends EffectTarget>(where: Where, occasion: Occasion): readonly TakenFault<Where>[];
}

export interface TakenFault<Where extends EffectTarget> {
  readonly kind: string;
  readonly effect: Extract<Effect, { on: Where }>;
}

/** @param actNow acts on every realtime connection at once */
export function createFaultTable(actNow: (act: ActNow) => void): FaultTable {
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
      const { skip, times } = fault.value;
      parsed.push({
        ...fault.value,
        id: nextId + index,
        skipsLeft: skip,
        timesLeft: times,
        hits: 0,
      });
    }
    nextId += parsed.length;
    for (const fault of parsed) {
      if (fault.effect.on === 'now') actNow(fault.effect.act);
    }
    stored = [...stored, ...parsed.filter((fault) => fault.effect.on !== 'now')];
    return success(parsed.map(view));
  }

  function take<Where extends EffectTarget>(
    where: Where,
    occasion: Occasion,
  ): readonly TakenFault<Where>[] {
    const taken: TakenFault<Where>[] = [];
    for (const fault of stored) {
      if (!isAt(fault.effect, where) || !matches(fault, occasion)) continue;
      if (fault.skipsLeft > 0) {
        fault.skipsLeft -= 1;
        continue;
      }
      fault.hits += 1;
      fault.timesLeft -= 1;
      taken.push({ kind: fault.kind, effect: fault.effect });
    }
    stored = stored.filter((fault) => fault.timesLeft > 0);
    return taken;
  }

  return {
    add,
    take,
    clear: () => {
      const count = stored.length;
      stored = [];
      return count;
    },
    list: () => stored.map(view),
  };
}

function matches(fault: StoredFault, occasion: Occasion): boolean {
  const { username, transport, phase = 'any', event } = fault.selectors;
  const samePath =
    fault.path === occasion.path || (fault.path === '*' && occasion.path.startsWith('/'));
  const sameUser =
    username === undefined ||
    (typeof occasion.username === 'string' &&
      usernameKey(occasion.username) === usernameKey(username));
  return (
    samePath &&
    sameUser &&
    (transport === undefined || transport === occasion.transport) &&
    (phase === 'any' || occasion.phase === undefined || phase === occasion.phase) &&
    (event === undefined || event === occasion.eventName)
  );
}

function isAt<Where extends EffectTarget>(
  effect: Effect,
  where: Where,
): effect is Extract<Effect, { on: Where }> {
  return effect.on === where;
}

function view(fault: StoredFault): FaultView {
  const { id, path, kind, hits, timesLeft } = fault;
  return { id, path, kind, hits, timesLeft: Number.isFinite(timesLeft) ? timesLeft : null };
}

function locate(problem: FaultProblem, index: number): FaultProblem {
  const key = problem.key === '' ? `[${String(index)}]` : `[${String(index)}].${problem.key}`;
  return { ...problem, key, message: `${key}: ${problem.message}` };
}
