import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { describeIssue } from '../basics/describe.ts';
import { parseJson } from '../basics/json.ts';
import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { FaultTable } from '../faults/fault-table.ts';
import type { RealtimeHub } from '../realtime/hub.ts';
import type { Delivery } from '../service/outbox.ts';
import { peopleSchema } from '../service/people.ts';
import type { Service } from '../service/service.ts';
import type { ActProblem } from '../service/acts.ts';
import type { ActTarget, Waiting, WaitOptions, WaitProblem } from '../waiting.ts';
import type { RequestLog } from './request-log.ts';
import { checkContentType } from './safety.ts';
import { readBody, sendJson } from './send.ts';
import { version } from '../version.ts';

export type ControlParts = Readonly<{
  service: Service;
  faults: FaultTable;
  log: RequestLog;
  hub: RealtimeHub;
  waiting: Waiting;
  /** Everything as at the start, or what is one person's. */
  reset: (username?: string) => void;
  /** Moves the emulator's clock on. */
  advance: (seconds: number) => void;
}>;

/** A request of the control API that cannot be done; the answer is `{error: {code, message, key?}}`. */
type ControlProblem = Readonly<{
  status: number;
  code: string;
  message: string;
  key?: string;
}>;

type ControlCall = Readonly<{
  /** The named parts of the path. */
  names: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
  /** The client went away. */
  signal: AbortSignal;
}>;

type ControlResult = Result<unknown, ControlProblem>;
type ControlHandler = (
  parts: ControlParts,
  call: ControlCall,
) => ControlResult | Promise<ControlResult>;

type ControlRoute = Readonly<{
  method: 'GET' | 'POST' | 'DELETE';
  pattern: RegExp;
  /** The names of its query parameters. */
  query: readonly string[];
  handle: ControlHandler;
}>;

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Longer than any test; a number of seconds that is not meant as one is found. */
const waitSeconds = z.number().min(0).max(3600).default(0);
const actSchema = z.strictObject({ id: z.string().min(1).optional(), waitSeconds });
const personActSchema = z.strictObject({ waitSeconds });
/** A hundred years. */
const clockSchema = z.strictObject({ advanceSeconds: z.number().positive().max(3_155_760_000) });
const emptySchema = z.strictObject({});

/** Answers everybody, whatever token is asked for elsewhere. */
export const HEALTH_PATH = '/emulator/health';

/** The control API (emulator/README.md). */
const ROUTES: readonly ControlRoute[] = [
  route(
    'GET',
    '/emulator/outbox',
    async ({ service, waiting }, { query, signal }) => {
      const named = namedIn(service, query);
      if (!named.ok) return named;
      const seconds = check(waitSeconds, numberOf(query.get('waitSeconds')), 'waitSeconds');
      if (!seconds.ok) return seconds;
      const after = query.get('after');
      if (after !== null && service.outbox.find(after) === undefined) {
        const message = `There is no delivery ${after}; "after" takes the id of one.`;
        return failure({ status: 400, code: 'invalid-query', key: 'after', message });
      }
      const username = named.value ?? null;
      const found = await waiting.deliveries(
        { username, after },
        { seconds: seconds.value, signal },
      );
      return found.ok
        ? success(found.value.map(viewDelivery))
        : failure({ status: statusOf(found.error.code), ...found.error });
    },
    ['username', 'after', 'waitSeconds'],
  ),
  route('POST', '/emulator/users', ({ service }, { body }) => {
    const isOne = !Array.isArray(body);
    const parsed = peopleSchema.safeParse(isOne ? [body] : body);
    if (!parsed.success) {
      const { key, reason } = describeIssue(parsed.error);
      const shownKey = isOne ? key.replace(/^\[0\]\.?/, '') : key;
      return failure({ status: 400, code: 'invalid-body', key: shownKey, message: reason });
    }
    const users = parsed.data.map((person) => service.directory.add(person).username);
    service.changed.emit();
    return success({ users });
  }),
  route('GET', '/emulator/users/{username}', ({ service }, { names }) => {
    const username = names['username'] ?? '';
    const member = service.directory.resolve(username);
    if (member === undefined) return failure(unknownUser(username));
    const { authenticator, bypassCodes, hardwareKey } = member;
    const totp = authenticator.acceptable();
    return success({ totp, bypassCodes: bypassCodes.available(), yotp: hardwareKey.press() });
  }),
  route('GET', '/emulator/transactions/{tid}', ({ service, hub }, { names }) => {
    const transaction = service.transactions.find(names['tid'] ?? '');
    if (transaction === undefined) return failure(unknownTransaction(names['tid'] ?? ''));
    const { tid, member, status, phase, selection, wrongCodes } = transaction;
    const method = selection?.method ?? null;
    const listeners = hub.listenerCount(tid);
    const unsubscribed = hub.unsubscribedCount();
    return success({
      tid,
      username: member.username,
      status,
      phase,
      method,
      wrongCodes,
      listeners,
      unsubscribed,
    });
  }),
  ...(['approve', 'deny'] as const).flatMap((kind) => [
    route('POST', `/emulator/transactions/{tid}/${kind}`, (parts, { names, body, signal }) => {
      const checked = check(actSchema, body);
      if (!checked.ok) return checked;
      const { id: deliveryId, waitSeconds: seconds } = checked.value;
      return perform(parts, { tid: names['tid'] ?? '', deliveryId }, kind, { seconds, signal });
    }),
    route('POST', `/emulator/users/{username}/${kind}`, (parts, { names, body, signal }) => {
      const checked = check(personActSchema, body);
      if (!checked.ok) return checked;
      const member = parts.service.directory.resolve(names['username'] ?? '');
      if (member === undefined) return failure(unknownUser(names['username'] ?? ''));
      const seconds = checked.value.waitSeconds;
      return perform(parts, { username: member.username }, kind, { seconds, signal });
    }),
  ]),
  route('POST', '/emulator/transactions/{tid}/expire', ({ service }, { names, body }) => {
    const checked = check(emptySchema, body);
    if (!checked.ok) return checked;
    const transaction = service.transactions.find(names['tid'] ?? '');
    if (transaction === undefined) return failure(unknownTransaction(names['tid'] ?? ''));
    if (transaction.phase === 'finished') {
      const message = `Transaction ${transaction.tid} is finished.`;
      return failure({ status: 409, code: 'transaction-finished', message });
    }
    service.transactions.expire(transaction);
    service.changed.emit();
    return success({ tid: transaction.tid, phase: transaction.phase });
  }),
  route(
    'GET',
    '/emulator/log',
    ({ service, log }, { query }) => {
      const named = namedIn(service, query);
      if (!named.ok) return named;
      return success(named.value === undefined ? log.all() : log.ofUser(named.value));
    },
    ['username'],
  ),
  route('GET', HEALTH_PATH, () => success({ status: 'ok', version })),
  route('GET', '/emulator/clock', ({ service }) => success({ now: service.clock.now() })),
  route('POST', '/emulator/clock', ({ service, advance }, { body }) => {
    const checked = check(clockSchema, body);
    if (!checked.ok) return checked;
    advance(checked.value.advanceSeconds);
    return success({ now: service.clock.now() });
  }),
  route('GET', '/emulator/faults', ({ faults }) => success(faults.list())),
  route('POST', '/emulator/faults', ({ faults }, { body }) => {
    const added = faults.add(body);
    return added.ok ? success({ faults: added.value }) : failure({ status: 400, ...added.error });
  }),
  route(
    'DELETE',
    '/emulator/faults',
    ({ service, faults }, { query }) => {
      const named = namedIn(service, query);
      return named.ok ? success({ removed: faults.clear(named.value) }) : named;
    },
    ['username'],
  ),
  route('DELETE', '/emulator/faults/{id}', ({ faults }, { names }) => {
    const { id = '' } = names;
    if (faults.remove(Number(id))) return success({ removed: 1 });
    return failure({ status: 404, code: 'unknown-fault', message: `There is no fault ${id}.` });
  }),
  route(
    'POST',
    '/emulator/reset',
    ({ service, reset }, { query, body }) => {
      const checked = check(emptySchema, body);
      if (!checked.ok) return checked;
      const named = namedIn(service, query);
      if (!named.ok) return named;
      reset(named.value);
      return success({ reset: true });
    },
    ['username'],
  ),
];

/** Answers one request below `/emulator/`. */
export async function handleControl(
  parts: ControlParts,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const leaving = new AbortController();
  response.once('close', () => leaving.abort());
  const result = await answer(parts, url, request, leaving.signal);
  if (response.destroyed) return;
  if (result.ok) {
    sendJson(response, 200, result.value);
    return;
  }
  const { status, ...error } = result.error;
  if (status === 413) response.setHeader('connection', 'close');
  sendJson(response, status, { error });
}

async function answer(
  parts: ControlParts,
  url: URL,
  request: IncomingMessage,
  signal: AbortSignal,
): Promise<ControlResult> {
  const matching = ROUTES.filter(({ pattern }) => pattern.test(url.pathname));
  const found = matching.find(({ method }) => method === request.method);
  if (found === undefined) {
    const allowed = matching.map(({ method }) => method).join(', ');
    return failure(
      matching.length === 0
        ? { status: 404, code: 'not-found', message: `There is no ${url.pathname}.` }
        : { status: 405, code: 'wrong-http-method', message: `${url.pathname} takes ${allowed}.` },
    );
  }
  const strange = [...url.searchParams.keys()].find((name) => !found.query.includes(name));
  if (strange !== undefined) {
    const takes = found.query.length === 0 ? 'no query' : found.query.join(', ');
    const message = `Unknown query parameter "${strange}"; ${url.pathname} takes ${takes}.`;
    return failure({ status: 400, code: 'invalid-query', key: strange, message });
  }
  const names = decodeNames(found.pattern.exec(url.pathname)?.groups ?? {});
  if (names === null) {
    return failure({
      status: 400,
      code: 'invalid-path',
      message: 'The path is not well percent-encoded.',
    });
  }
  const bytes = await readBody(request, BODY_LIMIT_BYTES);
  if (bytes === null)
    return failure({ status: 413, code: 'body-too-large', message: 'The body is too large.' });
  if (found.method !== 'GET') {
    const refusal = checkContentType(request, bytes.length > 0);
    if (refusal !== null) return failure(refusal);
  }
  // An empty control body counts as {} (emulator/README.md).
  const body = bytes.length === 0 ? {} : parseJson(bytes.toString('utf8'));
  if (body === undefined)
    return failure({ status: 400, code: 'invalid-json', message: 'The body is not JSON.' });
  return found.handle(parts, { names, query: url.searchParams, body, signal });
}

async function perform(
  { waiting }: ControlParts,
  target: ActTarget,
  kind: 'approve' | 'deny',
  options: WaitOptions,
): Promise<ControlResult> {
  const done = await waiting.act(target, kind, options);
  if (!done.ok) return failure({ status: statusOf(done.error.code), ...done.error });
  const { delivery, announcement, receivers, reason } = done.value;
  return success({
    tid: delivery.tid,
    id: delivery.id,
    method: delivery.method,
    event: announcement.eventName,
    receivers,
    ...(reason === null ? {} : { reason }),
  });
}

function statusOf(code: (ActProblem | WaitProblem)['code']): number {
  if (code === 'timed-out') return 408;
  if (code === 'stopped') return 503;
  return code.startsWith('unknown') ? 404 : 409;
}

/** The public part of a delivery (emulator/README.md). */
function viewDelivery(delivery: Delivery): Partial<Delivery> {
  const { id, at, tid, username, method, kind, state, ...rest } = delivery;
  const { code, link, qrText, phoneNumber } = rest;
  const optional = Object.entries({ code, link, qrText, phoneNumber }).filter(
    ([, value]) => value !== undefined,
  );
  return { id, at, tid, username, method, kind, state, ...Object.fromEntries(optional) };
}

/** @param query the names of the query parameters that it takes */
function route(
  method: ControlRoute['method'],
  path: string,
  handle: ControlHandler,
  query: readonly string[] = [],
): ControlRoute {
  const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { method, pattern: new RegExp(`^${pattern}$`), query, handle };
}

/** @param parameter the name in the query, for a value that does not come from the body */
function check<Value>(
  schema: z.ZodType<Value>,
  value: unknown,
  parameter?: string,
): Result<Value, ControlProblem> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return success(parsed.data);
  const { key, reason } = describeIssue(parsed.error);
  return parameter === undefined
    ? failure({ status: 400, code: 'invalid-body', key, message: reason })
    : failure({ status: 400, code: 'invalid-query', key: parameter, message: reason });
}

/** The number of a query parameter; its text where it is none, undefined where it is absent. */
function numberOf(text: string | null): number | string | undefined {
  if (text === null) return undefined;
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

/** The person whom a query names, as the directory spells them; undefined where it names nobody. */
function namedIn(
  service: Service,
  query: URLSearchParams,
): Result<string | undefined, ControlProblem> {
  const given = query.get('username');
  if (given === null) return success(undefined);
  const member = service.directory.resolve(given);
  return member === undefined ? failure(unknownUser(given)) : success(member.username);
}

function decodeNames(groups: Readonly<Record<string, string>>): Record<string, string> | null {
  try {
    return Object.fromEntries(
      Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
  } catch {
    return null;
  }
}

function unknownUser(username: string): ControlProblem {
  return { status: 404, code: 'unknown-user', message: `There is no user "${username}".` };
}

function unknownTransaction(tid: string): ControlProblem {
  return { status: 404, code: 'unknown-transaction', message: `There is no transaction ${tid}.` };
}
