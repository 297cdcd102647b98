import { describe, expect } from 'vitest';
import type { Emulator } from './emulator.ts';
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

/** Faults of an answer of the API. Each kind and its effect on a login: tests/integration/faults. */

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
  hang: async (emulator) => {
    setFault(emulator, { kind: 'hang', when: 'after-headers' });
    const abort = new AbortController();
    const response = await openInit(emulator, abort.signal);
    expect(response.status).toBe(200);
    const text = response.text();
    abort.abort();
    await expect(text).rejects.toThrow();
    expect(emulator.log.all()[0]).toMatchObject({ faults: ['hang'] });
  },
  reset: async (emulator) => {
    setFault(emulator, { kind: 'reset', when: 'after-headers' });
    const response = await openInit(emulator);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
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

test.each(Object.entries(rows))('%s', async (_kind, takesEffect) => {
  await takesEffect(await emulatorForTest());
});

describe('which requests a fault acts on', () => {
  test('times and skip; then all is as before', async ({ emulator }) => {
    setFault(emulator, { kind: 'status', status: 503, skip: 1, times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await init(emulator)).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
    expect(emulator.faults.list()).toEqual([]);
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
