import { describe, expect } from 'vitest';
import type { Emulator } from './emulator.ts';
import {
  approve,
  connect,
  it,
  selectMethod,
  setFault as setAnyFault,
  tidChannel,
} from '../tests/support/emulator/emulator-for-test.ts';
import { eventually } from '../tests/support/eventually.ts';

/** Faults of connections and events. Each kind and its effect on a login: tests/integration/faults. */

const setFault = (emulator: Emulator, fault: Record<string, unknown>): void =>
  setAnyFault(emulator, { path: 'realtime', ...fault });

describe('faults whose effect on a login does not show', () => {
  it.for(['polling', 'websocket'] as const)(
    'delays a connection by %s',
    async (transport, { emulator }) => {
      setFault(emulator, { kind: 'delay', milliseconds: 80 });
      const start = performance.now();
      const socket = connect(emulator, transport);
      await eventually('the connection', () => socket.connected);
      expect(performance.now() - start).toBeGreaterThanOrEqual(75);
    },
  );

  it('cuts a connection after a while by drop-after', async ({ emulator }) => {
    setFault(emulator, { kind: 'drop-after', milliseconds: 30, times: 1 });
    const socket = connect(emulator);
    const reason = await new Promise((resolve) => socket.once('disconnect', resolve));
    expect(reason).toBe('transport close');
    await eventually('the second connection', () => socket.connected);
  });

  it('sends the event late, and three times, by event-late and event-duplicate', async ({
    emulator,
    tid,
    listener,
  }) => {
    await selectMethod(emulator, tid, 'push');
    setFault(emulator, { kind: 'event-late', milliseconds: 80 });
    setFault(emulator, { kind: 'event-duplicate', copies: 3, gapMilliseconds: 5 });
    const start = performance.now();
    const token = approve(emulator, tid);
    const events = await listener.waitForEvents(3);
    expect(performance.now() - start).toBeGreaterThanOrEqual(75);
    expect(events.map(({ parameters }) => parameters)).toEqual(
      Array(3).fill([tidChannel(tid), { token }]),
    );
  });
});

it('narrows a fault to one event name, and to one person', async ({ emulator, tid, listener }) => {
  setFault(emulator, { kind: 'event-lost', event: 'TransactionConfirmedEvent' });
  setFault(emulator, { kind: 'event-lost', username: 'push-only' });
  await selectMethod(emulator, tid, 'push');
  await selectMethod(emulator, tid, 'push');
  approve(emulator, tid);
  emulator.deny(tid);
  expect((await listener.waitForEvents(1))[0]?.name).toBe('TransactionDeniedEvent');
  expect(emulator.faults.list().map(({ hits }) => hits)).toEqual([1, 0]);
});
