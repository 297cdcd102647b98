import type { JsonObject } from '../../basics/json.ts';
import { failure, success } from '../../../shared/result.ts';
import { announce } from '../acts.ts';
import type { Delivery } from '../outbox.ts';
import type { Service } from '../service.ts';
import type { Transaction } from '../transactions.ts';
import { refusePromptApplication, requireText, requireTransaction } from './endpoint.ts';
import type { EndpointResult } from './endpoint.ts';

/** POST /api/transaction/confirmCode (specification 4.4): totp, bypass codes and sms. */
export function confirmCode(service: Service, fields: JsonObject): EndpointResult {
  const allowed = refusePromptApplication(service);
  if (!allowed.ok) return allowed;
  const tid = requireText(service, fields, 'tid');
  if (!tid.ok) return tid;
  const vericode = requireText(service, fields, 'vericode');
  if (!vericode.ok) return vericode;
  const found = requireTransaction(service, tid.value);
  if (!found.ok) return found;
  const transaction = found.value;
  const method = transaction.selection?.method;
  if (method !== 'totp' && method !== 'sms') return failure(service.exceptions.of('noCodeAwaited'));
  if (transaction.wrongCodes >= service.options.maximumWrongCodes) {
    return failure(service.exceptions.of('tooManyWrongCodes'));
  }
  if (!acceptCode(service, transaction, vericode.value)) {
    transaction.wrongCodes += 1;
    return failure(service.exceptions.of('wrongPasscode'));
  }
  service.changed.emit();
  return success({ result: true, announcement: announce(service, transaction, 'approve') });
}

/** Judges a code for the method selected last, totp or sms. Every code is accepted once. */
export function acceptCode(service: Service, transaction: Transaction, vericode: string): boolean {
  const { selection, member } = transaction;
  if (selection?.method === 'totp') {
    return member.authenticator.accept(vericode) || member.bypassCodes.accept(vericode);
  }
  if (selection === null || selection.smsCode !== vericode) return false;
  selection.smsCode = null;
  const isAwaited = ({ code, state }: Delivery): boolean => code === vericode && state === 'open';
  const message = service.outbox.ofTransaction(transaction.tid).find(isAwaited);
  if (message !== undefined) message.state = 'approved';
  return true;
}
