import type { z } from 'zod';
import { describeIssue } from '../basics/describe.ts';
import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { ApiPath } from '../service/endpoints/table.ts';
import type { AnswerEffect, CallbackEffect, EventEffect } from './plans.ts';

/** The effect of a fault, by its place. */
export type Effect =
  | ({ readonly on: 'answer' } & AnswerEffect)
  | ({ readonly on: 'event' } & EventEffect)
  /** The hosted page leads back to the callback. */
  | ({ readonly on: 'callback' } & CallbackEffect)
  /** The socket.io namespace refuses the connection with this message. */
  | { readonly on: 'namespace'; readonly message: string }
  /** The first engine.io packet is this text, then silence. */
  | { readonly on: 'open-packet'; readonly packet: string }
  /** Each new connection is cut after this long. */
  | { readonly on: 'connected'; readonly afterMilliseconds: number }
  /** Each new session gets this socket.io packet before any other. */
  | { readonly on: 'session'; readonly packet: string }
  /** Happens to all connections at once; no state is kept. */
  | { readonly on: 'now'; readonly act: ActNow };

/**
 * `cut`: as when the network fails. `disconnect`: by a packet that tells the client to stay away. `send`: a socket.io
 * packet as it stands.
 */
export type ActNow =
  | { readonly kind: 'cut' }
  | { readonly kind: 'disconnect' }
  | { readonly kind: 'send'; readonly packet: string };

export type EffectTarget = Effect['on'];

/** The problem of an invalid fault, and its place. */
export interface ParameterProblem {
  readonly key: string;
  readonly reason: string;
}

/** One row of the fault table. */
export interface FaultKind {
  readonly on: EffectTarget;
  /** The parameters of this kind. */
  readonly schema: z.ZodType;
  /** API paths that it makes sense on; all when left out. */
  readonly paths?: readonly ApiPath[];
  /** Checks the parameters of this kind and binds them. */
  parse(parameters: unknown): Result<Effect, ParameterProblem>;
}

/** A row of the fault table: a schema for its parameters, and their effect. */
export function defineKind<Schema extends z.ZodType, Bound extends Effect>(
  on: Bound['on'],
  schema: Schema,
  bind: (parameters: z.output<Schema>) => Bound,
  paths?: readonly ApiPath[],
): FaultKind {
  return {
    on,
    schema,
    ...(paths === undefined ? {} : { paths }),
    parse: (parameters) => {
      const parsed = schema.safeParse(parameters);
      return parsed.success ? success(bind(parsed.data)) : failure(describeIssue(parsed.error));
    },
  };
}
