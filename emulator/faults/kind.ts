import type { z } from 'zod';
import { describeIssue } from '../basics/describe.ts';
import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { ApiPath } from '../service/endpoints/table.ts';
import type { AnswerEffect, CallbackEffect, EventEffect } from './plans.ts';

/** The effect of a fault, by what it changes. */
export type Effect =
  | (Readonly<{ type: 'answer' }> & AnswerEffect)
  | (Readonly<{ type: 'event' }> & EventEffect)
  /** The hosted page leads back to the callback. */
  | (Readonly<{ type: 'callback' }> & CallbackEffect)
  /** The socket.io namespace refuses the connection with this message. */
  | Readonly<{ type: 'namespace'; message: string }>
  /** The first engine.io packet is this text, then silence. */
  | Readonly<{ type: 'open-packet'; packet: string }>
  /** Each new connection is cut after this long. */
  | Readonly<{ type: 'connected'; afterMs: number }>
  /** Each new session gets this socket.io packet before any other. */
  | Readonly<{ type: 'session'; packet: string }>
  /** Happens to all connections at once; no state is kept. */
  | Readonly<{ type: 'now'; act: ActNow }>;

/**
 * `cut`: as when the network fails. `disconnect`: by a packet that tells the client to stay away.
 * `send`: a socket.io packet as it stands.
 */
export type ActNow =
  | Readonly<{ kind: 'cut' }>
  | Readonly<{ kind: 'disconnect' }>
  | Readonly<{ kind: 'send'; packet: string }>;

export type EffectType = Effect['type'];

/** The problem of an invalid fault, and its key. */
export type ParameterProblem = Readonly<{
  key: string;
  reason: string;
}>;

/** One row of the fault table. */
export type FaultKind = Readonly<{
  type: EffectType;
  /** The parameters of this kind. */
  schema: z.ZodType;
  /** API paths that it makes sense on; all when left out. */
  paths?: readonly ApiPath[];
  /** Checks the parameters of this kind and binds them. */
  parse: (parameters: unknown) => Result<Effect, ParameterProblem>;
}>;

/** A row of the fault table: a schema for its parameters, and their effect. */
export function defineKind<Schema extends z.ZodType, Bound extends Effect>(
  type: Bound['type'],
  schema: Schema,
  bind: (parameters: z.output<Schema>) => Bound,
  paths?: readonly ApiPath[],
): FaultKind {
  return {
    type,
    schema,
    ...(paths === undefined ? {} : { paths }),
    parse: (parameters) => {
      const parsed = schema.safeParse(parameters);
      return parsed.success ? success(bind(parsed.data)) : failure(describeIssue(parsed.error));
    },
  };
}
