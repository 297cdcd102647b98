import type { IncomingMessage, ServerResponse } from 'node:http';
import { z } from 'zod';
import { describeIssue } from '../basics/describe.ts';
import { parseJson } from '../basics/json.ts';
import { failure, success } from '../../shared/result.ts';
import type { Result } from '../../shared/result.ts';
import type { FaultTable } from '../faults/fault-table.ts';
import type { RealtimeHub } from '../realtime/hub.ts';
import { act } from '../service/acts.ts';
import type { Delivery } from '../service/outbox.ts';
import type { Service } from '../service/service.ts';
import type { RequestLog } from './request-log.ts';
import { checkContentType } from './safety.ts';
import { readBody, sendJson } from './send.ts';

export interface ControlParts {
  readonly service: Service;
  readonly faults: FaultTable;
  readonly log: RequestLog;
  readonly hub: RealtimeHub;
  /** Everything as at the start. */
  readonly reset: () => void;
}

/** A request of the control API that cannot be done; the answer is `{error: {code, message, key?}}`. */
interface ControlProblem {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly key?: string;
}

interface ControlCall {
  /** The named parts of the path. */
  readonly names: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

type ControlHandler = (parts: ControlParts, call: ControlCall) => Result<unknown, ControlProblem>;

interface ControlRoute {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly pattern: RegExp;
  readonly handle: ControlHandler;
}

const bodyLimitBytes = 1024 * 1024;
const actSchema = z.strictObject({ id: z.string().min(1).optional() });
const emptySchema = z.strictObject({});

/** The control API (emulator/README.md). */
const routes: readonly ControlRoute[] = [
  route('GET', '/emulator/outbox', ({ service }, { query }) => {
    const username = query.get('username');
    if (username === null) return success(service.outbox.all().map(viewDelivery));
    const member = service.directory.find(username);
    if (member === undefined) return failure(unknownUser(username));
    return success(service.outbox.ofUser(member.username).map(viewDelivery));
  }),
  route('GET', '/emulator/users/{username}', ({ service }, { names }) => {
    const username = names['username'] ?? '';
    const member = service.directory.find(username);
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
  route('POST', '/emulator/transactions/{tid}/approve', (parts, call) =>
    perform(parts, call, 'approve'),
  ),
  route('POST', '/emulator/transactions/{tid}/deny', (parts, call) => perform(parts, call, 'deny')),
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
  route('GET', '/emulator/log', ({ log }) => success(log.all())),
  route('GET', '/emulator/faults', ({ faults }) => success(faults.list())),
  route('POST', '/emulator/faults', ({ faults }, { body }) => {
    const added = faults.add(body);
    return added.ok ? success({ faults: added.value }) : failure({ status: 400, ...added.error });
  }),
  route('DELETE', '/emulator/faults', ({ faults }) => success({ removed: faults.clear() })),
  route('POST', '/emulator/reset', ({ reset }, { body }) => {
    const checked = check(emptySchema, body);
    if (!checked.ok) return checked;
    reset();
    return success({ reset: true });
  }),
];

/** Answers one request below `/emulator/`. */
export async function handleControl(
  parts: ControlParts,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const result = await answer(parts, url, request);
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
): Promise<Result<unknown, ControlProblem>> {
  const matching = routes.filter(({ pattern }) => pattern.test(url.pathname));
  const found = matching.find(({ method }) => method === request.method);
  if (found === undefined) {
    const allowed = matching.map(({ method }) => method).join(', ');
    return failure(
      matching.length === 0
        ? { status: 404, code: 'not-found', message: `There is no ${url.pathname}.` }
        : { status: 405, code: 'wrong-http-method', message: `${url.pathname} takes ${allowed}.` },
    );
  }
  const names = decodeNames(found.pattern.exec(url.pathname)?.groups ?? {});
  if (names === null) {
    return failure({
      status: 400,
      code: 'invalid-path',
      message: 'The path is not well percent-encoded.',
    });
  }
  const bytes = await readBody(request, bodyLimitBytes);
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
  return found.handle(parts, { names, query: url.searchParams, body });
}

function perform(
  { service, hub }: ControlParts,
  { names, body }: ControlCall,
  kind: 'approve' | 'deny',
): Result<unknown, ControlProblem> {
  const checked = check(actSchema, body);
  if (!checked.ok) return checked;
  const done = act(service, names['tid'] ?? '', kind, checked.value.id);
  if (!done.ok)
    return failure({ status: done.error.code.startsWith('unknown') ? 404 : 409, ...done.error });
  const { delivery, announcement } = done.value;
  // Before the event: afterwards the same sockets may be gone.
  const unheard = hub.whyUnheard(delivery.tid);
  const receivers = hub.announce(announcement);
  const reason = unheard ?? 'A fault keeps the event back.';
  return success({
    tid: delivery.tid,
    id: delivery.id,
    method: delivery.method,
    event: announcement.eventName,
    receivers,
    ...(receivers > 0 ? {} : { reason }),
  });
}

/** The public part of a delivery (emulator/README.md). */
function viewDelivery(delivery: Delivery): Partial<Delivery> {
  const { id, tid, username, method, kind, ...rest } = delivery;
  const { code, link, qrText, phoneNumber } = rest;
  const optional = Object.entries({ code, link, qrText, phoneNumber }).filter(
    ([, value]) => value !== undefined,
  );
  return { id, tid, username, method, kind, ...Object.fromEntries(optional) };
}

function route(method: ControlRoute['method'], path: string, handle: ControlHandler): ControlRoute {
  const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { method, pattern: new RegExp(`^${pattern}$`), handle };
}

function check<Value>(schema: z.ZodType<Value>, body: unknown): Result<Value, ControlProblem> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return success(parsed.data);
  const { key, reason } = describeIssue(parsed.error);
  return failure({ status: 400, code: 'invalid-body', key, message: reason });
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
