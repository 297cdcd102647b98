import { expect, it } from 'vitest';
import {
  begin,
  connect,
  control,
  emulatorForTest,
  listen,
  selectMethod,
  setFault,
  tidChannel,
} from '../tests/support/emulator/emulator-for-test.ts';

it('loses no push of 500 beside 500 cuts of other sockets', async () => {
  const emulator = await emulatorForTest({ unknownUsers: 'pending', maximumSelections: 100 });
  const victimTid = await begin(emulator, 'victim');
  const victim = connect(emulator);
  victim.on('connect', () => victim.emit('subscribe', { channel: tidChannel(victimTid) }));
  let cuts = 0;
  const cutting = (async (): Promise<void> => {
    while (cuts < 500) {
      setFault(emulator, { path: 'realtime', kind: 'drop-now', username: 'victim' });
      cuts += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const names = Array.from({ length: 10 }, (_, index) => `worker-${String(index)}`);
  const heard = await Promise.all(
    names.map(async (username) => {
      const tid = await begin(emulator, username);
      const listener = await listen(emulator, [tidChannel(tid)]);
      for (let round = 1; round <= 50; round += 1) {
        await selectMethod(emulator, tid, 'push');
        await control(emulator, 'POST', `/users/${username}/approve`, { waitSeconds: 10 });
        await listener.waitForEvents(round);
      }
      return listener.events.length;
    }),
  );
  await cutting;
  expect(heard).toEqual(names.map(() => 50));
  expect(cuts).toBe(500);
}, 120_000);
