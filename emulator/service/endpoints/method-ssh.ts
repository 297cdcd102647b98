import type { JsonObject } from '../../basics/json.ts';
import { randomDigits, randomIdentifier } from '../../basics/random.ts';
import { failure, success } from '../../../shared/result.ts';
import { isMethod, maskPhoneNumber, methodTraits } from '../methods.ts';
import type { Method } from '../methods.ts';
import type { Delivery } from '../outbox.ts';
import type { Service } from '../service.ts';
import type { Transaction } from '../transactions.ts';
import { refusePromptApplication, requireText, requireTransaction } from './endpoint.ts';
import type { EndpointResult } from './endpoint.ts';

/**
 * POST /api/transaction/methodSSH (specification 4.3). It may be called again on the same
 * transaction: a new SMS code replaces the old one, a hardware-key token of before is void, and
 * earlier deliveries stay usable.
 */
export function methodSsh(service: Service, fields: JsonObject): EndpointResult {
  const allowed = refusePromptApplication(service);
  if (!allowed.ok) return allowed;
  const tid = requireText(service, fields, 'tid');
  if (!tid.ok) return tid;
  const method = requireText(service, fields, 'method');
  if (!method.ok) return method;
  const found = requireTransaction(service, tid.value);
  if (!found.ok) return found;
  const transaction = found.value;
  if (!isMethod(method.value) || !transaction.methods.includes(method.value)) {
    return failure(service.exceptions.of('methodNotOffered'));
  }
  if (transaction.selections >= service.options.maximumSelections) {
    return failure(service.exceptions.of('tooManySelections'));
  }
  return success({ result: select(service, transaction, method.value) });
}

/**
 * Selects a method that the transaction offers, and sends its message.
 *
 * @returns the result of the answer
 */
export function select(service: Service, transaction: Transaction, method: Method): JsonObject {
  const { transactions, options, outbox } = service;
  transaction.selections += 1;
  transactions.replaceTokens(transaction);
  for (const earlier of outbox.ofTransaction(transaction.tid)) {
    if (earlier.method === 'sms' && earlier.state === 'open') earlier.state = 'replaced';
  }
  const delivery = deliver(service, transaction, method);
  transaction.selection = { method, smsCode: delivery?.code ?? null };
  service.changed.emit();

  const result: JsonObject = { action: 'authentication', method, tid: transaction.tid };
  if (delivery?.qrText !== undefined) result['qrText'] = delivery.qrText;
  if (delivery?.phoneNumber !== undefined) result['phoneNumber'] = delivery.phoneNumber;
  if (method === 'totp') result['vericodeLength'] = transaction.member.authenticator.codeLength;
  if (method === 'sms') result['vericodeLength'] = options.smsCodeLength;
  if (method === 'yotp') result['token'] = transactions.issueToken(transaction, 'security-key');
  return result;
}

/** Sends the method's message; null where the person carries the code. */
function deliver(service: Service, transaction: Transaction, method: Method): Delivery | null {
  const traits = methodTraits[method];
  if (traits.delivers === null) return null;
  const { tid, member } = transaction;
  const id = randomIdentifier();
  const delivery: Delivery = {
    id,
    tid,
    username: member.username,
    method,
    kind: traits.delivers,
    at: service.clock.now(),
    state: 'open',
    ...(method === 'sms' ? { code: randomDigits(service.options.smsCodeLength) } : {}),
    ...(traits.hasLink === true ? { link: `${service.baseUrl}/link/${id}` } : {}),
    ...(method === 'qrcode' ? { qrText: `mfa-login://confirm?tid=${tid}&scan=${id}` } : {}),
    ...(traits.hasPhoneNumber === true ? { phoneNumber: maskPhoneNumber(member.phoneNumber) } : {}),
  };
  service.outbox.add(delivery);
  return delivery;
}
