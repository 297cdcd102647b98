import { describe, expect, it } from 'vitest';
import {
  begin,
  callApi,
  control,
  emulatorForTest,
  listen,
  paths,
  refusal,
  selectMethod,
  setFault,
  tidChannel,
} from '../tests/support/emulator/emulator-for-test.ts';

/** The emulator's own time, which a test moves for everybody. */

const advance = async (
  emulator: Parameters<typeof control>[0],
  advanceSeconds: unknown,
): ReturnType<typeof control> => control(emulator, 'POST', '/clock', { advanceSeconds });

describe('POST /emulator/clock', () => {
  it('lets a login expire by inactivity', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    expect((await advance(emulator, 299)).status).toBe(200);
    expect((await selectMethod(emulator, tid, 'push')).status).toBe(200);
    await advance(emulator, 301);
    expect((await selectMethod(emulator, tid, 'push')).json).toMatchObject(
      refusal('TransactionIdExpiredException', 11, 'The transaction has expired.', {
        details: 'Please log in again.',
      }),
    );
  });

  it('makes codes of the authenticator valid anew when the time is moved', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator);
    await selectMethod(emulator, tid, 'totp');
    const code = async (): Promise<unknown> =>
      (await control(emulator, 'GET', '/users/alice')).json['totp'];
    for (let round = 0; round < 3; round += 1)
      await callApi(emulator, paths.code, { tid, vericode: await code() });
    expect(await code()).toBeNull();
    await advance(emulator, 90);
    const answer = await callApi(emulator, paths.code, { tid, vericode: await code() });
    expect(answer.result).toBe(true);
  });

  it('delivers a late event once the time was moved that far, and not before', async () => {
    const emulator = await emulatorForTest();
    setFault(emulator, { path: 'realtime', kind: 'event-late', milliseconds: 60_000 });
    const tid = await begin(emulator);
    const listener = await listen(emulator, [tidChannel(tid)]);
    await selectMethod(emulator, tid, 'push');
    await control(emulator, 'POST', `/transactions/${tid}/approve`);
    await advance(emulator, 59);
    await listener.socket.emitWithAck('subscribe', {});
    expect(listener.events.map(({ name }) => name)).toEqual(['subscription_error']);
    await advance(emulator, 1);
    await listener.waitForEvents(2);
    expect(listener.events[1]?.name).toBe('TransactionConfirmedEvent');
  });

  it('tells the moved time, and goes back only with a reset of everything', async () => {
    const emulator = await emulatorForTest();
    const before = Date.now();
    const moved = Number((await advance(emulator, 3600)).json['now']);
    expect(moved - before).toBeGreaterThanOrEqual(3_600_000);
    await control(emulator, 'POST', '/reset?username=alice');
    const kept = Number((await control(emulator, 'GET', '/clock')).json['now']);
    expect(kept).toBeGreaterThanOrEqual(moved);
    await control(emulator, 'POST', '/reset');
    const back = Number((await control(emulator, 'GET', '/clock')).json['now']);
    expect(back).toBeLessThan(moved);
  });

  it.each([[-1], ['x'], [undefined], [0]])('refuses to move the time by %j', async (seconds) => {
    const emulator = await emulatorForTest();
    expect(await advance(emulator, seconds)).toMatchObject({
      status: 400,
      json: { error: { key: 'advanceSeconds' } },
    });
  });
});
