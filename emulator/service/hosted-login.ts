import { announce } from './acts.ts';
import { acceptCode } from './endpoints/confirm-code.ts';
import { select } from './endpoints/method-ssh.ts';
import { isMethod, methodTraits } from './methods.ts';
import type { Delivery } from './outbox.ts';
import type { Service } from './service.ts';
import type { Transaction } from './transactions.ts';

/** The result of a choice or a code on the hosted page. */
export type HostedStep = 'done' | 'not-offered' | 'wrong-code' | 'too-many';

/**
 * The person chooses a method on the hosted page; its message is sent, as by methodSSH
 * (specification 4.3).
 */
export function chooseHostedMethod(
  service: Service,
  transaction: Transaction,
  method: string,
): HostedStep {
  if (!isMethod(method) || !transaction.methods.includes(method)) return 'not-offered';
  if (transaction.selections >= service.options.maximumSelections) return 'too-many';
  transaction.answer = null;
  select(service, transaction, method);
  return 'done';
}

/** The person goes back to the list of methods. */
export function leaveHostedMethod(service: Service, transaction: Transaction): void {
  transaction.selection = null;
  if (transaction.answer?.kind === 'denied') transaction.answer = null;
  service.changed.emit();
}

/** The person enters a code, a bypass code or the output of a hardware key (specification 4.4, 4.5). */
export function enterHostedCode(
  service: Service,
  transaction: Transaction,
  code: string,
): HostedStep {
  const method = transaction.selection?.method;
  if (method === undefined || methodTraits[method].confirmedBy === 'act') return 'not-offered';
  if (transaction.wrongCodes >= service.options.maximumWrongCodes) return 'too-many';
  const isRight =
    method === 'yotp'
      ? transaction.member.hardwareKey.accept(code)
      : acceptCode(service, transaction, code);
  if (!isRight) {
    transaction.wrongCodes += 1;
    return transaction.wrongCodes >= service.options.maximumWrongCodes ? 'too-many' : 'wrong-code';
  }
  announce(service, transaction, 'approve');
  service.changed.emit();
  return 'done';
}

/** The message of the chosen method; undefined where the person carries the code. */
export function hostedDelivery(service: Service, transaction: Transaction): Delivery | undefined {
  const method = transaction.selection?.method;
  return service.outbox
    .ofTransaction(transaction.tid)
    .filter((delivery) => delivery.method === method)
    .at(-1);
}
