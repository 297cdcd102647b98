import { z } from 'zod';
import { describeIssue } from '../basics/describe.ts';
import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { apiPaths, isApiPath } from '../service/endpoints/table.ts';
import type { EventName } from '../service/service.ts';
import { apiKinds } from './answer-kinds.ts';
import type { Effect, FaultKind, EffectType } from './kind.ts';
import { promptKinds } from './prompt-kinds.ts';
import { realtimeKinds } from './realtime-kinds.ts';

export type Transport = 'polling' | 'websocket';
/**
 * `connect`: the first request of a connection. `established`: its later requests, an upgrade among
 * them.
 */
export type ConnectionPhase = 'connect' | 'established';

/** A fault that fits the table. */
export type ParsedFault = Readonly<{
  path: string;
  kind: string;
  selectors: Selectors;
  effect: Effect;
  /** How many occasions it lets pass first. */
  skip: number;
  /** How often it acts; infinite until the faults are deleted. */
  times: number;
}>;

/** The problem of an invalid fault; `key` is the path of the member at fault. */
export type FaultProblem = Readonly<{
  code: 'unknown-path' | 'unknown-kind' | 'invalid-fault';
  key: string;
  message: string;
}>;

/** The members of every fault besides the parameters of its kind. */
const commonSchema = z.looseObject({
  path: z.string(),
  kind: z.string(),
  /** How often it acts; without it, until the faults are deleted. */
  times: z.number().int().min(1).max(1_000_000).optional(),
  /** How many occasions it lets pass first. */
  skip: z.number().int().min(0).max(1_000_000).default(0),
});

const forUser = { username: z.string().optional() };
const forConnection = {
  transport: z.enum(['polling', 'websocket']).optional(),
  phase: z.enum(['connect', 'established', 'any']).default('connect'),
};
const forEvent = {
  ...forUser,
  event: z.enum(['TransactionConfirmedEvent', 'TransactionDeniedEvent']).optional(),
};

const selectorSchemas = {
  api: z.looseObject(forUser),
  connection: z.looseObject(forConnection),
  event: z.looseObject(forEvent),
  /** A connection whose person is known once it has subscribed. */
  person: z.looseObject(forUser),
  none: z.looseObject({}),
};

/** Which occasions a fault is for. */
export type Selectors = Readonly<{
  username?: string | undefined;
  transport?: Transport | undefined;
  phase?: ConnectionPhase | 'any' | undefined;
  event?: EventName | undefined;
}>;

/**
 * Checks one fault against the table: its path, its kind, its selectors and the parameters of its
 * kind.
 */
export function parseFault(input: unknown): Result<ParsedFault, FaultProblem> {
  const common = commonSchema.safeParse(input);
  if (!common.success) return failure(invalid(describeIssue(common.error)));
  const { path, kind: kindName, times = Infinity, skip, ...rest } = common.data;
  const kind = findKind(path, kindName);
  if (!kind.ok) return kind;
  const selectorName = selectorsOf(path, kind.value.type);
  const selectorSchema = selectorSchemas[selectorName];
  if ('username' in rest && (selectorName === 'connection' || selectorName === 'none')) {
    const reason = `"${kindName}" of realtime takes no username: nobody knows yet whose connection it is`;
    return failure(invalid({ key: 'username', reason }));
  }
  const selectors = selectorSchema.safeParse(rest);
  if (!selectors.success) return failure(invalid(describeIssue(selectors.error)));
  const parameters = Object.entries(rest).filter(
    ([key]) => !Object.hasOwn(selectorSchema.shape, key),
  );
  const effect = kind.value.parse(Object.fromEntries(parameters));
  if (!effect.ok) return failure(invalid(effect.error));
  return success({
    path,
    kind: kindName,
    selectors: selectors.data,
    effect: effect.value,
    skip,
    times,
  });
}

/** The row of the table for a path and a kind; problems list the known ones. */
function findKind(path: string, kindName: string): Result<FaultKind, FaultProblem> {
  const isApi = path === '*' || isApiPath(path);
  if (!isApi && path !== 'realtime' && path !== 'prompt') {
    const known = ['realtime', 'prompt', '*', ...apiPaths].join(', ');
    return failure({
      code: 'unknown-path',
      key: 'path',
      message: `unknown path "${path}"; known: ${known}`,
    });
  }
  const otherKinds = path === 'prompt' ? promptKinds : realtimeKinds;
  const kinds = isApi ? apiKinds : otherKinds;
  const kind = Object.hasOwn(kinds, kindName) ? kinds[kindName] : undefined;
  if (kind === undefined) {
    const known = Object.keys(kinds).join(', ');
    const message = `unknown kind "${kindName}" for ${path}; known: ${known}`;
    return failure({ code: 'unknown-kind', key: 'kind', message });
  }
  if (kind.paths?.every((allowed) => allowed !== path) === true) {
    const message = `kind "${kindName}" acts on ${kind.paths.join(', ')} only`;
    return failure({ code: 'unknown-path', key: 'path', message });
  }
  return success(kind);
}

function selectorsOf(path: string, type: EffectType): keyof typeof selectorSchemas {
  if (path !== 'realtime') return 'api';
  if (type === 'event') return 'event';
  if (type === 'now' || type === 'connected') return 'person';
  return type === 'answer' || type === 'open-packet' ? 'connection' : 'none';
}

function invalid(issue: { key: string; reason: string }): FaultProblem {
  return { code: 'invalid-fault', key: issue.key, message: issue.reason };
}
