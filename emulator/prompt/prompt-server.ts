import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Timers } from '../basics/timers.ts';
import type { FaultTable } from '../faults/fault-table.ts';
import type { AnswerPlan } from '../faults/plans.ts';
import { pageHeaders } from '../http/pages.ts';
import { genuinePlan, readBody, sendJson, sendPlan } from '../http/send.ts';
import { chooseHostedMethod, enterHostedCode, leaveHostedMethod } from '../service/hosted-login.ts';
import type { Service } from '../service/service.ts';
import type { Transaction } from '../service/transactions.ts';
import { callbackAddress, CALLBACK_STATES } from './callback-address.ts';
import type { CallbackState } from './callback-address.ts';
import { denyPage, overPage, processPage, refusedPage } from './prompt-html.ts';
import type { PromptProblem } from './prompt-html.ts';

export type PromptParts = Readonly<{
  service: Service;
  faults: FaultTable;
  timers: Timers;
}>;

/**
 * A transaction of the prompt flow: the login takes place on the service's page and ends at a
 * callback address.
 */
type HostedTransaction = Transaction & Readonly<{ callbackUrl: string }>;

const FORM_LIMIT_BYTES = 10_000;
const PAGE_PATTERN = /^\/api\/transaction\/(process|deny)\/([^/]+)(\/answer)?$/;

/**
 * Whether a path belongs to a hosted page. The responses of these pages are for a browser and carry
 * no signature.
 */
export function isPromptPage(path: string): boolean {
  return PAGE_PATTERN.test(path);
}

/** Sends the script of the hosted pages, and 404 for any other path. */
export function handlePromptFile(path: string, response: ServerResponse): void {
  if (path === '/prompt/wait.js') {
    const text = readFileSync(new URL('wait.js', import.meta.url));
    response.writeHead(200, pageHeaders('text/javascript; charset=utf-8')).end(text);
    return;
  }
  sendJson(response, 404, { error: { code: 'not-found', message: `There is no ${path}.` } });
}

/**
 * Handles the hosted pages of the prompt flow (specification 3, 4.2). `process` offers the methods
 * and asks for the input of the chosen method. `deny` shows `Access Denied!`. Each end of the login
 * redirects to the callback address. `process/{tid}/answer` returns the kind of the person's answer
 * on the phone as JSON; null before an answer.
 */
export async function handlePromptPage(
  parts: PromptParts,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { service } = parts;
  const [, page = '', tid = '', question] = PAGE_PATTERN.exec(path) ?? [];
  const transaction = service.transactions.visit(tid);
  const isRightPage =
    transaction !== undefined && (transaction.status === 'pending') === (page === 'process');
  if (!isRightPage || !isHosted(transaction)) {
    sendHtml(response, 404, overPage());
    return;
  }
  if (question !== undefined) {
    sendJson(response, 200, { answer: transaction.answer?.kind ?? null });
    return;
  }
  if (request.method === 'GET') await show(parts, transaction, null, response);
  else if (request.method === 'POST') await perform(parts, transaction, request, response);
  else sendHtml(response, 405, refusedPage());
}

function isHosted(transaction: Transaction): transaction is HostedTransaction {
  return transaction.callbackUrl !== null;
}

/** Handles a submitted form: a pressed button or an entered code. */
async function perform(
  parts: PromptParts,
  transaction: HostedTransaction,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { service } = parts;
  const body = await readBody(request, FORM_LIMIT_BYTES);
  const fields = new URLSearchParams(body?.toString('utf8') ?? '');
  const state = CALLBACK_STATES.find((candidate) => candidate === fields.get('state'));
  if (state !== undefined && state !== 'ok') {
    await leave(parts, transaction, state, null, response);
    return;
  }
  const method = fields.get('method');
  const code = fields.get('code');
  let problem: PromptProblem = null;
  if (transaction.status !== 'pending' || (method === null && code === null)) {
    sendHtml(response, 400, refusedPage());
    return;
  }
  if (method === '') leaveHostedMethod(service, transaction);
  else {
    const step =
      method === null
        ? enterHostedCode(service, transaction, (code ?? '').trim())
        : chooseHostedMethod(service, transaction, method);
    problem = step === 'done' ? null : step;
  }
  if (problem === null && transaction.answer?.kind !== 'confirmed') {
    // Redirect, so that a reload does not send the form again.
    response.writeHead(303, { location: request.url ?? '/', 'cache-control': 'no-store' }).end();
    return;
  }
  await show(parts, transaction, problem, response);
}

/**
 * Sends the page for the current state of a transaction. After a confirmation, redirects to the
 * callback address.
 */
async function show(
  parts: PromptParts,
  transaction: HostedTransaction,
  problem: PromptProblem,
  response: ServerResponse,
): Promise<void> {
  const { service, faults } = parts;
  if (transaction.answer?.kind === 'confirmed') {
    await leave(parts, transaction, 'ok', transaction.answer.token, response);
    return;
  }
  const html =
    transaction.status === 'pending'
      ? processPage(service, transaction, problem)
      : denyPage(service, transaction);
  const plan = genuinePlan({}, problem === null ? 200 : 400, false);
  plan.raw = html;
  plan.headers = pageHeaders('text/html; charset=utf-8', 'anywhere');
  plan.delayMs = transaction.member.delayMilliseconds;
  const { username } = transaction.member;
  for (const { effect } of faults.take('answer', { path: 'prompt', username })) effect.apply(plan);
  await send(parts, plan, response);
}

/** Redirects to the callback address. */
async function leave(
  parts: PromptParts,
  transaction: HostedTransaction,
  state: CallbackState,
  token: string | null,
  response: ServerResponse,
): Promise<void> {
  const { service, faults } = parts;
  const { username } = transaction.member;
  const names = service.options.callbackParameters;
  const plan = genuinePlan({}, 303, false);
  plan.raw = '';
  plan.headers = {
    location: callbackAddress(names, transaction.callbackUrl, state, token),
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  };
  for (const { effect } of faults.take('callback', { path: 'prompt', username })) {
    effect.apply(plan, { names, callbackUrl: transaction.callbackUrl });
  }
  await send(parts, plan, response);
}

async function send(
  { service, timers }: PromptParts,
  plan: AnswerPlan,
  response: ServerResponse,
): Promise<void> {
  await timers.wait(plan.delayMs);
  sendPlan(response, plan, service.signature, timers);
}

function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, pageHeaders('text/html; charset=utf-8')).end(html);
}
