import { z } from 'zod';
import { randomAccessToken, randomIdentifier } from '../basics/random.ts';
import { transportKinds } from './answer-kinds.ts';
import { defineKind } from './kind.ts';
import type { Effect, FaultKind } from './kind.ts';
import type { EventCopy } from './plans.ts';

const milliseconds = z.number().int().min(0).max(600_000);

function each(
  change: (copy: EventCopy) => readonly EventCopy[],
): Extract<Effect, { type: 'event' }> {
  return { type: 'event', apply: (copies) => copies.flatMap(change) };
}

/** The faults of connections and of events. */
export const realtimeKinds: Readonly<Record<string, FaultKind>> = {
  ...transportKinds,
  /** socket.io refuses the namespace (`44`), after a handshake that went well. */
  refuse: defineKind(
    'namespace',
    z.strictObject({ message: z.string().default('not authorized') }),
    (parameters) => ({
      type: 'namespace' as const,
      message: parameters.message,
    }),
  ),
  /** A hostile server: the engine.io open packet is this text, for instance `0{bad`. */
  'open-packet': defineKind(
    'open-packet',
    z.strictObject({ packet: z.string().default('0{bad') }),
    (parameters) => ({
      type: 'open-packet' as const,
      packet: parameters.packet,
    }),
  ),
  /** Cuts every connection that is open now, without a word. Happens once, when the fault is set. */
  'drop-now': defineKind('now', z.strictObject({}), () => ({
    type: 'now' as const,
    act: { kind: 'cut' as const },
  })),
  /**
   * Disconnects every socket by a packet, after which socket.io clients do not come back by
   * themselves.
   */
  'disconnect-now': defineKind('now', z.strictObject({}), () => ({
    type: 'now' as const,
    act: { kind: 'disconnect' as const },
  })),
  /**
   * Sends every connection that is open now a socket.io packet as it stands: `2` is an event
   * without a name. Happens once, when the fault is set.
   */
  'packet-now': defineKind('now', z.strictObject({ packet: z.string() }), ({ packet }) => ({
    type: 'now' as const,
    act: { kind: 'send' as const, packet },
  })),
  /** Sends each new session such a packet before any other. */
  'packet-first': defineKind('session', z.strictObject({ packet: z.string() }), ({ packet }) => ({
    type: 'session' as const,
    packet,
  })),
  /** Cuts each new connection so long after it was made. */
  'drop-after': defineKind('connected', z.strictObject({ milliseconds }), (parameters) => ({
    type: 'connected' as const,
    afterMs: parameters.milliseconds,
  })),

  /** The event never comes. */
  'event-lost': defineKind('event', z.strictObject({}), () => each(() => [])),
  /** The event comes so much later, by the emulator's clock. */
  'event-late': defineKind('event', z.strictObject({ milliseconds }), (parameters) =>
    each((copy) => [{ ...copy, delayMs: copy.delayMs + parameters.milliseconds }]),
  ),
  /** The event comes several times. */
  'event-duplicate': defineKind(
    'event',
    z.strictObject({
      copies: z.number().int().min(2).max(100).default(2),
      gapMilliseconds: milliseconds.default(0),
    }),
    (parameters) =>
      each((copy) =>
        Array.from({ length: parameters.copies }, (_, index) => ({
          ...copy,
          delayMs: copy.delayMs + index * parameters.gapMilliseconds,
        })),
      ),
  ),
  /** The subscribers get an event that names another transaction, instead of theirs. */
  'event-wrong-tid': defineKind(
    'event',
    z.strictObject({ tid: z.string().min(1).optional() }),
    (parameters) => each((copy) => [{ ...copy, namedTid: parameters.tid ?? randomIdentifier() }]),
  ),
  /**
   * An event with a token that the service does not know; the genuine one follows where
   * `genuineToo`.
   */
  'event-wrong-token': defineKind(
    'event',
    z.strictObject({ token: z.string().optional(), genuineToo: z.boolean().default(false) }),
    (parameters) =>
      each((copy) => {
        const forged = { ...copy, token: parameters.token ?? randomAccessToken() };
        return parameters.genuineToo ? [forged, copy] : [forged];
      }),
  ),
  /** Any payload instead of the one with the token. */
  'event-payload': defineKind('event', z.strictObject({ payload: z.json() }), (parameters) =>
    each((copy) => [{ ...copy, payload: parameters.payload }]),
  ),
  /** Another event name. */
  'event-name': defineKind('event', z.strictObject({ name: z.string().min(1) }), (parameters) =>
    each((copy) => [{ ...copy, eventName: parameters.name }]),
  ),
};
