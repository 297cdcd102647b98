import { z } from 'zod';
import { isJsonObject } from '../basics/json.ts';
import type { AnswerPlan } from './plans.ts';
import { defineKind } from './kind.ts';
import type { Effect, FaultKind } from './kind.ts';

type AnswerChange = Extract<Effect, { type: 'answer' }>;

const milliseconds = z.number().int().min(0).max(600_000);
const httpStatus = z.number().int().min(200).max(599);
const headers = z.record(z.string().regex(/^[\w-]+$/, 'must be a header name'), z.string());
const bytes = z
  .number()
  .int()
  .min(1)
  .max(16 * 1024 * 1024);
/** Whether the request is carried out although its answer is lost or replaced. */
const process = z.boolean().default(false);
const json = z.json();

/** Changes the genuine answer; the request is carried out. */
function changes(apply: (plan: AnswerPlan) => void): AnswerChange {
  return { type: 'answer', replaces: false, skipsProcessing: false, apply };
}

/** Takes the place of the genuine answer. */
function replaces(
  parameters: { process: boolean },
  apply: (plan: AnswerPlan) => void,
): AnswerChange {
  return { type: 'answer', replaces: true, skipsProcessing: !parameters.process, apply };
}

function setBody(plan: AnswerPlan, body: string | Buffer, contentType: string): void {
  plan.raw = body;
  plan.headers['content-type'] = contentType;
  plan.signature = 'none';
}

/** The faults that any HTTP answer can have: of an API path, and of the realtime handshake. */
export const transportKinds: Readonly<Record<string, FaultKind>> = {
  /** The request is carried out at once, its answer comes late. */
  delay: defineKind('answer', z.strictObject({ milliseconds }), (parameters) =>
    changes((plan) => {
      plan.delayMs += parameters.milliseconds;
    }),
  ),
  /** The answer never comes, or stops after its headers. */
  hang: defineKind(
    'answer',
    z.strictObject({
      process,
      when: z.enum(['before-answer', 'after-headers']).default('before-answer'),
    }),
    (parameters) =>
      replaces(parameters, (plan) => {
        plan.ending = `hang-${parameters.when}`;
      }),
  ),
  /** The connection is reset. */
  reset: defineKind(
    'answer',
    z.strictObject({
      process,
      when: z.enum(['before-answer', 'after-headers', 'in-body']).default('before-answer'),
    }),
    (parameters) =>
      replaces(parameters, (plan) => {
        plan.ending = `reset-${parameters.when}`;
      }),
  ),
  /** Any HTTP status, body and headers. A JSON body that is not text is serialised. */
  status: defineKind(
    'answer',
    z.strictObject({
      process,
      status: httpStatus,
      body: json.optional(),
      headers: headers.default({}),
    }),
    (parameters) =>
      replaces(parameters, (plan) => {
        const { body = '' } = parameters;
        plan.status = parameters.status;
        if (typeof body === 'string') setBody(plan, body, 'text/plain; charset=utf-8');
        else setBody(plan, JSON.stringify(body), 'application/json');
        mergeHeaders(plan, parameters.headers);
      }),
  ),
  /** A page instead of JSON, as a captive portal answers. */
  html: defineKind(
    'answer',
    z.strictObject({
      process,
      status: httpStatus.default(200),
      html: z
        .string()
        .default('<!doctype html><title>Sign in to the network</title><h1>Welcome</h1>'),
    }),
    (parameters) =>
      replaces(parameters, (plan) => {
        plan.status = parameters.status;
        setBody(plan, parameters.html, 'text/html; charset=utf-8');
      }),
  ),
  /** Bytes that are neither JSON nor UTF-8, called JSON. */
  garbage: defineKind(
    'answer',
    z.strictObject({ process, bytes: bytes.default(512) }),
    (parameters) =>
      replaces(parameters, (plan) => {
        const noise = Buffer.from(
          Array.from({ length: parameters.bytes }, (_, index) => (index * 167 + 193) & 255),
        );
        setBody(plan, noise, 'application/json');
      }),
  ),
  /** A well-formed, signed success of this many bytes or a little more. */
  oversize: defineKind(
    'answer',
    z.strictObject({ process, bytes: bytes.default(1_048_577) }),
    (parameters) =>
      replaces(parameters, (plan) => {
        const padding = 'x'.repeat(parameters.bytes);
        setBody(plan, JSON.stringify({ status: 'OK', result: { padding } }), 'application/json');
        plan.signature = 'right';
      }),
  ),
};

/** The faults that only answers of the API can have. */
export const apiKinds: Readonly<Record<string, FaultKind>> = {
  ...transportKinds,
  /** The genuine JSON, cut off; the signature is right for the rest. */
  'truncated-json': defineKind(
    'answer',
    z.strictObject({ keepBytes: bytes.optional() }),
    (parameters) =>
      changes((plan) => {
        const whole = JSON.stringify(plan.envelope);
        plan.raw = whole.slice(0, parameters.keepBytes ?? Math.floor(whole.length / 2));
      }),
  ),
  /** A signature of the right shape, made with another key. */
  'wrong-signature': defineKind('answer', z.strictObject({}), () =>
    changes((plan) => {
      plan.signature = 'wrong';
    }),
  ),
  /** No signature at all. */
  'missing-signature': defineKind('answer', z.strictObject({}), () =>
    changes((plan) => {
      plan.signature = 'none';
    }),
  ),
  /** Headers added to the genuine answer, or instead of its own: a `Date`, a `Retry-After`. */
  headers: defineKind('answer', z.strictObject({ headers }), (parameters) =>
    changes((plan) => {
      mergeHeaders(plan, parameters.headers);
    }),
  ),
  /** Any exception; codes and messages as given. */
  exception: defineKind(
    'answer',
    z.strictObject({
      process,
      exception: z.string(),
      code: json.default(400),
      errorMessage: json.default('The request was refused.'),
      details: json.default(null),
      name: z.string().optional(),
      status: httpStatus.default(400),
      headers: headers.default({}),
    }),
    ({ exception, code, errorMessage, details, name, ...parameters }) =>
      replaces(parameters, (plan) => {
        const result = {
          exception,
          code,
          errorMessage,
          details,
          ...(name === undefined ? {} : { name }),
        };
        plan.envelope = { status: 'ERROR', code: 400, result };
        plan.raw = null;
        plan.status = parameters.status;
        plan.signature = 'none';
        mergeHeaders(plan, parameters.headers);
      }),
  ),
  /**
   * Other JSON: `result` takes the place of the result, `merge` is laid over it, `envelope`
   * replaces all.
   */
  body: defineKind(
    'answer',
    z
      .strictObject({ result: json, merge: z.record(z.string(), json), envelope: json })
      .partial()
      .refine(
        (given) => Object.keys(given).length === 1,
        'give exactly one of result, merge, envelope',
      ),
    (parameters) =>
      changes((plan) => {
        plan.envelope = changedEnvelope(plan.envelope, parameters);
        plan.raw = 'envelope' in parameters ? JSON.stringify(parameters.envelope) : null;
      }),
  ),
  /** The credentials of another person. */
  'other-username': defineKind(
    'answer',
    z.strictObject({ value: z.string().default('mallory') }),
    (parameters) =>
      changes((plan) => {
        plan.envelope = changedEnvelope(plan.envelope, { merge: { username: parameters.value } });
      }),
    ['/api/transaction/credentials'],
  ),
  /**
   * Places the event relative to the answer: negative before it, zero just before it, positive
   * after it. On methodSSH the person acts at that moment; on the two confirmations their own event
   * is moved.
   */
  'event-timing': defineKind(
    'answer',
    z.strictObject({
      offsetMilliseconds: z.number().int().min(-600_000).max(600_000),
      act: z.enum(['approve', 'deny']).default('approve'),
    }),
    ({ offsetMilliseconds: offsetMs, act }) =>
      changes((plan) => {
        plan.eventTiming = { offsetMs, act };
      }),
    [
      '/api/transaction/methodSSH',
      '/api/transaction/confirmCode',
      '/api/transaction/confirmSecurityKeySSH',
    ],
  ),
};

function mergeHeaders(plan: AnswerPlan, added: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(added)) plan.headers[name.toLowerCase()] = value;
}

function changedEnvelope(
  envelope: AnswerPlan['envelope'],
  change: { result?: unknown; merge?: Record<string, unknown> | undefined },
): AnswerPlan['envelope'] {
  if (change.merge !== undefined) {
    const { result } = envelope;
    return isJsonObject(result)
      ? { ...envelope, result: { ...result, ...change.merge } }
      : envelope;
  }
  return 'result' in change ? { ...envelope, result: change.result } : envelope;
}
