import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Timers } from '../basics/timers.ts';
import type { FaultTable } from '../faults/fault-table.ts';
import type { AnswerPlan } from '../faults/plans.ts';
import { act } from '../service/acts.ts';
import type { EndpointResult } from '../service/endpoints/endpoint.ts';
import { endpoints } from '../service/endpoints/table.ts';
import type { ApiPath } from '../service/endpoints/table.ts';
import { inspect, usernameOf } from '../service/inspect.ts';
import type { Announcement, Service } from '../service/service.ts';
import type { LogEntry, RequestLog } from './request-log.ts';
import { genuinePlan, readBody, sendJson, sendPlan } from './send.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;
/** `code` of the envelope and HTTP status of every error (specification 7.3, emulator/README.md). */
const ERROR_STATUS = 400;

export type ApiParts = Readonly<{
  service: Service;
  faults: FaultTable;
  log: RequestLog;
  timers: Timers;
  /** Of the emulator's clock: when events come. */
  eventTimers: Timers;
  /** Reports to whoever runs the emulator what the wire does not carry. */
  notice: (text: string) => void;
  /** Sends an event to the connector of its transaction. */
  announce: (announcement: Announcement) => void;
}>;

/** Answers one request to the API: judged strictly, then changed by the faults that are set for it. */
export async function handleApi(
  parts: ApiParts,
  path: ApiPath,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { service, faults, log, timers } = parts;
  const body = await readBody(request, BODY_LIMIT_BYTES);
  if (body === null) {
    response.setHeader('connection', 'close');
    sendJson(response, 413, {
      error: { code: 'body-too-large', message: 'The request body is too large.' },
    });
    return;
  }
  const signature = headerOf(request, service.signature.header);
  const inspection = inspect(service, path, { httpMethod: request.method ?? '', body, signature });
  const username = usernameOf(service, inspection.fields);
  const appliedFaults = faults.take('answer', { path, username });
  const entry: LogEntry = {
    at: service.clock.now(),
    path,
    ...(username === null ? {} : { username }),
    body: inspection.logBody,
    signatureValid: inspection.signatureValid,
    status: 0,
    ...(inspection.signatureProblem === null
      ? {}
      : { signatureProblem: inspection.signatureProblem }),
    ...(appliedFaults.length === 0 ? {} : { faults: appliedFaults.map((fault) => fault.kind) }),
  };
  log.add(entry);
  if (inspection.signatureProblem !== null) parts.notice(`${path}: ${inspection.signatureProblem}`);

  const isSkipped = appliedFaults.some((fault) => fault.effect.skipsProcessing);
  const result = isSkipped ? null : judge(service, path, inspection);
  if (path === '/api/transaction/init' && username !== null && result?.ok === true)
    noticeStranger(parts, username);
  const plan = planOf(service, result);
  plan.delayMs = username === null ? 0 : (service.directory.find(username)?.delayMilliseconds ?? 0);
  for (const { effect } of appliedFaults) effect.apply(plan);

  const { sendBeforeAnswer, sendAfterAnswer } = scheduleEvents(
    parts,
    plan,
    result,
    inspection.fields['tid'],
  );
  sendBeforeAnswer();
  await timers.wait(plan.delayMs + Math.max(0, -(plan.eventTiming?.offsetMs ?? 0)));
  if (plan.ending === 'complete') {
    entry.status = plan.status;
    const exception = (plan.raw === null ? plan.envelope['result'] : null) as {
      exception?: unknown;
    } | null;
    if (typeof exception?.exception === 'string') entry.exception = exception.exception;
    // Not "finish": a client that has gone away does not undo an accepted request.
    response.once('close', sendAfterAnswer);
    if (response.destroyed || response.closed) sendAfterAnswer();
  } else {
    sendAfterAnswer();
  }
  sendPlan(response, plan, service.signature, timers);
}

function judge(
  service: Service,
  path: ApiPath,
  inspection: ReturnType<typeof inspect>,
): EndpointResult {
  if (inspection.refusal !== null) return { ok: false, error: inspection.refusal };
  return endpoints[path](service, inspection.fields);
}

/** Reports a mistyped name, which looks like a refusal on the wire. */
function noticeStranger({ service, notice }: ApiParts, username: string): void {
  if (service.directory.isKnown(username)) return;
  const name = JSON.stringify(username);
  notice(
    `/api/transaction/init: there is no user ${name}, so the login is denied. ` +
      "With --unknown-users pending every name is a user's.",
  );
}

/**
 * The genuine answer: the envelope of specification 2. Success is signed, errors never are
 * (docs/wire.md 1.4).
 */
function planOf(service: Service, result: EndpointResult | null): AnswerPlan {
  if (result === null) return genuinePlan({ status: 'OK' }, 200, false);
  if (!result.ok) {
    return genuinePlan(
      { status: 'ERROR', code: ERROR_STATUS, result: result.error },
      ERROR_STATUS,
      false,
    );
  }
  const { result: value } = result.value;
  const envelope = value === undefined ? { status: 'OK' } : { status: 'OK', result: value };
  return genuinePlan(envelope, 200, service.options.signResponses);
}

/**
 * When the event of this request is sent: normally right after the answer, or when a fault wants
 * it.
 */
function scheduleEvents(
  parts: ApiParts,
  plan: AnswerPlan,
  result: EndpointResult | null,
  tid: unknown,
): { sendBeforeAnswer: () => void; sendAfterAnswer: () => void } {
  const nothing = (): void => undefined;
  const announcement = result?.ok === true ? result.value.announcement : undefined;
  const send = once(() => {
    if (announcement !== undefined) {
      parts.announce(announcement);
      return;
    }
    if (plan.eventTiming === null || result?.ok !== true || typeof tid !== 'string') return;
    const done = act(parts.service, tid, plan.eventTiming.act);
    if (done.ok) parts.announce(done.value.announcement);
  });
  const offset = plan.eventTiming?.offsetMs;
  if (offset === undefined)
    return {
      sendBeforeAnswer: nothing,
      sendAfterAnswer: announcement === undefined ? nothing : send,
    };
  if (offset <= 0) return { sendBeforeAnswer: send, sendAfterAnswer: nothing };
  return {
    sendBeforeAnswer: nothing,
    sendAfterAnswer: () => parts.eventTimers.after(offset, send),
  };
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}

/** A header of the request, its name compared without case. */
function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name.toLowerCase()];
  return Array.isArray(value) ? value[0] : value;
}
