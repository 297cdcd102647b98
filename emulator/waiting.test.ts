import { describe, expect, it } from 'vitest';
import {
  actOf,
  begin,
  callApi,
  connect,
  control,
  emulatorForTest,
  listen,
  paths,
  selectMethod,
  setFault,
  tidChannel,
} from '../tests/support/emulator/emulator-for-test.ts';
import type { Emulator } from './emulator.ts';
import type { EmulatorOptions } from './options.ts';
import { eventually } from '../tests/support/eventually.ts';

/** Waiting in one call: a test says once what the person does, and never polls or sleeps. */

const confirmed = 'TransactionConfirmedEvent';

/**
 * A program under test: logs in by itself, at its own pace, in one of the two readings.
 *
 * @returns the username
 */
async function logIn(
  emulator: Emulator,
  username: string,
  reading: 'whole-name' | 'subscribes',
): Promise<string> {
  const tid = await begin(emulator, username);
  await selectMethod(emulator, tid, 'push');
  const socket = connect(emulator);
  const token = await new Promise<string>((resolve) => {
    if (reading === 'whole-name') {
      socket.on(`${tidChannel(tid)}.${confirmed}`, (data: { token: string }) =>
        resolve(data.token),
      );
      return;
    }
    socket.on('connect', () => socket.emit('subscribe', { channel: tidChannel(tid) }));
    socket.on(confirmed, (_channel: string, data: { token: string }) => resolve(data.token));
  });
  socket.disconnect();
  const { result } = await callApi(emulator, paths.credentials, { accessToken: token });
  return String(result['username']);
}

const people = (count: number): EmulatorOptions => ({
  users: Array.from({ length: count }, (_, index) => ({ username: `person-${String(index)}` })),
});

describe('POST /emulator/users/{username}/approve with waitSeconds', () => {
  it.each(['whole-name', 'subscribes'] as const)(
    'approves 100 logins, four at once, and loses none: %s',
    async (reading) => {
      const emulator = await emulatorForTest(people(4));
      const names = await Promise.all(
        emulator.options.users.map(async ({ username }) => {
          const seen: string[] = [];
          for (let round = 0; round < 25; round += 1) {
            const approval = control(emulator, 'POST', `/users/${username}/approve`, {
              waitSeconds: 10,
            });
            seen.push(await logIn(emulator, username, reading));
            expect((await approval).json).toMatchObject({ method: 'push', event: confirmed });
          }
          return seen;
        }),
      );
      expect(names.map((seen) => new Set(seen))).toEqual(
        emulator.options.users.map(({ username }) => new Set([username])),
      );
      expect(names.flat()).toHaveLength(100);
    },
  );

  it('denies the next push', async () => {
    const emulator = await emulatorForTest();
    const denial = control(emulator, 'POST', actOf('alice', 'deny'), { waitSeconds: 10 });
    const tid = await begin(emulator);
    const listener = await listen(emulator, [tidChannel(tid)]);
    await selectMethod(emulator, tid, 'push');
    expect((await denial).json).toMatchObject({ tid, event: 'TransactionDeniedEvent' });
    await listener.waitForEvents(1);
  });

  it('answers at once without waitSeconds, and says what is missing', async () => {
    const emulator = await emulatorForTest();
    const early = await control(emulator, 'POST', actOf('alice', 'approve'));
    const message = 'alice has no open login.';
    expect(early).toMatchObject({
      status: 409,
      json: { error: { code: 'nothing-to-approve', message } },
    });
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'push');
    const { status, json } = await control(emulator, 'POST', actOf('ALICE', 'approve'), {});
    expect([status, json['tid'], json['receivers']]).toEqual([200, tid, 0]);
  });

  it.each([
    ['no login', null, 'any', 'alice has no open login'],
    ['no method', 'none', 'any', 'no method was selected yet'],
    ['a code', 'totp', 'any', 'is confirmed by typing a code'],
    ['nobody', 'push', 'any', 'Nobody is connected to /ws/socket.io.'],
    ['no subscriber', 'push', 'tid', 'none subscribed to transactionConfirmation.'],
  ] as const)('answers 408 with what was missing: %s', async (_what, method, rooms, words) => {
    const emulator = await emulatorForTest({ rooms });
    if (method !== null) {
      const tid = await begin(emulator);
      if (method !== 'none') await selectMethod(emulator, tid, method);
    }
    if (rooms === 'tid') await listen(emulator, []);
    const answer = await control(emulator, 'POST', actOf('alice', 'approve'), { waitSeconds: 0.1 });
    expect(answer).toMatchObject({
      status: 408,
      json: { error: { code: 'timed-out', message: expect.stringContaining(words) as string } },
    });
  });

  it('refuses a wait that is no number of seconds, and a person whom nobody knows', async () => {
    const emulator = await emulatorForTest();
    const wrong = await control(emulator, 'POST', actOf('alice', 'approve'), { waitSeconds: 'x' });
    expect(wrong).toMatchObject({ status: 400, json: { error: { key: 'waitSeconds' } } });
    const nobody = await control(emulator, 'POST', actOf('nobody', 'approve'), { waitSeconds: 1 });
    expect(nobody).toMatchObject({ status: 404, json: { error: { code: 'unknown-user' } } });
  });

  it('stops waiting when the emulator ends', async () => {
    const emulator = await emulatorForTest();
    const waiting = emulator.waitToAct('alice', 'approve', 600);
    await emulator.close();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'stopped' } });
  });
});

describe('an answer that was waited for', () => {
  it('sends a waited answer to who subscribes later, once for each socket', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'push');
    const stranger = await listen(emulator, []);
    await control(emulator, 'POST', actOf('alice', 'approve'), { waitSeconds: 5 });
    const late = await listen(emulator, []);
    await late.socket.emitWithAck('subscribe', { channel: tidChannel(tid) });
    await late.socket.emitWithAck('subscribe', { channel: tidChannel(tid) });
    expect(late.events.map(({ name }) => name)).toEqual([confirmed]);
    expect(stranger.events).toHaveLength(1);
  });

  it('keeps a waited answer lost if a fault loses it', async () => {
    const emulator = await emulatorForTest();
    setFault(emulator, { path: 'realtime', kind: 'event-lost' });
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'push');
    const first = await listen(emulator, [tidChannel(tid)]);
    await control(emulator, 'POST', `/transactions/${tid}/approve`, { waitSeconds: 5 });
    const late = await listen(emulator, [tidChannel(tid)]);
    expect([first.events, late.events]).toEqual([[], []]);
  });

  it('ends a waited answer with the next selection, and with the credentials', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'push');
    await listen(emulator, [tidChannel(tid)]);
    await control(emulator, 'POST', `/transactions/${tid}/deny`, { waitSeconds: 5 });
    await selectMethod(emulator, tid, 'push');
    expect((await listen(emulator, [tidChannel(tid)])).events).toEqual([]);
    const { json } = await control(emulator, 'POST', `/transactions/${tid}/approve`, {
      waitSeconds: 5,
    });
    expect(json['receivers']).toBe(2);
    const { answer } = emulator.transactions.find(tid) ?? {};
    const accessToken = answer?.kind === 'confirmed' ? answer.token : '';
    await callApi(emulator, paths.credentials, { accessToken });
    expect((await listen(emulator, [tidChannel(tid)])).events).toEqual([]);
  });
});

describe('POST /emulator/transactions/{tid}/approve with waitSeconds', () => {
  it('waits for the method and for somebody who listens', async () => {
    const emulator = await emulatorForTest({ rooms: 'tid' });
    const tid = await begin(emulator);
    const approval = control(emulator, 'POST', `/transactions/${tid}/approve`, { waitSeconds: 10 });
    await selectMethod(emulator, tid, 'push');
    await listen(emulator, [tidChannel(tid)]);
    expect((await approval).json).toMatchObject({ tid, receivers: 1 });
  });

  it('answers at once what no waiting can change', async () => {
    const emulator = await emulatorForTest();
    const unknown = await control(emulator, 'POST', '/transactions/none/approve', {
      waitSeconds: 600,
    });
    expect(unknown.status).toBe(404);
    const tid = await begin(emulator);
    emulator.expire(tid);
    const expired = await control(emulator, 'POST', `/transactions/${tid}/approve`, {
      waitSeconds: 600,
    });
    expect(expired).toMatchObject({
      status: 409,
      json: { error: { code: 'transaction-expired' } },
    });
  });
});

describe('GET /emulator/outbox with after and waitSeconds', () => {
  it('waits for the next delivery, with its time and state', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'sms');
    const [first] = (await control(emulator, 'GET', '/outbox?username=alice'))
      .json as unknown as readonly { id: string; at: number; state: string }[];
    expect(first).toMatchObject({ state: 'open', at: expect.any(Number) as number });
    const next = control(
      emulator,
      'GET',
      `/outbox?username=alice&after=${String(first?.id)}&waitSeconds=10`,
    );
    await selectMethod(emulator, tid, 'sms');
    expect((await next).json).toMatchObject([{ tid, method: 'sms', state: 'open' }]);
    const all = await control(emulator, 'GET', '/outbox?username=alice');
    expect(all.json).toMatchObject([{ state: 'replaced' }, { state: 'open' }]);
  });

  it('answers 408 when nothing comes, and 400 for a query that means nothing', async () => {
    const emulator = await emulatorForTest();
    const nothing = await control(emulator, 'GET', '/outbox?username=alice&waitSeconds=0.1');
    expect(nothing).toMatchObject({ status: 408, json: { error: { code: 'timed-out' } } });
    for (const query of ['waitSeconds=soon', 'waitSeconds=-1', 'after=unknown']) {
      const answer = await control(emulator, 'GET', `/outbox?username=alice&${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
    }
  });

  it('lets a client that went away wait no longer', async () => {
    const emulator = await emulatorForTest();
    const leaving = new AbortController();
    const asking = fetch(`${emulator.url}/emulator/users/alice/approve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"waitSeconds":600}',
      signal: leaving.signal,
    });
    await eventually('the wait', () => emulator.waitingCount() === 1);
    leaving.abort();
    await expect(asking).rejects.toThrow();
    await eventually('the end of the wait', () => emulator.waitingCount() === 0);
  });
});
