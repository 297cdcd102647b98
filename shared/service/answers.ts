import * as z from 'zod/mini';
import { failure, success, type Result } from '../result.ts';
import { toEvidence, type Evidence } from './evidence.ts';
import { exceptionEvidence, type ServiceException } from './service-failure.ts';
import type { Requester } from './requester.ts';
import { isMethod, neededFor, type Method } from './methods.ts';
import { sanitiseServiceText } from './service-text.ts';

/** The sanitised answer of init. */
export type StartedTransaction = Readonly<{
  /** Empty if the answer has no identifier. Only `pending` needs one. */
  tid: string;
  requester: Requester;
  /** Members that were cut or left out, for the log. */
  altered?: readonly string[];
}> &
  (
    | Readonly<{ status: 'pending'; methods: readonly Method[]; unknownMethods: number }>
    | Readonly<{ status: 'denied' }>
    | Readonly<{ status: 'waiting'; webUri: string | null }>
    /** The answer of a prompt-capable application to a promptless login (specification 3). */
    | Readonly<{ status: 'prompt-flow' }>
    /** The answer of a promptless application to a prompt-capable login. */
    | Readonly<{ status: 'promptless-flow' }>
    /** The answer of a prompt-capable application (`prompt-answers.ts`). */
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
/** Without a maximum: `sanitiseServiceText` shortens the text. */
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
/** `status` decides which other members matter, so `parseInit` checks each by itself. */
const initResult = z.object({
  tid: anything,
  status: z.optional(z.string()),
  methods: anything,
  companyName: anything,
  applicationName: anything,
  webURI: anything,
});
const offeredMethods = z.array(z.unknown()).check(z.maxLength(64));
const MAX_NAME = 100;
const MAX_ADDRESS = 4096;

/** Optional members count only for some methods, so invalid ones are dropped (specification 4.3). */
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
 * Whether an exception with this HTTP status comes from the service (docs/wire.md 1.5). 407 comes from a proxy. 5xx
 * means an unavailable service, whatever its body.
 */
export function isWordOfService({ exception }: ServiceException, status: number): boolean {
  if (status === 200 || status === 400) return true;
  // SECURITY: SEC-21 a bypass lets the person in: accept it only with status 200 or 400.
  if (exception === 'UserBypassedException') return false;
  return status > 400 && status < 500 && status !== 407;
}

/** Marks an unreadable name with `?`, so that it matches no known exception. */
function readableName(exception: string): string {
  return /^\w{1,80}$/.test(exception) ? exception : `?${exception.replace(/\W/g, '').slice(0, 80)}`;
}

/** Parses init (specification 4.1); drops and counts unknown methods and FIDO. Fails with the invalid member's path. */
export function parseInit(result: unknown): Result<StartedTransaction, string> {
  const parsed = initResult.safeParse(result);
  if (!parsed.success) return failure(firstIssue(parsed.error, 'result'));
  const { status, webURI } = parsed.data;
  const malformed: string[] = [];
  const cut: string[] = [];
  const nameIn = (member: 'applicationName' | 'companyName'): string => {
    const given = parsed.data[member] ?? '';
    if (typeof given !== 'string') {
      malformed.push(`result.${member}`);
      return '';
    }
    const name = sanitiseServiceText(given, MAX_NAME);
    if (name !== sanitiseServiceText(given, Infinity)) cut.push(`result.${member} cut`);
    return name;
  };
  const requester = { application: nameIn('applicationName'), company: nameIn('companyName') };
  const tidGiven = tid.safeParse(parsed.data.tid);
  const started = <More extends object>(
    more: More,
  ): More & Pick<StartedTransaction, 'tid' | 'requester' | 'altered'> => ({
    requester,
    ...more,
    tid: tidGiven.data ?? '',
    ...(altered().length > 0 ? { altered: altered() } : {}),
  });
  const altered = (): readonly string[] => [
    ...cut,
    ...malformed.map((member) => `${member} left out`),
  ];
  const webUri = addressIn(webURI);
  if (webUri === null && (webURI ?? '') !== '') malformed.push('result.webURI');
  if (status === undefined && typeof webURI === 'string' && webURI !== '') {
    return success(started({ status: 'prompt-flow' as const }));
  }
  if (status === 'denied' || status === 'waiting') {
    if (!tidGiven.success) malformed.push('result.tid');
    return success(status === 'denied' ? started({ status }) : started({ status, webUri }));
  }
  // The transaction continues: require every member from here on.
  if (!tidGiven.success) return failure('result.tid');
  if (status !== 'pending') return failure('result.status');
  const offered = offeredMethods.safeParse(parsed.data.methods);
  if (!offered.success) return failure('result.methods');
  const [first] = malformed;
  if (first !== undefined) return failure(first);
  const known = [...new Set(offered.data.filter(isMethod))];
  const unknownMethods = new Set(offered.data).size - known.length;
  return success(started({ status, methods: known, unknownMethods }));
}

/** Null rather than a shortened address, which would lead elsewhere. */
function addressIn(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > MAX_ADDRESS) return null;
  return cleanUri(given) || null;
}

/** The answer must echo the transaction and the method. */
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

/** Only `true` means a right code (specification 4.4). */
export function parseCodeAnswer(result: unknown): Result<true, string> {
  return result === true ? success(true) : failure('result');
}

/** confirmSecurityKeySSH returns no result (specification 4.5). */
export function parseSecurityKeyAnswer(): Result<true, string> {
  return success(true);
}

/** The login machine compares the username (specification 4.7, promptless). */
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

/** Path of the invalid member. */
export function firstIssue(error: z.core.$ZodError, root: string): string {
  const path = error.issues[0]?.path ?? [];
  return [root, ...path.map(String)].join('.').slice(0, 80);
}
