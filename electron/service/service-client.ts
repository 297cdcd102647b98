import { failure, success, type Result } from '../../shared/result.ts';
import {
  isBelievableException,
  openEnvelope,
  parseCodeAnswer,
  parseCredentials,
  parseInit,
  parseMethod,
  parseSecurityKeyAnswer,
  type Identity,
  type SelectedMethod,
  type StartedTransaction,
} from '../../shared/service/answers.ts';
import { parsePromptCredentials, parsePromptInit } from '../../shared/service/prompt-answers.ts';
import { hostedPageAddress } from './hosted-address.ts';
import type { ServiceException, ServiceFailure } from '../../shared/service/service-failure.ts';
import type { Method } from '../../shared/service/methods.ts';
import { isNestedTooDeep } from '../../shared/service/json-depth.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import { isKnownException, type Endpoint } from '../../shared/outcomes/reaction-policy.ts';
import { isHtml, jsonOf } from './answer-body.ts';
import type { CredentialSource } from './credentials.ts';
import type { Signer } from './request-signer.ts';
import type { SignedAnswers } from './signed-answers.ts';
import type { HttpPort, HttpResponse } from '../network/http-port.ts';
import { redactedFailure, type Secret } from '../network/redact.ts';
import { parseRetryAfter, redirectHost } from '../network/response-headers.ts';

export const MAX_ANSWER_BYTES = 262_144;

export type ServiceClientOptions = Readonly<{
  http: HttpPort;
  credentials: Pick<CredentialSource, 'open' | 'keyRemark'>;
  /** Without a trailing slash. */
  baseUrl: string;
  signatureHeader: string;
  responseSignature: 'required' | 'when-present' | 'off';
  /**
   * Calls that the service has answered with a valid signature. Read and extended only for
   * `when-present`.
   */
  signedAnswers: SignedAnswers;
  requestTimeoutMs: number;
  /** Decides the shape of answers. */
  applicationType: 'promptless' | 'prompt';
  /** Receives the service's clock minus the computer's, in milliseconds. */
  onClockOffset?: (offsetMs: number) => void;
  secrets: () => readonly Secret[];
  contextFor: (username: string) => StartContext;
}>;

export type StartContext = Readonly<{
  appVer: string;
  hostName: string | null;
  os: string | null;
  userIP: string | null;
  userPhone: string | null;
  userEmail: string | null;
  /** Only for a prompt-capable application. */
  logoutUrl: string | null;
}>;

export type Answer<Value> = Promise<Result<Value, ServiceFailure>>;

/**
 * Calls of the promptless and the prompt flow (specification 4): signed POST requests, sent at most
 * once each.
 */
export type ServiceClient = Readonly<{
  /** @param callbackUrl return address of the hosted page; null if promptless */
  init: (
    username: string,
    signal: AbortSignal,
    callbackUrl: string | null,
  ) => Answer<StartedTransaction>;
  selectMethod: (tid: string, method: Method, signal: AbortSignal) => Answer<SelectedMethod>;
  confirmCode: (tid: string, passcode: string, signal: AbortSignal) => Answer<true>;
  confirmSecurityKey: (keyToken: string, password: string, signal: AbortSignal) => Answer<true>;
  credentials: (accessToken: string, signal: AbortSignal) => Answer<Identity>;
}>;

export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  // Of the parsers, only `parsePromptCredentials` takes `systemToken`: it compares the answer with
  // it.
  const call = async <Value>(
    endpoint: Endpoint,
    fields: Readonly<Record<string, unknown>>,
    parse: (result: unknown, systemToken: string) => Result<Value, string>,
    signal: AbortSignal,
  ): Answer<Value> => {
    const answer = await post(options, endpoint, fields, signal);
    if (!answer.ok) {
      const redacted = redactedFailure(answer.error, options.secrets());
      return failure(withRemark(redacted, options.credentials.keyRemark()));
    }
    const { result, systemToken } = answer.value;
    const parsed = parse(result, systemToken);
    return parsed.ok
      ? parsed
      : failure({ kind: 'malformed', evidence: toEvidence`${parsed.error}` });
  };
  const isPrompt = options.applicationType === 'prompt';
  const readInit = (result: unknown): Result<StartedTransaction, string> =>
    isPrompt
      ? parsePromptInit(result, (webUri) => hostedPageAddress(webUri, options.baseUrl))
      : parseInit(result);
  return {
    init: (username, signal, callbackUrl) =>
      call(
        'init',
        initFields(username, options.contextFor(username), callbackUrl),
        readInit,
        signal,
      ),
    selectMethod: (tid, method, signal) =>
      call('methodSSH', { tid, method }, (result) => parseMethod(result, { tid, method }), signal),
    confirmCode: (tid, passcode, signal) =>
      call('confirmCode', { tid, vericode: passcode }, parseCodeAnswer, signal),
    confirmSecurityKey: (keyToken, password, signal) =>
      call(
        'confirmSecurityKeySSH',
        { accessToken: keyToken, otp: password },
        parseSecurityKeyAnswer,
        signal,
      ),
    credentials: (accessToken, signal) =>
      call(
        'credentials',
        { accessToken },
        isPrompt ? parsePromptCredentials : parseCredentials,
        signal,
      ),
  };
}

/** The exception for a signature that the service refuses (specification 7). */
const SIGNATURE_REFUSED = 'InvalidSignatureException';

/**
 * Adds a remark on the secret key to the evidence of a refused signature.
 *
 * @param remark `keyRemark` of `CredentialSource`; null if the key looks as expected
 */
function withRemark(refused: ServiceFailure, remark: string | null): ServiceFailure {
  const isOfSignature = refused.kind === 'exception' && refused.exception === SIGNATURE_REFUSED;
  return isOfSignature && remark !== null
    ? { ...refused, evidence: toEvidence`${refused.evidence}; ${remark}` }
    : refused;
}

function initFields(
  username: string,
  context: StartContext,
  callbackUrl: string | null,
): Readonly<Record<string, unknown>> {
  const { userEmail, appVer, hostName, os, userIP, userPhone, logoutUrl } = context;
  const params = { appVer, hostName, os, userIP, userPhone, logoutUrl };
  const presentParams = Object.entries(params).filter(([, value]) => value);
  return {
    username,
    ...(callbackUrl === null ? {} : { callbackUrl }),
    ...(userEmail ? { userEmail: userEmail.toLowerCase() } : {}),
    ...(presentParams.length > 0 ? { params: Object.fromEntries(presentParams) } : {}),
  };
}

async function post(
  options: ServiceClientOptions,
  endpoint: Endpoint,
  fields: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Answer<Readonly<{ result: unknown; systemToken: string }>> {
  const opened = await options.credentials.open();
  if (!opened.ok) return opened;
  const { signer, systemToken } = opened.value;
  // Sign and send the same bytes (docs/wire.md 1.3).
  const body = Buffer.from(JSON.stringify({ systemToken, ...fields }), 'utf8');
  const signature = await signer.sign(body);
  if (!signature.ok)
    return failure({
      kind: 'credentials',
      fault: 'signer-failed',
      evidence: toEvidence`${signature.error}`,
    });
  // The caller may abort during a long signing.
  if (signal.aborted) return failure({ kind: 'aborted' });
  const outcome = await options.http({
    method: 'POST',
    url: `${options.baseUrl}/api/transaction/${endpoint}`,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      [options.signatureHeader]: signature.value,
    },
    body,
    timeoutMs: options.requestTimeoutMs,
    maxBytes: MAX_ANSWER_BYTES,
    signal,
    // The service may have acted before the connection broke. A repetition would then cause a
    // second push, or send a code or token that is used up.
    atMostOnce: true,
  });
  if (outcome.kind !== 'response') return failure(outcome);
  const serverTime = Date.parse(outcome.headers['date'] ?? '');
  if (!Number.isNaN(serverTime)) options.onClockOffset?.(serverTime - Date.now());
  const read = await readResponse(options, endpoint, signer, outcome);
  return read.ok ? success({ result: read.value, systemToken }) : read;
}

/** Reads the answer in three steps: its status, its envelope, its signature. */
async function readResponse(
  options: ServiceClientOptions,
  endpoint: Endpoint,
  signer: Signer,
  response: HttpResponse,
): Answer<unknown> {
  const retryAfterMs = parseRetryAfter(response.headers['retry-after'], Date.now());
  const statusFailure = failureOfStatus(response, options.baseUrl, retryAfterMs);
  if (statusFailure !== null) return failure(statusFailure);
  // Open the envelope before the signature is verified: the service does not sign ERROR answers
  // (docs/wire.md 1.4).
  const result = resultOf(response, retryAfterMs);
  if (!result.ok) return result;
  const signatureFailure = await failureOfSignature(options, endpoint, signer, response);
  return signatureFailure === null ? result : failure(signatureFailure);
}

/**
 * The failure of an answer whose status is neither 200 nor 400; null for these two, whose envelope
 * decides. The service's exception may come with any 4xx except 407 (docs/wire.md 1.5).
 */
function failureOfStatus(
  { status, headers, body }: HttpResponse,
  baseUrl: string,
  retryAfterMs: number | null,
): ServiceFailure | null {
  if (status === 200 || status === 400) return null;
  if (status === 407) return { kind: 'proxy-login', evidence: toEvidence`HTTP 407`, proxy: null };
  if (status === 511) return { kind: 'portal', status };
  if (status >= 300 && status < 400)
    return { kind: 'redirected', status, hasTarget: redirectHost(headers, baseUrl) !== null };
  return failureOfOtherStatus(status, jsonOf(body), retryAfterMs);
}

/** The result in the envelope of an answer with the status 200 or 400. */
function resultOf(
  { status, body }: HttpResponse,
  retryAfterMs: number | null,
): Result<unknown, ServiceFailure> {
  const json = jsonOf(body);
  if (json === undefined) {
    const bodyKind = nonJsonKind(body);
    if (status === 200 && bodyKind === 'html') return failure({ kind: 'page', status });
    return failure({ kind: 'malformed', evidence: toEvidence`${NON_JSON[bodyKind]}` });
  }
  const opened = openEnvelope(json);
  if (opened.kind === 'malformed') return failure(opened);
  if (opened.kind === 'exception') return failure(asFailure(opened.exception, retryAfterMs));
  if (status !== 200) return failure({ kind: 'malformed', evidence: toEvidence`OK with HTTP 400` });
  return success(opened.result);
}

/**
 * The failure of a success answer with a wrong signature, or without a required one; null if it may
 * be used.
 */
// SECURITY: SEC-27 refuse an answer with a wrong signature.
async function failureOfSignature(
  options: ServiceClientOptions,
  endpoint: Endpoint,
  signer: Signer,
  { headers, body }: HttpResponse,
): Promise<ServiceFailure | null> {
  const { responseSignature: policy, signedAnswers } = options;
  if (policy === 'off') return null;
  const signature = headers[options.signatureHeader.toLowerCase()];
  if (signature === undefined || signature === '') {
    if (policy === 'required') return { kind: 'response-signature', found: 'missing' };
    // SECURITY: SEC-99 refuse unsigned answers of a call that once had signed ones.
    return signedAnswers.has(endpoint) ? { kind: 'response-signature', found: 'dropped' } : null;
  }
  const verified = await signer.verify(body, signature);
  if (!verified.ok)
    return { kind: 'credentials', fault: 'signer-failed', evidence: toEvidence`${verified.error}` };
  if (!verified.value) return { kind: 'response-signature', found: 'wrong' };
  if (policy === 'when-present') signedAnswers.add(endpoint);
  return null;
}

function failureOfOtherStatus(
  status: number,
  json: unknown,
  retryAfterMs: number | null,
): ServiceFailure {
  const opened = openEnvelope(json);
  const exception = opened.kind === 'exception' ? opened.exception : null;
  const isBelieved = exception !== null && isBelievableException(exception, status);
  if (status === 429) {
    // Prefer the status to an unknown exception.
    if (isBelieved && isKnownException(exception)) return asFailure(exception, retryAfterMs);
    return { kind: 'too-many', retryAfterMs, serviceText: exception?.serviceText ?? null };
  }
  if (isBelieved) return asFailure(exception, retryAfterMs);
  // The exception is not believed. It shows only that a service answered, so that the failure is no
  // outage.
  return { kind: 'status', status, ...(exception === null ? {} : { isRefusal: true }) };
}

function asFailure(exception: ServiceException, retryAfterMs: number | null): ServiceFailure {
  return exception.exception === 'TooManyRequestsException'
    ? { kind: 'too-many', retryAfterMs, serviceText: exception.serviceText }
    : exception;
}

const NON_JSON = {
  empty: 'empty body',
  html: 'HTML instead of JSON',
  nested: 'nested too deep',
  other: 'not JSON',
} as const;

function nonJsonKind(body: Uint8Array): keyof typeof NON_JSON {
  if (body.length === 0) return 'empty';
  if (isHtml(body)) return 'html';
  return isNestedTooDeep(Buffer.from(body).toString('utf8')) ? 'nested' : 'other';
}
