import { isJsonObject } from '../../basics/json.ts';
import type { JsonObject } from '../../basics/json.ts';
import { failure, success } from '../../../shared/result.ts';
import type { Result } from '../../../shared/result.ts';
import type { ApiException } from '../exceptions.ts';
import type { Announcement, Service } from '../service.ts';
import type { Transaction } from '../transactions.ts';

/** The decision of an endpoint; the envelope and the signature are made from it. */
export type Reply = Readonly<{
  /** Left out where the answer is `{status: "OK"}` alone. */
  result?: unknown;
  /** Sent to the connector's socket once the answer has left. */
  announcement?: Announcement;
}>;

export type EndpointResult = Result<Reply, ApiException>;

/** One path of the API. The body is parsed, its signature and system token are checked before. */
export type Endpoint = (service: Service, fields: JsonObject) => EndpointResult;

/** A required, non-empty text; anything else is a missing field. */
export function requireText(
  service: Service,
  fields: JsonObject,
  name: string,
): Result<string, ApiException> {
  const value = fields[name];
  if (typeof value === 'string' && value.trim() !== '') return success(value);
  return failure(service.exceptions.missingField(name));
}

/** An optional text: absent and null are accepted, another type is refused as a missing field. */
export function optionalText(
  service: Service,
  fields: JsonObject,
  name: string,
): Result<string | null, ApiException> {
  const value = fields[name] ?? null;
  if (value === null || typeof value === 'string') return success(value);
  return failure(service.exceptions.missingField(name));
}

/**
 * `params`: an object, or an empty list, which is how PHP writes an empty object.
 *
 * @param members `listed`: those that the specification has, which are texts where they are given;
 *   others may be anything. `required`: those that must be there.
 * @returns the members that are texts
 */
export function readParams(
  service: Service,
  fields: JsonObject,
  members: Readonly<{ listed: readonly string[]; required: readonly string[] }>,
): Result<Readonly<Record<string, string>>, ApiException> {
  const given = fields['params'] ?? null;
  if (given === null && members.required.length === 0) return success({});
  const params = Array.isArray(given) && given.length === 0 ? {} : given;
  if (!isJsonObject(params)) return failure(service.exceptions.missingField('params'));
  for (const name of members.required) {
    const value = requireText(service, params, name);
    if (!value.ok) return value;
  }
  for (const name of members.listed) {
    const value = optionalText(service, params, name);
    if (!value.ok) return value;
  }
  const texts = Object.entries(params).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return success(Object.fromEntries(texts));
}

/**
 * The open promptless transaction that `tid` names; unknown, finished and expired ones are
 * `…IdExpired…`.
 */
export function requireTransaction(
  service: Service,
  tid: string,
): Result<Transaction, ApiException> {
  const transaction = service.transactions.visit(tid);
  return transaction === undefined
    ? failure(service.exceptions.of('expiredTransaction'))
    : success(transaction);
}

/** Refuses a call that only promptless applications may make. */
export function refusePromptApplication(service: Service): Result<null, ApiException> {
  return service.options.applicationType === 'promptless'
    ? success(null)
    : failure(service.exceptions.of('promptlessOnly'));
}
