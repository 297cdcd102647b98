import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import { methodTraits } from './methods.ts';
import type { Delivery } from './outbox.ts';
import type { Announcement, Service } from './service.ts';
import type { Transaction } from './transactions.ts';

/** A person's act on a phone or in a mailbox. */
export type Act = 'approve' | 'deny';

/** Why an act is not possible; `message` says it in words. */
export type ActProblem = Readonly<{
  code:
    | 'unknown-transaction'
    | 'transaction-expired'
    | 'transaction-finished'
    | 'unknown-delivery'
    | 'nothing-to-approve'
    | 'nothing-to-deny';
  message: string;
}>;

export type ActDone = Readonly<{
  delivery: Delivery;
  /** Still to be sent to the connector. */
  announcement: Announcement;
}>;

/**
 * The person acts: approves or denies a push, clicks a link, scans the code, presses a key in a
 * call (specification 4.6). Deliveries of earlier selections stay open until they are used, as on a
 * real phone; each can be used once.
 *
 * @param deliveryId which one; the newest that allows the act when left out
 */
export function act(
  service: Service,
  tid: string,
  kind: Act,
  deliveryId?: string,
): Result<ActDone, ActProblem> {
  const transaction = service.transactions.find(tid);
  if (transaction === undefined) {
    return failure({ code: 'unknown-transaction', message: `There is no transaction ${tid}.` });
  }
  if (transaction.phase !== 'open') {
    return failure({
      code: `transaction-${transaction.phase}`,
      message: `Transaction ${tid} is ${transaction.phase}.`,
    });
  }
  const deliveries = service.outbox.ofTransaction(tid);
  if (deliveryId !== undefined && !deliveries.some((delivery) => delivery.id === deliveryId)) {
    return failure({
      code: 'unknown-delivery',
      message: `Transaction ${tid} has no delivery ${deliveryId}.`,
    });
  }
  const possible = deliveries.filter(
    (candidate) =>
      (deliveryId === undefined || candidate.id === deliveryId) && allows(candidate, kind),
  );
  const delivery = possible.at(-1);
  if (delivery === undefined) {
    return failure({ code: `nothing-to-${kind}`, message: explain(transaction, deliveries, kind) });
  }
  service.transactions.visit(tid);
  delivery.state = kind === 'approve' ? 'approved' : 'denied';
  const announcement = announce(service, transaction, kind);
  service.changed.emit();
  return success({ delivery, announcement });
}

/** The announcement of a confirmation, with a fresh access token (or the given one), or of a denial. */
export function announce(
  service: Service,
  transaction: Transaction,
  kind: Act,
  token?: string,
): Announcement {
  const common = { tid: transaction.tid, username: transaction.member.username };
  if (kind === 'deny') {
    transaction.answer = { kind: 'denied' };
    return { ...common, eventName: 'TransactionDeniedEvent', token: null };
  }
  const accessToken = token ?? service.transactions.issueToken(transaction, 'credentials');
  transaction.answer = { kind: 'confirmed', token: accessToken };
  return { ...common, eventName: 'TransactionConfirmedEvent', token: accessToken };
}

/** Whether the person can still do this with it. */
export function allows(delivery: Delivery, kind: Act): boolean {
  const traits = methodTraits[delivery.method];
  if (delivery.state !== 'open' || traits.confirmedBy !== 'act') return false;
  return kind === 'approve' || traits.canDeny === true;
}

/** Why the person can do nothing of this kind in a transaction, in words. */
export function whyNothing(service: Service, tid: string, kind: Act): string {
  const transaction = service.transactions.find(tid);
  return transaction === undefined
    ? `There is no transaction ${tid}.`
    : explain(transaction, service.outbox.ofTransaction(tid), kind);
}

function explain(transaction: Transaction, deliveries: readonly Delivery[], kind: Act): string {
  const who = `${transaction.member.username} (${transaction.tid})`;
  const method = transaction.selection?.method;
  if (method === undefined) return `Nothing to ${kind} for ${who}: no method was selected yet.`;
  if (methodTraits[method].confirmedBy !== 'act') {
    return `Nothing to ${kind} for ${who}: "${method}" is confirmed by typing a code, not on the phone.`;
  }
  if (kind === 'deny' && deliveries.some((delivery) => allows(delivery, 'approve'))) {
    return `Nothing to deny for ${who}: only a push can be denied, and "${method}" was selected.`;
  }
  return `Nothing to ${kind} for ${who}: what was delivered has been used already.`;
}
