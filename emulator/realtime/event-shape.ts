import type { EventCopy } from '../faults/plans.ts';
import type { Options } from '../options.ts';

/** An event as socket.io sends it. */
export interface WireEvent {
  /** The recipient; null for all. */
  readonly room: string | null;
  readonly eventName: string;
  readonly parameters: readonly unknown[];
}

export type ShapeOptions = Pick<Options, 'rooms' | 'eventNames' | 'token'>;

/** The channel that a client subscribes to (specification 6, read in the two ways of docs/wire.md 2). */
export function channelFor(rooms: 'tid' | 'event', tid: string, eventName: string): string {
  const channel = `transactionConfirmation.${tid}`;
  return rooms === 'tid' ? channel : `${channel}.${eventName}`;
}

/**
 * The shape of an event. With rooms: two arguments, channel and data, under the event's name. Without: one argument,
 * the data, under the whole string `transactionConfirmation.{tid}.{eventName}`, to everybody.
 */
export function shapeEvent(options: ShapeOptions, copy: EventCopy): WireEvent {
  const { rooms } = options;
  const eventName =
    options.eventNames === 'namespaced' ? `App\\Events\\${copy.eventName}` : copy.eventName;
  const data = copy.payload === undefined ? payloadOf(options.token, copy.token) : copy.payload;
  if (rooms === 'none') {
    return {
      room: null,
      eventName: `transactionConfirmation.${copy.namedTid}.${eventName}`,
      parameters: [data],
    };
  }
  return {
    room: channelFor(rooms, copy.tid, copy.eventName),
    eventName,
    parameters: [channelFor(rooms, copy.namedTid, copy.eventName), data],
  };
}

/** The payload of a denial is "not shown"; here it is the same shape without a token. */
function payloadOf(shape: Options['token'], token: string | null): unknown {
  const content = token === null ? {} : { token };
  switch (shape) {
    case 'top':
      return content;
    case 'nested':
      return { data: content };
    case 'json':
      return { data: JSON.stringify(content) };
  }
}
