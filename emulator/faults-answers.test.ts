import { describe, expect } from 'vitest';
import type { Emulator } from './emulator.ts';
import { apiKinds } from './faults/answer-kinds.ts';
import { sign } from './service/signature.ts';
import {
  approvedPush,
  begin,
  callApi,
  emulatorForTest,
  listen,
  paths,
  selectMethod,
  setFault as setAnyFault,
  signatureSettings,
  tidChannel,
  test,
} from './test-support.ts';
import type { WireAnswer } from './test-support.ts';
import { eventually } from '../tests/support/eventually.ts';

/** Every fault that an answer of the API can have: one row for each kind of the table. */

const setFault = (emulator: Emulator, fault: Record<string, unknown>): void =>
  setAnyFault(emulator, { path: paths.init, ...fault });

function init(emulator: Emulator, username = 'alice'): Promise<WireAnswer> {
  return callApi(emulator, paths.init, { username });
}

/** Sends a valid init and gives the bare response, whose body may never end. */
function openInit(emulator: Emulator, signal?: AbortSignal): Promise<Response> {
  const body = JSON.stringify({ systemToken: emulator.systemToken, username: 'alice' });
  const headers = { 'X-Service-Signature': sign(signatureSettings(emulator), body) };
  return fetch(emulator.url + paths.init, { method: 'POST', headers, body, signal: signal ?? null });
}

const rows: Readonly<Record<string, (emulator: Emulator) => Promise<void>>> = {
  delay: async (emulator) => {
    setFault(emulator, { kind: 'delay', milliseconds: 100 });
    const start = performance.now();
    expect((await init(emulator)).result['status']).toBe('pending');
    expect(performance.now() - start).toBeGreaterThanOrEqual(95);
  },
  hang: async (emulator) => {
    setFault(emulator, { kind: 'hang', times: 1 });
    const abort = new AbortController();
    const hanging = openInit(emulator, abort.signal);
    await eventually('the request', () => emulator.log.count(paths.init) === 1);
    abort.abort();
    await expect(hanging).rejects.toThrow();
    expect(emulator.log.all()[0]).toMatchObject({ status: 0, faults: ['hang'] });

    setFault(emulator, { kind: 'hang', when: 'after-headers' });
    const second = new AbortController();
    const response = await openInit(emulator, second.signal);
    expect(response.status).toBe(200);
    const text = response.text();
    second.abort();
    await expect(text).rejects.toThrow();
  },
  reset: async (emulator) => {
    setFault(emulator, { kind: 'reset', times: 1 });
    await expect(openInit(emulator)).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
    for (const when of ['after-headers', 'in-body']) {
      setFault(emulator, { kind: 'reset', when, times: 1 });
      const response = await openInit(emulator);
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
    }
  },
  status: async (emulator) => {
    for (const status of [200, 204, 302, 304, 400, 401, 403, 404, 429, 500, 502, 503]) {
      const headers = status === 302 ? { Location: 'https://portal.example/' } : { 'Retry-After': '7' };
      setFault(emulator, { kind: 'status', status, headers, times: 1 });
      const answer = await init(emulator);
      expect(answer.status).toBe(status);
      expect(answer.text).toBe('');
      expect(answer.signatureValid).toBe(null);
      for (const [name, value] of Object.entries(headers)) expect(answer.headers.get(name)).toBe(value);
    }
    setFault(emulator, { kind: 'status', status: 503, body: { why: 'maintenance' }, times: 1 });
    expect((await init(emulator)).json).toEqual({ why: 'maintenance' });
    setFault(emulator, { kind: 'status', status: 503, body: 'plain', times: 1 });
    expect((await init(emulator)).text).toBe('plain');
    expect(emulator.transactions.all()).toHaveLength(0);
  },
  html: async (emulator) => {
    setFault(emulator, { kind: 'html' });
    const answer = await init(emulator);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.text).toContain('<!doctype html>');
  },
  garbage: async (emulator) => {
    setFault(emulator, { kind: 'garbage', bytes: 300 });
    const response = await openInit(emulator);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes).toHaveLength(300);
    expect(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes)).toThrow();
  },
  oversize: async (emulator) => {
    setFault(emulator, { kind: 'oversize' });
    const answer = await init(emulator);
    expect(answer.text.length).toBeGreaterThan(1024 * 1024);
    expect(answer.json).toMatchObject({ status: 'OK' });
    expect(answer.signatureValid).toBe(true);
  },
  'truncated-json': async (emulator) => {
    setFault(emulator, { kind: 'truncated-json', times: 1 });
    const answer = await init(emulator);
    expect(answer.status).toBe(200);
    expect(answer.text).toMatch(/^\{"status":"OK"/);
    expect(answer.json).toBe(undefined);
    expect(answer.signatureValid).toBe(true);
    setFault(emulator, { kind: 'truncated-json', keepBytes: 3 });
    expect((await init(emulator)).text).toBe('{"s');
  },
  'wrong-signature': async (emulator) => {
    setFault(emulator, { kind: 'wrong-signature' });
    const answer = await init(emulator);
    expect(answer.headers.get('X-Service-Signature')).toMatch(/^[0-9a-f]{64}$/);
    expect(answer.signatureValid).toBe(false);
    expect(answer.result['status']).toBe('pending');
  },
  'missing-signature': async (emulator) => {
    setFault(emulator, { kind: 'missing-signature' });
    const answer = await init(emulator);
    expect(answer.signatureValid).toBe(null);
    expect(answer.result['status']).toBe('pending');
  },
  headers: async (emulator) => {
    const date = 'Mon, 01 Jan 2024 00:00:00 GMT';
    setFault(emulator, { kind: 'headers', headers: { Date: date, 'Retry-After': '3' } });
    const answer = await init(emulator);
    expect(answer.headers.get('date')).toBe(date);
    expect(answer.headers.get('retry-after')).toBe('3');
    expect(answer.signatureValid).toBe(true);
  },
  exception: async (emulator) => {
    setFault(emulator, { kind: 'exception', exception: 'SubscriptionExpiredException', times: 1 });
    const plain = await init(emulator);
    expect(plain.status).toBe(400);
    expect(plain.json).toMatchObject({
      status: 'ERROR',
      code: 400,
      result: { exception: 'SubscriptionExpiredException', details: null },
    });
    const error = { exception: 'X', code: 7, errorMessage: '<b>', details: 'd', name: 'n' };
    for (const status of [200, 400, 429]) {
      setFault(emulator, { kind: 'exception', ...error, status, headers: { 'retry-after': '9' }, times: 1 });
      const answer = await init(emulator);
      expect(answer.status).toBe(status);
      expect(answer.result).toEqual(error);
      expect(answer.headers.get('retry-after')).toBe('9');
      expect(answer.signatureValid).toBe(null);
    }
    expect(emulator.log.all().at(-1)).toMatchObject({ status: 429, exception: 'X', faults: ['exception'] });
  },
  body: async (emulator) => {
    for (const result of [null, 'text', 7, true, [], {}]) {
      setFault(emulator, { kind: 'body', result, times: 1 });
      const answer = await init(emulator);
      expect(answer.json).toEqual({ status: 'OK', result });
      expect(answer.signatureValid).toBe(true);
    }
    for (const merge of [
      { methods: [] },
      { methods: ['fido', 'telepathy'] },
      { status: 'odd' },
      { tid: null },
    ]) {
      setFault(emulator, { kind: 'body', merge, times: 1 });
      const answer = await init(emulator);
      expect(answer.result).toMatchObject({ companyName: 'Example Company', ...merge });
      expect(answer.signatureValid).toBe(true);
    }
    for (const envelope of [{ status: 'OK' }, {}, [], null, 'OK', { status: 'MAYBE', result: {} }]) {
      setFault(emulator, { kind: 'body', envelope, times: 1 });
      expect((await init(emulator)).json).toEqual(envelope);
    }
  },
  'other-username': async (emulator) => {
    for (const [extra, username] of [
      [{}, 'mallory'],
      [{ value: 'ALICE' }, 'ALICE'],
    ] as const) {
      setFault(emulator, { path: paths.credentials, kind: 'other-username', times: 1, ...extra });
      const tid = await begin(emulator);
      const accessToken = await approvedPush(emulator, tid);
      const answer = await callApi(emulator, paths.credentials, { accessToken });
      expect(answer.result).toEqual({ username, email: 'alice@example.com', consumerParams: null });
      expect(answer.signatureValid).toBe(true);
    }
  },
  'event-timing': async (emulator) => {
    for (const [offsetMilliseconds, act] of [
      [-120, 'approve'],
      [0, 'approve'],
      [120, 'approve'],
      [-120, 'deny'],
    ] as const) {
      const tid = await begin(emulator);
      const listener = await listen(emulator, [tidChannel(tid)]);
      const times: number[] = [];
      listener.socket.onAny(() => times.push(performance.now()));
      setFault(emulator, { path: paths.method, kind: 'event-timing', offsetMilliseconds, act, times: 1 });
      expect((await selectMethod(emulator, tid, 'push')).status).toBe(200);
      const answeredAt = performance.now();
      await listener.heard(1);
      const offset = (times[0] ?? 0) - answeredAt;
      // The order alone: a busy computer delays either.
      if (offsetMilliseconds !== 0) expect(Math.sign(offset)).toBe(Math.sign(offsetMilliseconds));
      expect(listener.events[0]?.name).toContain(act === 'deny' ? 'Denied' : 'Confirmed');
    }
    const tid = await begin(emulator);
    const listener = await listen(emulator, [tidChannel(tid)]);
    await selectMethod(emulator, tid, 'sms');
    setFault(emulator, { path: paths.code, kind: 'event-timing', offsetMilliseconds: -100 });
    const vericode = emulator.outbox.ofTransaction(tid)[0]?.code;
    const answering = callApi(emulator, paths.code, { tid, vericode });
    await listener.heard(1);
    expect(emulator.log.all().at(-1)?.status).toBe(0);
    expect((await answering).result).toBe(true);
    expect(listener.events).toHaveLength(1);
  },
};

describe('each kind of fault of an answer', () => {
  test.each(Object.keys(apiKinds))('%s', async (kind) => {
    await rows[kind]?.(await emulatorForTest());
    expect(Object.keys(rows)).toContain(kind);
  });
});

describe('which requests a fault acts on', () => {
  test('times and skip; then all is as before', async ({ emulator }) => {
    setFault(emulator, { kind: 'status', status: 503, skip: 1, times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await init(emulator)).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
    expect(emulator.faults.list()).toEqual([]);
  });

  test('without times it stays until it is deleted', async ({ emulator }) => {
    setFault(emulator, { kind: 'html' });
    for (let call = 0; call < 3; call += 1) expect((await init(emulator)).json).toBe(undefined);
    expect(emulator.faults.list()).toMatchObject([{ kind: 'html', hits: 3, timesLeft: null }]);
    expect(emulator.faults.clear()).toBe(1);
    expect((await init(emulator)).status).toBe(200);
  });

  test('another path is left alone; * is every API path; of two answers the later one wins', async ({
    emulator,
  }) => {
    setFault(emulator, { path: paths.credentials, kind: 'html' });
    expect((await init(emulator)).status).toBe(200);
    setFault(emulator, { path: '*', kind: 'status', status: 503 });
    for (const path of Object.values(paths)) {
      expect((await callApi(emulator, path, {})).status).toBe(503);
    }
  });

  test('a username narrows it, in every request of that person', async ({ emulator }) => {
    setFault(emulator, { path: '*', kind: 'status', status: 503, username: 'Push-Only', skip: 1 });
    expect((await init(emulator)).status).toBe(200);
    const tid = await begin(emulator, 'push-only');
    expect((await selectMethod(emulator, tid, 'push')).status).toBe(503);
    expect((await init(emulator, 'push-only')).status).toBe(503);
    expect((await selectMethod(emulator, await begin(emulator), 'push')).status).toBe(200);
  });

  test('several act together: a delay, then a status', async ({ emulator }) => {
    setFault(emulator, { kind: 'delay', milliseconds: 60 });
    setFault(emulator, { kind: 'status', status: 503 });
    const start = performance.now();
    expect((await init(emulator)).status).toBe(503);
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });
});

describe('whether the request is carried out although its answer is lost', () => {
  test.for([
    [false, 200],
    [true, 400],
  ])(
    'process %s: the second credentials call is answered with %i',
    async ([process, status], { emulator }) => {
      const accessToken = await approvedPush(emulator, await begin(emulator));
      setFault(emulator, { path: paths.credentials, kind: 'reset', process, times: 1 });
      await expect(callApi(emulator, paths.credentials, { accessToken })).rejects.toThrow();
      expect((await callApi(emulator, paths.credentials, { accessToken })).status).toBe(status);
    },
  );

  test('the event of a code that was accepted comes, although the answer does not', async ({
    emulator,
    tid,
    listener,
  }) => {
    await selectMethod(emulator, tid, 'sms');
    setFault(emulator, { path: paths.code, kind: 'reset', process: true });
    const vericode = emulator.outbox.ofTransaction(tid)[0]?.code;
    await expect(callApi(emulator, paths.code, { tid, vericode })).rejects.toThrow();
    await listener.heard(1);
  });
});
