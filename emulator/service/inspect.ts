import { isJsonObject, parseJson } from '../basics/json.ts';
import type { JsonObject } from '../basics/json.ts';
import type { ApiPath } from './endpoints/table.ts';
import type { ApiException } from './exceptions.ts';
import type { Service } from './service.ts';
import { explainSignature } from './signature-words.ts';
import { isSignatureValid } from './signature.ts';

/** A request as it came over the wire. */
export type RawRequest = Readonly<{
  httpMethod: string;
  body: Buffer;
  /** The value of the signature header, whatever the case of its name. */
  signature: string | undefined;
}>;

/** The facts of a request before its endpoint sees it. */
export type Inspection = Readonly<{
  signatureValid: boolean;
  /**
   * Why it is not, in words for the log; null where no signature was asked for, or a right one
   * came.
   */
  signatureProblem: string | null;
  /** The parsed body; the text where it is not JSON. */
  logBody: unknown;
  /** The body where it is a JSON object, trusted or not. */
  fields: JsonObject;
  /** Why the endpoint does not get to see it, or null. */
  refusal: ApiException | null;
}>;

/**
 * The checks that every endpoint shares, in this order: POST, JSON object, signature over the raw
 * bytes, system token (specification 5). Headers like `Accept` are not looked at (docs/wire.md
 * 1.7), unknown fields are tolerated.
 */
export function inspect(service: Service, path: ApiPath, request: RawRequest): Inspection {
  const text = request.body.toString('utf8');
  const parsed = parseJson(text);
  const fields = isJsonObject(parsed) ? parsed : {};
  const signatureValid = isSignatureValid(service.signature, request.body, request.signature);
  const isJudged = request.httpMethod === 'POST' && isJsonObject(parsed);
  const signatureProblem =
    signatureValid || !isJudged
      ? null
      : explainSignature(service.signature, request.body, request.signature);
  const logBody = parsed === undefined ? text : parsed;
  const common = { signatureValid, signatureProblem, logBody, fields };
  const { exceptions } = service;

  const refuse = (refusal: ApiException): Inspection => ({ ...common, refusal });
  if (request.httpMethod !== 'POST') return refuse(exceptions.of('wrongHttpMethod'));
  if (request.body.length === 0) return refuse(exceptions.of('emptyBody'));
  if (!isJsonObject(parsed)) return refuse(exceptions.of('invalidJson'));
  if (!signatureValid) return refuse(exceptions.invalidSignature(request.signature !== undefined));
  const systemToken = fields['systemToken'] ?? '';
  if (systemToken === '') return refuse(exceptions.missingField('systemToken'));
  if (systemToken !== service.options.systemToken) {
    const isAppInit = path === '/api/app/init';
    return refuse(exceptions.of(isAppInit ? 'wrongSystemTokenAtAppInit' : 'wrongSystemToken'));
  }
  return { ...common, refusal: null };
}

/** The person of a request, as the directory spells a known one; null without a name. */
export function usernameOf(service: Service, fields: JsonObject): string | null {
  const { username, tid, accessToken } = fields;
  if (typeof username === 'string') return service.directory.find(username)?.username ?? username;
  if (typeof tid === 'string') return service.transactions.find(tid)?.member.username ?? null;
  if (typeof accessToken === 'string') {
    return service.transactions.ownerOf(accessToken)?.member.username ?? null;
  }
  return null;
}
