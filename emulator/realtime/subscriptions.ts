import { createSignal } from '../basics/signals.ts';
import type { Signal } from '../basics/signals.ts';
import type { RealtimeSocket } from './dialect.ts';

/** Who is connected, and what each socket has subscribed to. */
export type Subscriptions = Readonly<{
  /** Takes a new socket in until it ends. */
  add: (socket: RealtimeSocket) => void;
  all: () => readonly RealtimeSocket[];
  /** The sockets that have subscribed to exactly this channel. */
  ofChannel: (channel: string) => readonly RealtimeSocket[];
  /** The sockets that never subscribed to a channel that can match anything. */
  unsubscribed: () => readonly RealtimeSocket[];
  /** The channels of one socket, in the order in which it subscribed to them. */
  channelsOf: (socket: RealtimeSocket) => readonly string[];
  /** A socket came, went, subscribed or unsubscribed. */
  changed: Signal;
}>;

/** The answer to `subscribe`, where the client asks for an acknowledgement. */
export type SubscriptionAnswer =
  | Readonly<{ ok: true; channel: string }>
  | Readonly<{
      ok: false;
      channel: string | null;
      /** 400: no channel; 404: no event can ever come by it; 429: too many channels. */
      status: 400 | 404 | 429;
      /** What is wrong, and what would be right. */
      reason: string;
    }>;

const MAXIMUM_CHANNELS = 100;
const MAXIMUM_CHANNEL_LENGTH = 300;

/** What the hub knows of channels, and wants to know of sockets. */
export type SubscriptionRules = Readonly<{
  /** Why no event can ever come by this channel, or null. */
  whyUseless: (channel: string) => string | null;
  /** Whether the text has the form of a channel that events come by. */
  isUsable: (channel: string) => boolean;
  /** Called when a socket begins to listen: by this channel, or null when it connects. */
  onListening: (socket: RealtimeSocket, channel: string | null) => void;
}>;

export function createSubscriptions(rules: SubscriptionRules): Subscriptions {
  const { whyUseless, isUsable, onListening } = rules;
  const sockets = new Map<RealtimeSocket, Set<string>>();
  const members = new Map<string, Set<RealtimeSocket>>();
  const unsubscribed = new Set<RealtimeSocket>();
  const changed = createSignal();

  function subscribe(socket: RealtimeSocket, message: unknown): SubscriptionAnswer {
    const channel = channelOf(message);
    if (channel === null) {
      const reason = 'subscribe takes {"channel": "transactionConfirmation.{tid}", "auth": {}}.';
      return { ok: false, channel, status: 400, reason };
    }
    const own = sockets.get(socket);
    if (own === undefined || (own.size >= MAXIMUM_CHANNELS && !own.has(channel))) {
      const reason = `One socket may subscribe to ${String(MAXIMUM_CHANNELS)} channels.`;
      return { ok: false, channel, status: 429, reason };
    }
    own.add(channel);
    const others = members.get(channel);
    if (others === undefined) members.set(channel, new Set([socket]));
    else others.add(socket);
    if (isUsable(channel)) unsubscribed.delete(socket);
    changed.emit();
    const reason = whyUseless(channel);
    return reason === null ? { ok: true, channel } : { ok: false, channel, status: 404, reason };
  }

  function leave(socket: RealtimeSocket, channel: string): void {
    const others = members.get(channel);
    others?.delete(socket);
    if (others?.size === 0) members.delete(channel);
  }

  function unsubscribe(socket: RealtimeSocket, message: unknown): void {
    const channel = channelOf(message);
    const own = sockets.get(socket);
    if (channel === null || own?.delete(channel) !== true) return;
    leave(socket, channel);
    changed.emit();
  }

  function remove(socket: RealtimeSocket): void {
    for (const channel of sockets.get(socket) ?? []) leave(socket, channel);
    sockets.delete(socket);
    unsubscribed.delete(socket);
    changed.emit();
  }

  return {
    changed,
    add: (socket) => {
      sockets.set(socket, new Set());
      unsubscribed.add(socket);
      socket.onEnd(() => remove(socket));
      socket.onMessage('subscribe', (message, acknowledge) => {
        const answer = subscribe(socket, message);
        if (!answer.ok)
          socket.emit('subscription_error', answer.channel, answer.status, answer.reason);
        acknowledge?.(answer);
        if (answer.ok) onListening(socket, answer.channel);
      });
      socket.onMessage('unsubscribe', (message, acknowledge) => {
        unsubscribe(socket, message);
        acknowledge?.({ ok: true });
      });
      onListening(socket, null);
      changed.emit();
    },
    all: () => [...sockets.keys()],
    ofChannel: (channel) => [...(members.get(channel) ?? [])],
    unsubscribed: () => [...unsubscribed],
    channelsOf: (socket) => [...(sockets.get(socket) ?? [])],
  };
}

/** The channel of a `subscribe` message `{channel, auth}`, or null where it is not one. */
function channelOf(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null;
  const { channel } = message as { channel?: unknown };
  if (typeof channel !== 'string' || channel === '' || channel.length > MAXIMUM_CHANNEL_LENGTH)
    return null;
  return channel;
}
