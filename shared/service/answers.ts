import * as z from 'zod/mini';
import { failure, success, type Result } from '../result.ts';
import { exceptionEvidence, type ServiceException } from './service-failure.ts';
import type { Requester } from './requester.ts';
import { isMethod, neededFor, type Method } from './methods.ts';
import { sanitiseServiceText } from './service-text.ts';

/** The answer of init, parsed and sanitised; all other members are dropped. */
export type StartedTransaction = Readonly<{
  /** Empty if the answer has no identifier: only `pending` needs it. */
  tid: string;
  requester: Requester;
  /** Members that were cut or left out (`result.webURI left out`), for the log. Absent if every member is whole. */
  altered?: readonly string[];
}> &
  (
    | Readonly<{ status: 'pending'; methods: readonly Method[]; unknownMethods: number }>
    | Readonly<{ status: 'denied' }>
    | Readonly<{ status: 'waiting'; webUri: string | null }>
    /** A prompt-capable application answered a promptless one: `webURI` and no `status` (specification 3). */
    | Readonly<{ status: 'prompt-flow' }>
    /** The other way round: a promptless application answered a prompt-capable one, with a status or methods. */
    | Readonly<{ status: 'promptless-flow' }>
    /** A prompt-capable application answered: the page to show (`prompt-answers.ts`). */
    | (HostedPageAddress & Readonly<{ status: 'hosted-page'; webUri: string }>)
  );

/**
 * The parts of a hosted page's address (specification 3): its purpose, to confirm or to explain a refusal, and `tid`,
 * the transaction's identifier, the last part of its path.
 */
export type HostedPageAddress = Readonly<{ purpose: 'verify' | 'denied-or-waiting'; tid: string }>;

/** The answer of methodSSH (specification 4.3). `keyToken` is secret and stays in main. */
export type SelectedMethod = Readonly<{
  method: Method;
  qrText: string | null;
  codeLength: number | null;
  phoneNumber: string | null;
  keyToken: string | null;
}>;

/** The answer of credentials in the promptless flow (specification 4.7). */
export type Identity = Readonly<{
  username: string;
  email: string;
  consumerParams: Readonly<Record<string, unknown>> | null;
}>;

const tid = z.string().check(z.minLength(1), z.maxLength(512));
const shortText = z.optional(z.nullable(z.string().check(z.maxLength(10_000))));
/** Words to quote: cut where they are quoted, and an answer is not so long that they need a limit of their own. */
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
/** `status` decides; whether another member matters depends on it, so each is looked at by itself. */
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

/** Members without meaning for the chosen method are ignored (specification 4.3); optional ones may be missing. */
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
  // An empty object arrives as a list from servers that tell the two not apart.
  consumerParams: z.catch(z.optional(z.nullable(z.record(z.string(), z.unknown()))), null),
});

/** An envelope taken apart: a result to parse further, the service's exception, or the fault. */
export type Opened =
  | Readonly<{ kind: 'ok'; result: unknown }>
  | Readonly<{ kind: 'exception'; exception: ServiceException }>
  | Readonly<{ kind: 'malformed'; evidence: string }>;

/** Opens the response envelope (specification 2, conventions). `json` is the parsed body, whatever it is. */
export function openEnvelope(json: unknown): Opened {
  const parsed = envelope.safeParse(json);
  if (!parsed.success) return { kind: 'malformed', evidence: 'no envelope' };
  const result = (json as Readonly<{ result?: unknown }>).result;
  if (parsed.data.status === 'OK') return { kind: 'ok', result };
  if (parsed.data.status !== 'ERROR') return { kind: 'malformed', evidence: 'status' };
  const error = errorResult.safeParse(result);
  if (!error.success) return { kind: 'malformed', evidence: firstIssue(error.error, 'result') };
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
 * Whether an exception that came with this HTTP status is the service's word (docs/wire.md 1.5): with 200 and 400, and
 * with any other 4xx too, because the specification leaves the status open. 407 is a proxy's, and 5xx says that the
 * service is not well, whatever stands in its body. A bypass is believed with 200 and 400 alone.
 */
export function isWordOfService({ exception }: ServiceException, status: number): boolean {
  if (status === 200 || status === 400) return true;
  // SECURITY: SEC-21 a bypass lets the person in: believe it only with a status that the service is known to use.
  if (exception === 'UserBypassedException') return false;
  return status > 400 && status < 500 && status !== 407;
}

/** An exception's name, decided by to the letter: one that had to be cleaned to be shown is marked, so unknown. */
function readableName(exception: string): string {
  return /^\w{1,80}$/.test(exception) ? exception : `?${exception.replace(/\W/g, '').slice(0, 80)}`;
}

/**
 * Parses the result of init (specification 4.1). Unknown method names and FIDO are set aside and counted.
 *
 * @returns the evidence (the member at fault) if the result violates the specification
 */
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
  const altered = (): readonly string[] => [...cut, ...malformed.map((member) => `${member} left out`)];
  const webUri = addressIn(webURI);
  if (webUri === null && (webURI ?? '') !== '') malformed.push('result.webURI');
  if (status === undefined && typeof webURI === 'string' && webURI !== '') {
    return success(started({ status: 'prompt-flow' as const }));
  }
  if (status === 'denied' || status === 'waiting') {
    if (!tidGiven.success) malformed.push('result.tid');
    return success(status === 'denied' ? started({ status }) : started({ status, webUri }));
  }
  // Here the transaction is gone on with.
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

/** An address to show: whole or not at all, because a cut one leads somewhere else. */
function addressIn(given: unknown): string | null {
  if (typeof given !== 'string' || given.length > MAX_ADDRESS) return null;
  return cleanUri(given) || null;
}

/**
 * Parses the result of methodSSH: it must echo the transaction and the method, and carry the member that the method
 * needs.
 *
 * @returns the evidence (the member at fault) if the result violates the specification
 */
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

/** Parses the result of confirmCode: only `true` is a right code (specification 4.4). */
export function parseCodeAnswer(result: unknown): Result<true, string> {
  return result === true ? success(true) : failure('result');
}

/** The answer of confirmSecurityKeySSH has no result (specification 4.5); whatever stands there is not read. */
export function parseSecurityKeyAnswer(): Result<true, string> {
  return success(true);
}

/** Parses the result of credentials (specification 4.7, promptless). The username is compared by the machine. */
export function parseCredentials(result: unknown): Result<Identity, string> {
  const parsed = credentialsResult.safeParse(result);
  if (!parsed.success) return failure(firstIssue(parsed.error, 'result'));
  const { username, email, consumerParams } = parsed.data;
  return success({ username, email: email ?? '', consumerParams: consumerParams ?? null });
}

/** An address is shown as it is, but never with characters that would disguise it. */
function cleanUri(uri: string): string {
  return sanitiseServiceText(uri, MAX_ADDRESS).replace(/[\s\p{Cf}]/gu, '');
}

/** The path of the member at fault in an invalid answer. */
export function firstIssue(error: z.core.$ZodError, root: string): string {
  const path = error.issues[0]?.path ?? [];
  return [root, ...path.map(String)].join('.').slice(0, 80);
}
