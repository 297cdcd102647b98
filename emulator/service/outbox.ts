import type { DeliveryKind, Method } from './methods.ts';
import { usernameKey } from './people.ts';

/** Something that reached a person's phone or mailbox. */
export type Delivery = {
  readonly id: string;
  readonly tid: string;
  readonly username: string;
  readonly method: Method;
  readonly kind: DeliveryKind;
  readonly at: number;
  readonly code?: string;
  readonly link?: string;
  readonly qrText?: string;
  /** Masked, as the methodSSH answer carries it. */
  readonly phoneNumber?: string;
  /** `replaced`: an SMS with a code that a newer SMS has made useless. */
  state: 'open' | 'approved' | 'denied' | 'replaced';
};

/** Everything that was delivered, oldest first. */
export type Outbox = Readonly<{
  add: (delivery: Delivery) => void;
  all: () => readonly Delivery[];
  find: (id: string) => Delivery | undefined;
  ofTransaction: (tid: string) => readonly Delivery[];
  /** Deliveries to the person of exactly this spelling (the directory's). */
  ofUser: (username: string) => readonly Delivery[];
  /** Forgets all, or what was delivered to one person, whatever the case of the name. */
  reset: (username?: string) => void;
}>;

export function createOutbox(): Outbox {
  const deliveries = new Map<string, Delivery>();
  const byTransaction = new Map<string, Delivery[]>();
  const byUser = new Map<string, Delivery[]>();
  return {
    add: (delivery) => {
      deliveries.set(delivery.id, delivery);
      append(byTransaction, delivery.tid, delivery);
      append(byUser, delivery.username, delivery);
    },
    all: () => [...deliveries.values()],
    find: (id) => deliveries.get(id),
    ofTransaction: (tid) => byTransaction.get(tid) ?? [],
    ofUser: (username) => byUser.get(username) ?? [],
    reset: (username) => {
      if (username !== undefined) {
        for (const delivery of deliveries.values()) {
          if (usernameKey(delivery.username) !== usernameKey(username)) continue;
          deliveries.delete(delivery.id);
          byTransaction.delete(delivery.tid);
          byUser.delete(delivery.username);
        }
        return;
      }
      deliveries.clear();
      byTransaction.clear();
      byUser.clear();
    },
  };
}

function append(lists: Map<string, Delivery[]>, key: string, delivery: Delivery): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [delivery]);
  else list.push(delivery);
}
