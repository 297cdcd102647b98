import { z } from 'zod';
import { callbackAddress } from '../prompt/callback-address.ts';
import { escapeHtml } from '../http/pages.ts';
import { transportKinds } from './answer-kinds.ts';
import { defineKind } from './kind.ts';
import type { Effect, FaultKind } from './kind.ts';
import type { AnswerPlan } from './plans.ts';

/**
 * The hosted page of a service that is hostile or broken: its attempts on the program that shows
 * it. A page with one of these has no content policy, and keeps the result of the attempt in
 * `window.outcomes`.
 */

type AnswerChange = Extract<Effect, { type: 'answer' }>;
type CallbackChange = Extract<Effect, { type: 'callback' }>;

const address = z.string().min(1);
const afterMilliseconds = z.number().int().min(0).max(600_000).default(0);
const PERMISSIONS = [
  'camera',
  'microphone',
  'screen',
  'geolocation',
  'notifications',
  'clipboard',
] as const;

/** Puts HTML at the end of the page, and lets everything run there. */
function adds(html: string): AnswerChange {
  return {
    type: 'answer',
    replaces: false,
    skipsProcessing: false,
    apply: (plan) => {
      const page = String(plan.raw ?? '');
      plan.raw = page.replace('</main>', () => `${html}</main>`);
      delete plan.headers['content-security-policy'];
    },
  };
}

/** Runs a script at the end of the page. */
function runs(code: string): AnswerChange {
  return adds(`<script>window.outcomes ??= {};\n${code.replaceAll('</', '<\\/')}\n</script>`);
}

/** A value as a JavaScript literal. */
function literal(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function delayScript(ms: number, code: string): string {
  return `setTimeout(() => { ${code} }, ${String(ms)});`;
}

function changesCallback(apply: CallbackChange['apply']): CallbackChange {
  return { type: 'callback', apply };
}

function setCallback(plan: AnswerPlan, location: string): void {
  plan.headers['location'] = location;
}

const pageKinds: Readonly<Record<string, FaultKind>> = {
  /** Leads somewhere else: by the answer itself, by the page, or by a link that a person presses. */
  navigate: defineKind(
    'answer',
    z.strictObject({
      url: address,
      by: z.enum(['redirect', 'script', 'meta', 'link', 'form']).default('redirect'),
      afterMilliseconds,
    }),
    ({ url, by, afterMilliseconds: afterMs }) => {
      if (by === 'script') return runs(delayScript(afterMs, `location.href = ${literal(url)};`));
      if (by === 'link') return adds(`<a id="hostile" href="${escapeHtml(url)}">Go on</a>`);
      if (by === 'meta') {
        return adds(
          `<meta http-equiv="refresh" content="${String(afterMs / 1000)}; url=${escapeHtml(url)}">`,
        );
      }
      if (by === 'form') {
        const form = `<form id="hostile" method="post" action="${escapeHtml(url)}"></form>`;
        return adds(
          `${form}<script>${delayScript(afterMs, 'document.forms.hostile.submit();')}</script>`,
        );
      }
      const apply = (plan: AnswerPlan): void => {
        plan.status = 302;
        plan.raw = '';
        setCallback(plan, url);
      };
      return { type: 'answer', replaces: true, skipsProcessing: false, apply };
    },
  ),
  /** A page of another origin within this one. */
  frame: defineKind('answer', z.strictObject({ url: address }), ({ url }) =>
    adds(`<iframe id="hostile" title="hostile" src="${escapeHtml(url)}"></iframe>`),
  ),
  /** A new window, by script or by a link that a person presses. */
  'pop-up': defineKind(
    'answer',
    z.strictObject({ url: address, by: z.enum(['script', 'link']).default('script') }),
    ({ url, by }) =>
      by === 'link'
        ? adds(`<a id="hostile" target="_blank" href="${escapeHtml(url)}">More about this</a>`)
        : runs(
            `window.outcomes.popUp = window.open(${literal(url)}) === null ? 'refused' : 'opened';`,
          ),
  ),
  /** A file: the answer is one, or the page starts it. */
  download: defineKind(
    'answer',
    z.strictObject({
      by: z.enum(['answer', 'script']).default('script'),
      name: z.string().default('run.sh'),
    }),
    ({ by, name }) => {
      if (by === 'script') {
        return runs(`const link = document.createElement('a');
link.href = URL.createObjectURL(new Blob(['echo hostile']));
link.download = ${literal(name)};
link.click();`);
      }
      const apply = (plan: AnswerPlan): void => {
        plan.raw = 'echo hostile';
        plan.headers['content-type'] = 'application/octet-stream';
        plan.headers['content-disposition'] =
          `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`;
      };
      return { type: 'answer', replaces: true, skipsProcessing: false, apply };
    },
  ),
  /** Dialogs that block everything else until they are answered, one after the other. */
  dialogs: defineKind(
    'answer',
    z.strictObject({
      what: z.enum(['alert', 'confirm', 'prompt', 'print']).default('alert'),
      count: z.number().int().min(1).max(10_000).default(100),
    }),
    ({ what, count }) =>
      runs(`window.outcomes.dialogs = 0;
for (let number = 0; number < ${String(count)}; number += 1) {
  window.${what}('Your computer is at risk. Call us.');
  window.outcomes.dialogs += 1;
}`),
  ),
  /** Wants to be asked before it is left, and says so where it is not. */
  hold: defineKind('answer', z.strictObject({}), () =>
    runs(
      `addEventListener('beforeunload', (event) => { event.preventDefault(); event.returnValue = 'stay'; });`,
    ),
  ),
  /** Closes its own window. */
  close: defineKind(
    'answer',
    z.strictObject({ afterMilliseconds }),
    ({ afterMilliseconds: afterMs }) =>
      runs(delayScript(afterMs, 'window.close(); window.outcomes.close = "still here";')),
  ),
  /** Starts another program by the scheme of an address (`mailto:`, one of its own). */
  protocol: defineKind(
    'answer',
    z.strictObject({
      url: z.string().regex(/^[a-z][a-z\d+.-]*:/i, 'must be an address with a scheme'),
      by: z.enum(['script', 'link', 'frame']).default('script'),
    }),
    ({ url, by }) => {
      if (by === 'script') return runs(`location.href = ${literal(url)};`);
      return adds(
        by === 'link'
          ? `<a id="hostile" href="${escapeHtml(url)}">Write to us</a>`
          : `<iframe title="hostile" src="${escapeHtml(url)}"></iframe>`,
      );
    },
  ),
  /**
   * Asks for permissions that a browser asks the person about; the answers are in
   * `window.outcomes`.
   */
  permissions: defineKind(
    'answer',
    z.strictObject({
      names: z
        .array(z.enum(PERMISSIONS))
        .min(1)
        .default([...PERMISSIONS]),
    }),
    ({ names }) => runs(permissionScript(names)),
  ),
  /** Any script of one's own. */
  script: defineKind('answer', z.strictObject({ code: z.string() }), ({ code }) => runs(code)),
};

const callbackKinds: Readonly<Record<string, FaultKind>> = {
  /** The callback leads to another address, with the state and the token. */
  'callback-elsewhere': defineKind('callback', z.strictObject({ url: address }), ({ url }) =>
    changesCallback((plan, { names }) => {
      const given = new URL(plan.headers['location'] ?? '').searchParams;
      const state = given.get(names.state) ?? 'ok';
      setCallback(plan, callbackAddress(names, url, state, given.get(names.token)));
    }),
  ),
  /** The application's own part of the callback address comes back altered, or not at all. */
  'callback-forged': defineKind(
    'callback',
    z.strictObject({ how: z.enum(['altered', 'missing']).default('altered') }),
    ({ how }) =>
      changesCallback((plan, { names, callbackUrl }) => {
        const location = new URL(plan.headers['location'] ?? '');
        const own = new URL(callbackUrl);
        const segments = own.pathname.split('/');
        const secret = segments.pop() ?? '';
        for (const name of new Set(own.searchParams.keys())) {
          if (how === 'missing') location.searchParams.delete(name);
          else location.searchParams.set(name, alter(location.searchParams.get(name) ?? ''));
        }
        // The names of the parameters may be in the path too (docs/wire.md 5): those stay.
        if (secret !== '' && !secret.includes(names.state) && !secret.includes(names.token)) {
          location.pathname = [...segments, how === 'missing' ? '' : alter(secret)].join('/');
        }
        setCallback(plan, location.href);
      }),
  ),
  /** The callback is called more than once, or carries its parameters twice. */
  'callback-repeated': defineKind(
    'callback',
    z.strictObject({
      as: z.enum(['requests', 'parameters']).default('requests'),
      count: z.number().int().min(2).max(100).default(3),
    }),
    ({ as, count }) =>
      changesCallback((plan, { names }) => {
        const location = plan.headers['location'] ?? '';
        if (as === 'parameters') {
          const repeated = new URL(location);
          for (const name of [names.state, names.token]) {
            const value = repeated.searchParams.get(name);
            if (value !== null) {
              for (let more = 1; more < count; more += 1) repeated.searchParams.append(name, value);
            }
          }
          setCallback(plan, repeated.href);
          return;
        }
        delete plan.headers['location'];
        plan.status = 200;
        plan.headers['content-type'] = 'text/html; charset=utf-8';
        plan.raw = `<!doctype html><title>Back</title><script>
const address = ${literal(location)};
for (let number = 1; number < ${String(count)}; number += 1) void fetch(address, { mode: 'no-cors' }).catch(() => 0);
location.href = address;
</script>`;
      }),
  ),
  /** Another state, other spelling included; the token as given, or left out with null. */
  'callback-state': defineKind(
    'callback',
    z.strictObject({ state: z.string().nullable(), token: z.string().nullable().optional() }),
    ({ state, token }) =>
      changesCallback((plan, { names }) => {
        const location = new URL(plan.headers['location'] ?? '');
        setParameter(location, names.state, state);
        if (token !== undefined) setParameter(location, names.token, token);
        setCallback(plan, location.href);
      }),
  ),
};

/** The faults of the hosted pages, path `prompt`. */
export const promptKinds: Readonly<Record<string, FaultKind>> = {
  ...transportKinds,
  ...pageKinds,
  ...callbackKinds,
};

function setParameter(location: URL, name: string, value: string | null): void {
  if (value === null) location.searchParams.delete(name);
  else location.searchParams.set(name, value);
}

/** The same length and alphabet, and another value. */
function alter(text: string): string {
  return text.replace(/./, (first) => (first === 'a' ? 'b' : 'a'));
}

function permissionScript(names: readonly (typeof PERMISSIONS)[number][]): string {
  const attempts: Readonly<Record<(typeof PERMISSIONS)[number], string>> = {
    camera: 'navigator.mediaDevices.getUserMedia({ video: true })',
    microphone: 'navigator.mediaDevices.getUserMedia({ audio: true })',
    screen: 'navigator.mediaDevices.getDisplayMedia({ video: true })',
    geolocation: 'new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no))',
    notifications:
      'Notification.requestPermission().then((answer) => { if (answer !== "granted") throw new Error(answer); })',
    clipboard: 'navigator.clipboard.readText()',
  };
  const calls = names.map(
    (name) =>
      `attempt(${literal(name)}, () => ${attempts[name]}); ` +
      `if (navigator.permissions !== undefined) look(${literal(name)});`,
  );
  return `function attempt(name, ask) {
  window.outcomes[name] = 'asked';
  Promise.resolve().then(ask).then(
    () => { window.outcomes[name] = 'given'; },
    () => { window.outcomes[name] = 'refused'; },
  );
}
function look(name) {
  const known = { clipboard: 'clipboard-read', screen: 'display-capture' };
  navigator.permissions.query({ name: known[name] ?? name }).then(
    ({ state }) => { window.outcomes[name + '-state'] = state; },
    () => { window.outcomes[name + '-state'] = 'unknown'; },
  );
}
${calls.join('\n')}`;
}
