import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Timers } from '../basics/timers.ts';
import type { AnswerPlan } from '../faults/plans.ts';
import { sign } from '../service/signature.ts';
import type { SignatureSettings } from '../service/signature.ts';
import { cutConnection } from './cut.ts';

/** How long a connection that is to be reset after its headers stays up, so that they arrive first. */
const RESET_GRACE_MS = 25;

/** A genuine answer, before any fault. */
export function genuinePlan(
  envelope: AnswerPlan['envelope'],
  status: number,
  isSigned: boolean,
): AnswerPlan {
  return {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    envelope,
    raw: null,
    signature: isSigned ? 'right' : 'none',
    ending: 'complete',
    delayMs: 0,
    eventTiming: null,
  };
}

/** Sends the answer as planned, or as much of it as its ending allows. */
export function sendPlan(
  response: ServerResponse,
  plan: AnswerPlan,
  signature: SignatureSettings,
  timers: Timers,
): void {
  const body = Buffer.from(plan.raw ?? JSON.stringify(plan.envelope));
  const { socket } = response;
  if (plan.ending === 'hang-before-answer' || socket === null) return;
  if (plan.ending === 'reset-before-answer') {
    cutConnection(socket);
    return;
  }
  const headers = { ...plan.headers };
  if (plan.signature !== 'none') {
    const secretKey =
      plan.signature === 'right' ? signature.secretKey : `not ${signature.secretKey}`;
    headers[signature.header] = sign({ ...signature, secretKey }, body);
  }
  const mayHaveBody = plan.status !== 204 && plan.status !== 304;
  response.writeHead(
    plan.status,
    mayHaveBody ? { ...headers, 'content-length': String(body.length) } : headers,
  );
  if (plan.ending === 'complete') {
    response.end(mayHaveBody ? body : undefined);
    return;
  }
  response.flushHeaders();
  if (plan.ending === 'hang-after-headers') return;
  if (plan.ending === 'reset-in-body') response.write(body.subarray(0, Math.ceil(body.length / 2)));
  timers.after(RESET_GRACE_MS, () => cutConnection(socket));
}

/** The answer to an upgrade request, for which there is no `ServerResponse`. */
export function sendPlanToSocket(socket: Duplex, plan: AnswerPlan): void {
  if (plan.ending === 'hang-before-answer') return;
  if (plan.ending.startsWith('reset')) {
    cutConnection(socket);
    return;
  }
  const body = Buffer.from(plan.raw ?? '');
  const headers = { ...plan.headers, 'content-length': String(body.length), connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${String(plan.status)} Fault\r\n${lines.join('')}\r\n`);
  if (plan.ending === 'hang-after-headers') return;
  socket.end(body);
}

/** The whole request body, or null when it is larger than `limitBytes` or the client went away. */
export async function readBody(
  request: IncomingMessage,
  limitBytes: number,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      const bytes = chunk as Buffer;
      length += bytes.length;
      if (length > limitBytes) return null;
      chunks.push(bytes);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

/** A plain JSON answer of the control API and of the server itself. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(JSON.stringify(value));
}
