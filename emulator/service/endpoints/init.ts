import type { JsonObject } from '../../basics/json.ts';
import { failure, success } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { ApiException } from '../exceptions.ts';
import { isMethod } from '../methods.ts';
import type { Method } from '../methods.ts';
import type { Service } from '../service.ts';
import type { Transaction } from '../transactions.ts';
import { optionalText, readParams, requireText } from './endpoint.ts';
import type { EndpointResult } from './endpoint.ts';

const PROMPTLESS_PARAMS = ['appVer', 'hostName', 'os', 'userIP'] as const;
/** The members of `params` that the specification lists, by application type. */
const LISTED_PARAMS = {
  promptless: [...PROMPTLESS_PARAMS, 'userPhone'],
  prompt: ['appVer', 'hostName', 'logoutUrl', 'os', 'userPhone'],
} as const;

/** POST /api/transaction/init (specification 4.1), in the shape of the application's type. */
export function init(service: Service, fields: JsonObject): EndpointResult {
  const { options } = service;
  const username = requireText(service, fields, 'username');
  if (!username.ok) return username;
  const callbackUrl = readCallbackUrl(service, fields);
  if (!callbackUrl.ok) return callbackUrl;
  const required =
    options.applicationType === 'promptless' && options.requireParams ? PROMPTLESS_PARAMS : [];
  const params = readParams(service, fields, {
    listed: LISTED_PARAMS[options.applicationType],
    required,
  });
  if (!params.ok) return params;
  const userEmail = optionalText(service, fields, 'userEmail');
  if (!userEmail.ok) return userEmail;

  const decision = decide(service, username.value);
  if (!decision.ok) return decision;
  const transaction = service.transactions.create({
    ...decision.value,
    context: params.value,
    callbackUrl: callbackUrl.value,
  });
  service.changed.emit();
  const isPrompt = options.applicationType === 'prompt';
  return success({
    result: isPrompt ? promptResult(service, transaction) : promptlessResult(service, transaction),
  });
}

/** The four outcomes of specification 1, and the attempt limit. */
function decide(
  service: Service,
  username: string,
): Result<Pick<Transaction, 'member' | 'status' | 'methods'>, ApiException> {
  const known = service.directory.resolve(username);
  if (known === undefined) {
    const refusal = service.exceptions.unknownUser();
    if (refusal !== null) return failure(refusal);
  }
  // An unknown person is denied like a known one: the answers are equal.
  const member = known ?? service.directory.stranger(username);
  switch (member.outcome) {
    case 'locked':
      return failure(service.exceptions.of('lockedUser'));
    case 'bypassed':
      return failure(service.exceptions.of('bypassed'));
    case 'denied':
    case 'waiting':
      return success({ member, status: member.outcome, methods: [] });
    case 'pending':
      return success({ member, status: 'pending', methods: offered(member.methods) });
  }
}

/**
 * The methods that a promptless application may offer: everything enrolled save FIDO (specification
 * 2).
 */
function offered(enrolled: readonly string[]): readonly Method[] {
  return enrolled.filter(isMethod);
}

function promptlessResult(service: Service, transaction: Transaction): JsonObject {
  const { companyName, applicationName } = service.options;
  const { tid, status, methods, member } = transaction;
  const result = { methods, tid, status, companyName, applicationName };
  if (status !== 'waiting') return result;
  return { ...result, webURI: member.webURI ?? `${service.baseUrl}/enroll/${tid}` };
}

function promptResult(service: Service, transaction: Transaction): JsonObject {
  const page = transaction.status === 'pending' ? 'process' : 'deny';
  return { webURI: `${service.baseUrl}/api/transaction/${page}/${transaction.tid}` };
}

/**
 * Only prompt-capable applications need one. Script addresses are refused: the browser is sent
 * there.
 */
function readCallbackUrl(
  service: Service,
  fields: JsonObject,
): Result<string | null, ApiException> {
  if (service.options.applicationType === 'promptless') return success(null);
  const value = requireText(service, fields, 'callbackUrl');
  if (!value.ok) return value;
  const address = URL.canParse(value.value) ? new URL(value.value) : null;
  if (address === null || ['javascript:', 'data:', 'vbscript:'].includes(address.protocol)) {
    return failure(service.exceptions.missingField('callbackUrl'));
  }
  return value;
}
