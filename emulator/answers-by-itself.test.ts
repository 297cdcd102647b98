import { describe, expect, it } from 'vitest';
import {
  begin,
  connect,
  control,
  emulatorForTest,
  listen,
  selectMethod,
  tidChannel,
} from '../tests/support/emulator/emulator-for-test.ts';
import { eventually } from '../tests/support/eventually.ts';

/** People who answer by themselves, from the moment when somebody listens. */

describe('a person who answers', () => {
  it.each([
    ['approves', 'TransactionConfirmedEvent'],
    ['denies', 'TransactionDeniedEvent'],
  ])('sends an answer as soon as somebody listens, not before: %s', async (username, eventName) => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator, username);
    await selectMethod(emulator, tid, 'push');
    const [delivery] = emulator.outbox.ofTransaction(tid);
    expect(delivery?.state).toBe('open');
    const socket = connect(emulator);
    const heard: string[] = [];
    socket.onAny((name: string) => heard.push(name));
    socket.on('connect', () => socket.emit('subscribe', { channel: tidChannel(tid) }));
    await eventually('the event', () => heard.includes(eventName));
  });

  it('approves five seconds after somebody listens, by the clock of the emulator', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator, 'approves-after-5s');
    await selectMethod(emulator, tid, 'push');
    await control(emulator, 'POST', '/clock', { advanceSeconds: 60 });
    const listener = await listen(emulator, [tidChannel(tid)]);
    await control(emulator, 'POST', '/clock', { advanceSeconds: 4 });
    await listener.socket.emitWithAck('subscribe', {});
    expect(listener.events.map(({ name }) => name)).toEqual(['subscription_error']);
    await control(emulator, 'POST', '/clock', { advanceSeconds: 1 });
    await listener.waitForEvents(2);
    expect(listener.events[1]?.name).toBe('TransactionConfirmedEvent');
  });

  it('answers only what a person answers on the phone', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator, 'denies');
    const listener = await listen(emulator, [tidChannel(tid)]);
    await selectMethod(emulator, tid, 'email');
    await selectMethod(emulator, tid, 'sms');
    await selectMethod(emulator, tid, 'push');
    await listener.waitForEvents(1);
    expect(emulator.outbox.ofTransaction(tid).map(({ state }) => state)).toEqual([
      'open',
      'replaced',
      'denied',
    ]);
  });

  it('answers by itself for any person who is made so, after a time of their own', async () => {
    const emulator = await emulatorForTest();
    const person = { username: 'carol', answer: 'approve', answerAfterSeconds: 90 };
    expect((await control(emulator, 'POST', '/users', person)).status).toBe(200);
    const tid = await begin(emulator, 'carol');
    const listener = await listen(emulator, [tidChannel(tid)]);
    await selectMethod(emulator, tid, 'phoneCall');
    await control(emulator, 'POST', '/clock', { advanceSeconds: 90 });
    await listener.waitForEvents(1);
  });

  it('never answers under the name that says so', async () => {
    const emulator = await emulatorForTest();
    const tid = await begin(emulator, 'never-answers');
    await listen(emulator, [tidChannel(tid)]);
    await selectMethod(emulator, tid, 'push');
    await control(emulator, 'POST', '/clock', { advanceSeconds: 200 });
    expect(emulator.outbox.ofTransaction(tid)[0]?.state).toBe('open');
  });
});
