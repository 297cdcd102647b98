import { afterEach, describe, expect, vi } from 'vitest';
import type { Emulator } from './emulator.ts';
import { sign } from './service/signature.ts';
import {
  approvedPush,
  begin,
  callApi,
  emulatorForTest,
  it,
  listen,
  paths,
  selectMethod,
  setFault as setAnyFault,
  signatureSettings,
  tidChannel,
} from '../tests/support/emulator/emulator-for-test.ts';
import type { WireAnswer } from '../tests/support/emulator/emulator-for-test.ts';

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
  return fetch(emulator.url + paths.init, {
    method: 'POST',
    headers,
    body,
    signal: signal ?? null,
  });
}

/**
 * From now on a delay of the emulator passes when the test says so: it holds back an answer, or an
 * event behind it.
 */
function standTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
}

afterEach(() => {
  vi.useRealTimers();
});

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
    const offsets = { before: -120, justBefore: 0, behind: 120 } as const;
    for (const [place, act] of [
      ['before', 'approve'],
      ['justBefore', 'approve'],
      ['behind', 'approve'],
      ['before', 'deny'],
    ] as const) {
      const tid = await begin(emulator);
      const listener = await listen(emulator, [tidChannel(tid)]);
      const heard = new Promise<string>((resolve) => listener.socket.onAny(resolve));
      const offsetMilliseconds = offsets[place];
      setFault(emulator, {
        path: paths.method,
        kind: 'event-timing',
        offsetMilliseconds,
        act,
        times: 1,
      });
      standTimers();
      const answering = selectMethod(emulator, tid, 'push');
      if (place === 'before') {
        await heard;
        expect(emulator.log.all().at(-1)?.status).toBe(0);
        vi.advanceTimersByTime(120);
      }
      expect((await answering).status).toBe(200);
      if (place === 'behind') {
        const stateOfPush = (): unknown => emulator.outbox.ofTransaction(tid).at(-1)?.state;
        expect(stateOfPush()).toBe('open');
        // The delay begins once the server has seen the answer off.
        for (let turn = 0; turn < 1_000 && stateOfPush() === 'open'; turn += 1) {
          await new Promise(setImmediate);
          vi.advanceTimersByTime(120);
        }
      }
      expect(await heard).toContain(act === 'deny' ? 'Denied' : 'Confirmed');
      vi.useRealTimers();
    }
    const tid = await begin(emulator);
    const listener = await listen(emulator, [tidChannel(tid)]);
    await selectMethod(emulator, tid, 'sms');
    setFault(emulator, { path: paths.code, kind: 'event-timing', offsetMilliseconds: -100 });
    const heard = new Promise((resolve) => listener.socket.onAny(resolve));
    const vericode = emulator.outbox.ofTransaction(tid)[0]?.code;
    standTimers();
    const answering = callApi(emulator, paths.code, { tid, vericode });
    await heard;
    expect(emulator.log.all().at(-1)?.status).toBe(0);
    vi.advanceTimersByTime(100);
    expect((await answering).result).toBe(true);
    expect(listener.events).toHaveLength(1);
  },
};

it.each(Object.entries(rows))('disturbs an answer by the fault %s', async (_kind, takesEffect) => {
  await takesEffect(await emulatorForTest());
});

describe('which requests a fault acts on', () => {
  it('applies a fault by times and skip, and then answers as before', async ({ emulator }) => {
    setFault(emulator, { kind: 'status', status: 503, skip: 1, times: 2 });
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1) statuses.push((await init(emulator)).status);
    expect(statuses).toEqual([200, 503, 503, 200, 200]);
    expect(emulator.faults.list()).toEqual([]);
  });

  it('leaves another path alone, takes * for every API path, and lets the later of two answers win', async ({
    emulator,
  }) => {
    setFault(emulator, { path: paths.credentials, kind: 'html' });
    expect((await init(emulator)).status).toBe(200);
    setFault(emulator, { path: '*', kind: 'status', status: 503 });
    for (const path of Object.values(paths)) {
      expect((await callApi(emulator, path, {})).status).toBe(503);
    }
  });

  it('narrows a fault by a username to every request of that person', async ({ emulator }) => {
    setFault(emulator, { path: '*', kind: 'status', status: 503, username: 'Push-Only', skip: 1 });
    expect((await init(emulator)).status).toBe(200);
    const tid = await begin(emulator, 'push-only');
    expect((await selectMethod(emulator, tid, 'push')).status).toBe(503);
    expect((await init(emulator, 'push-only')).status).toBe(503);
    expect((await selectMethod(emulator, await begin(emulator), 'push')).status).toBe(200);
  });

  it('applies several faults together: a delay, then a status', async ({ emulator }) => {
    setFault(emulator, { kind: 'delay', milliseconds: 60 });
    setFault(emulator, { kind: 'status', status: 503 });
    const start = performance.now();
    expect((await init(emulator)).status).toBe(503);
    expect(performance.now() - start).toBeGreaterThanOrEqual(55);
  });
});

describe('whether the request is carried out although its answer is lost', () => {
  it.for([
    [false, 200],
    [true, 400],
  ])(
    'carries a call out or not if its answer is lost: with process %s the next one gets %i',
    async ([process, status], { emulator }) => {
      const accessToken = await approvedPush(emulator, await begin(emulator));
      setFault(emulator, { path: paths.credentials, kind: 'reset', process, times: 1 });
      await expect(callApi(emulator, paths.credentials, { accessToken })).rejects.toThrow();
      expect((await callApi(emulator, paths.credentials, { accessToken })).status).toBe(status);
    },
  );

  it('sends the event of an accepted code although the answer is lost', async ({
    emulator,
    tid,
    listener,
  }) => {
    await selectMethod(emulator, tid, 'sms');
    setFault(emulator, { path: paths.code, kind: 'reset', process: true });
    const vericode = emulator.outbox.ofTransaction(tid)[0]?.code;
    await expect(callApi(emulator, paths.code, { tid, vericode })).rejects.toThrow();
    await listener.waitForEvents(1);
  });
});
