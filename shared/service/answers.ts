import * as z from 'zod/mini';
import { failure, success, type Result } from '../result.ts';
import { toEvidence, type Evidence } from './evidence.ts';
import { exceptionEvidence, type ServiceException } from './service-failure.ts';
import type { Requester } from './requester.ts';
import { isMethod, neededFor, type Method } from './methods.ts';
import { sanitiseServiceText } from './service-text.ts';

/** The answer of init, with sanitised texts. */
export type StartedTransaction = Readonly<{
  /**
   * The transaction's identifier; empty if the answer has none, which only `pending` does not
   * allow.
   */
  tid: string;
  requester: Requester;
  /** The members that were shortened or left out, for the log; missing if there are none. */
  altered?: readonly string[];
}> &
  (
    | Readonly<{ status: 'pending'; methods: readonly Method[]; unknownMethods: number }>
    | Readonly<{ status: 'denied' }>
    | Readonly<{ status: 'waiting'; webUri: string | null }>
    /** The application is prompt-capable, but the login is promptless (specification 3). */
    | Readonly<{ status: 'prompt-flow' }>
    /** The application is promptless, but the login is prompt-capable. */
    | Readonly<{ status: 'promptless-flow' }>
    /** The application and the login are prompt-capable (`prompt-answers.ts`). */
    | (HostedPageAddress & Readonly<{ status: 'hosted-page'; webUri: string }>)
  );

/** Parts of a hosted page's address (specification 3). `tid`: the transaction's identifier. */
export type HostedPageAddress = Readonly<{ purpose: 'verify' | 'denied-or-waiting'; tid: string }>;

/** The answer of methodSSH (specification 4.3). `keyToken` is secret and stays in main. */
export type SelectedMethod = Readonly<{
  method: Method;
  qrText: string | null;
  codeLength: number | null;
  phoneNumber: string | null;
  keyToken: string | null;
}>;

/** The answer of credentials (specification 4.7, promptless). */
export type Identity = Readonly<{
  username: string;
  email: string;
  consumerParams: Readonly<Record<string, unknown>> | null;
}>;

const tid = z.string().check(z.minLength(1), z.maxLength(512));
const shortText = z.optional(z.nullable(z.string().check(z.maxLength(10_000))));
/** A text to quote. It may have any length, because `sanitiseServiceText` shortens it. */
const quotedText = z.optional(z.nullable(z.string()));

const envelope = z.object({ status: z.string() });
const errorResult = z.object({
  exception: z.string().check(z.minLength(1), z.maxLength(200)),
  code: z.optional(z.nullable(z.number())),
  errorMessage: quotedText,
  details: quotedText,
  name: quotedText,
});

const anything = z.optional(z.unknown());
/** `parseInit` checks the other members one by one, because `status` decides which of them matter. */
const initResult = z.object({
  tid: anything,
  status: z.optional(z.string()),
  methods: anything,
  companyName: anything,
  applicationName: anything,
  webURI: anything,
});
const offeredMethods = z.array(z.unknown()).check(z.maxLength(64));
/** In code points, of an application or a company. */
const MAX_NAME = 100;
/** In characters. */
const MAX_ADDRESS = 4096;

/**
 * Each optional member matters for some methods only, so an invalid one is left out here
 * (specification 4.3).
 */
const methodResult = z.object({
  tid,
  method: z.string(),
  qrText: z.catch(
    z.optional(z.string().check(z.minLength(1), z.maxLength(2900), z.regex(/^[^\p{Cc}\p{Cf}]*$/u))),
    undefined,
  ),
  vericodeLength: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(64))), undefined),
  phoneNumber: z.catch(shortText, undefined),
  token: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(4096))), undefined),
});

const credentialsResult = z.object({
  username: z.string().check(z.minLength(1), z.maxLength(1024)),
  email: z.optional(z.nullable(z.string().check(z.maxLength(1024)))),
  // Some servers send an empty object as a list.
  consumerParams: z.catch(z.optional(z.nullable(z.record(z.string(), z.unknown()))), null),
});

/** What a response envelope holds. */
export type Opened =
  | Readonly<{ kind: 'ok'; result: unknown }>
  | Readonly<{ kind: 'exception'; exception: ServiceException }>
  | Readonly<{ kind: 'malformed'; evidence: Evidence }>;

/** Parses the response envelope (specification 2, conventions). */
export function openEnvelope(json: unknown): Opened {
  const parsed = envelope.safeParse(json);
  if (!parsed.success) return { kind: 'malformed', evidence: toEvidence`no envelope` };
  const result = (json as Readonly<{ result?: unknown }>).result;
  if (parsed.data.status === 'OK') return { kind: 'ok', result };
  if (parsed.data.status !== 'ERROR') return { kind: 'malformed', evidence: toEvidence`status` };
  const error = errorResult.safeParse(result);
  if (!error.success)
    return { kind: 'malformed', evidence: toEvidence`${firstIssue(error.error, 'result')}` };
  const { exception, code, errorMessage, details, name } = error.data;
  const named = {
    exception: readableName(exception),
    code: code ?? null,
    field: name ? sanitiseServiceText(name, 60) || null : null,
  };
  return {
    kind: 'exception',
    exception: {
      kind: 'exception',
      ...named,
      serviceText: {
        message: sanitiseServiceText(errorMessage ?? ''),
        details: details ? sanitiseServiceText(details) || null : null,
      },
      evidence: exceptionEvidence(named),
    },
  };
}

/**
 * Whether an exception with this HTTP status is believed to come from the service (docs/wire.md
 * 1.5). An answer with 407 comes from a proxy. 5xx means that the service is unavailable, whatever
 * the body says.
 */
export function isBelievableException({ exception }: ServiceException, status: number): boolean {
  if (status === 200 || status === 400) return true;
  // SECURITY: SEC-21 a bypass lets the person in: accept it only with status 200 or 400.
  if (exception === 'UserBypassedException') return false;
  return status > 400 && status < 500 && status !== 407;
}

/** Marks an unreadable name with `?`, so that it matches no known exception. */
function readableName(exception: string): string {
  return /^\w{1,80}$/.test(exception) ? exception : `?${exception.replace(/\W/g, '').slice(0, 80)}`;
}

/**
 * Parses the answer of init (specification 4.1). Unknown methods, FIDO among them, are left out and
 * counted. The error is the path of the invalid member.
 */
export function parseInit(result: unknown): Result<StartedTransaction, string> {
  const parsed = initResult.safeParse(result);
  if (!parsed.success) return failure(firstIssue(parsed.error, 'result'));
  const { status, webURI } = parsed.data;
  const malformedMembers: string[] = [];
  const cutMembers: string[] = [];
  const nameIn = (member: 'applicationName' | 'companyName'): string => {
    const given = parsed.data[member] ?? '';
    if (typeof given !== 'string') {
      malformedMembers.push(`result.${member}`);
      return '';
    }
    const name = sanitiseServiceText(given, MAX_NAME);
    if (name !== sanitiseServiceText(given, Infinity)) cutMembers.push(`result.${member} cut`);
    return name;
  };
  const requester = { application: nameIn('applicationName'), company: nameIn('companyName') };
  const parsedTid = tid.safeParse(parsed.data.tid);
  const started = <More extends object>(
    more: More,
  ): More & Pick<StartedTransaction, 'tid' | 'requester' | 'altered'> => ({
    requester,
    ...more,
    tid: parsedTid.data ?? '',
    ...(altered().length > 0 ? { altered: altered() } : {}),
  });
  const altered = (): readonly string[] => [
    ...cutMembers,
    ...malformedMembers.map((member) => `${member} left out`),
  ];
  const webUri = addressIn(webURI);
  if (webUri === null && (webURI ?? '') !== '') malformedMembers.push('result.webURI');
  if (status === undefined && typeof webURI === 'string' && webURI !== '') {
    return success(started({ status: 'prompt-flow' as const }));
  }
  if (status === 'denied' || status === 'waiting') {
    if (!parsedTid.success) malformedMembers.push('result.tid');
    return success(status === 'denied' ? started({ status }) : started({ status, webUri }));
  }
  // The transaction goes on, so from here on every member must be valid.
  if (!parsedTid.success) return failure('result.tid');
  if (status !== 'pending') return failure('result.status');
  const offered = offeredMethods.safeParse(parsed.data.methods);
  if (!offered.success) return failure('result.methods');
  const [malformedMember] = malformedMembers;
  if (malformedMember !== undefined) return failure(malformedMember);
  const methods = [...new Set(offered.data.filter(isMethod))];
  const unknownMethods = new Set(offered.data).size - methods.length;
  return success(started({ status, methods, unknownMethods }));
}

/** The address; null if it is no text or too long, because a shortened address would lead elsewhere. */
function addressIn(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > MAX_ADDRESS) return null;
  return cleanUri(given) || null;
}

/** Parses the answer of methodSSH. It must name the transaction and the method of the request. */
export function parseMethod(
  result: unknown,
  expected: { tid: string; method: Method },
): Result<SelectedMethod, string> {
  const parsed = methodResult.safeParse(result);
  if (!parsed.success) return failure(firstIssue(parsed.error, 'result'));
  const data = parsed.data;
  if (data.tid !== expected.tid) return failure('result.tid');
  if (data.method !== expected.method) return failure('result.method');
  const needed = neededFor(expected.method);
  if (needed !== null && !data[needed]) return failure(`result.${needed}`);
  return success({
    method: expected.method,
    qrText: needed === 'qrText' ? (data.qrText ?? null) : null,
    codeLength: data.vericodeLength ?? null,
    phoneNumber: data.phoneNumber ? sanitiseServiceText(data.phoneNumber, 40) || null : null,
    keyToken: needed === 'token' ? (data.token ?? null) : null,
  });
}

/** Parses the answer of confirmCode, in which only `true` means a right code (specification 4.4). */
export function parseCodeAnswer(result: unknown): Result<true, string> {
  return result === true ? success(true) : failure('result');
}

/**
 * Accepts every success answer of confirmSecurityKeySSH, which has no result to check
 * (specification 4.5).
 */
export function parseSecurityKeyAnswer(): Result<true, string> {
  return success(true);
}

/**
 * Parses the answer of credentials (specification 4.7, promptless). The login machine compares the
 * username.
 */
export function parseCredentials(result: unknown): Result<Identity, string> {
  const parsed = credentialsResult.safeParse(result);
  if (!parsed.success) return failure(firstIssue(parsed.error, 'result'));
  const { username, email, consumerParams } = parsed.data;
  return success({ username, email: email ?? '', consumerParams: consumerParams ?? null });
}

/** Removes invisible characters, which could disguise an address. */
function cleanUri(uri: string): string {
  return sanitiseServiceText(uri, MAX_ADDRESS).replace(/[\s\p{Cf}]/gu, '');
}

/** The path of the first invalid member. */
export function firstIssue(error: z.core.$ZodError, root: string): string {
  const path = error.issues[0]?.path ?? [];
  return [root, ...path.map(String)].join('.').slice(0, 80);
}
