import type { EventCopy } from '../faults/plans.ts';
import type { Options } from '../options.ts';

/** An event as socket.io sends it. */
export type WireEvent = Readonly<{
  eventName: string;
  parameters: readonly unknown[];
}>;

export type ShapeOptions = Pick<Options, 'rooms' | 'eventNames' | 'token'>;

const PREFIX = 'transactionConfirmation.';
const EVENT_NAMES = ['TransactionConfirmedEvent', 'TransactionDeniedEvent'];

/** The part of the channel's pattern (specification 6) that a client subscribes to, in words. */
export function channelPattern(rooms: Options['rooms']): string {
  return rooms === 'event' ? `${PREFIX}{tid}.{eventName}` : `${PREFIX}{tid}`;
}

/**
 * The channel that a client subscribes to (specification 6, read in the two ways of docs/wire.md
 * 2).
 */
export function channelFor(rooms: Options['rooms'], tid: string, eventName: string): string {
  return rooms === 'event' ? `${PREFIX}${tid}.${eventName}` : `${PREFIX}${tid}`;
}

/** The transaction of a channel that events can come by, or null for any other text. */
export function tidOfChannel(rooms: Options['rooms'], channel: string): string | null {
  if (rooms === 'none' || !channel.startsWith(PREFIX)) return null;
  const [tid = '', eventName, ...rest] = channel.slice(PREFIX.length).split('.');
  const isWhole =
    rooms === 'event' ? EVENT_NAMES.includes(eventName ?? '') : eventName === undefined;
  return tid !== '' && isWhole && rest.length === 0 ? tid : null;
}

/** The event for a subscriber: two arguments, channel and data, under the event's name. */
export function roomEvent(options: ShapeOptions, copy: EventCopy): WireEvent {
  return {
    eventName: styledName(options, copy),
    parameters: [channelFor(options.rooms, copy.namedTid, copy.eventName), dataOf(options, copy)],
  };
}

/** The event by its whole name, `transactionConfirmation.{tid}.{eventName}`: one argument, the data. */
export function wholeNameEvent(options: ShapeOptions, copy: EventCopy): WireEvent {
  return {
    eventName: `${PREFIX}${copy.namedTid}.${styledName(options, copy)}`,
    parameters: [dataOf(options, copy)],
  };
}

function styledName(options: ShapeOptions, copy: EventCopy): string {
  return options.eventNames === 'namespaced' ? `App\\Events\\${copy.eventName}` : copy.eventName;
}

function dataOf(options: ShapeOptions, copy: EventCopy): unknown {
  return copy.payload === undefined ? payloadOf(options.token, copy.token) : copy.payload;
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
