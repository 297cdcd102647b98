import { afterEach, describe, expect, it, vi } from 'vitest';
import { startEmulator, type Emulator } from '../../../emulator/strict.ts';
import type { EmulatorOptions } from '../../../emulator/options.ts';
import { eventually } from '../../support/eventually.ts';
import { LoginRun, type ConfigChanges } from '../../support/login/login-run.ts';
import { personAt } from '../../../lab/person.ts';

const BEAT_MS = 120;

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function begin(
  options: EmulatorOptions,
  changes: ConfigChanges = {},
): Promise<[Emulator, LoginRun]> {
  const emulator = await startEmulator(options);
  open.push(() => emulator.close());
  const run = new LoginRun(emulator, changes);
  open.push(() => {
    run.close();
  });
  return [emulator, run];
}

/** A push, from the username to the end. */
async function push([emulator, run]: readonly [Emulator, LoginRun]): Promise<void> {
  const person = personAt(emulator.url);
  run.submitUsername('push-only');
  await run.screen('methods');
  run.login.dispatch({ type: 'choose-method', method: 'push' });
  await run.screen('approval');
  await person.approve((await person.delivered('push-only', 'push')).tid);
  expect(await run.screen('succeeded')).toMatchObject({ outcome: 'confirmed' });
}

/** socket.io packets at which its client library fails: an event and a refusal without content. */
const BROKEN_PACKETS = ['2', '4'];
/** A foreign event, with more members than a function takes arguments. */
const LONG_EVENT = `2["x"${',1'.repeat(130_000)}]`;

const GENERATIONS = ['v4', 'v2', 'v4+v3'] as const;
type Transport = 'polling' | 'websocket';

/** In the order in which they are tried. */
const TRANSPORTS: readonly Readonly<{ name: string; transports: readonly Transport[] }>[] = [
  { name: 'polling', transports: ['polling'] },
  { name: 'websocket', transports: ['websocket'] },
  { name: 'polling, then websocket', transports: ['polling', 'websocket'] },
  { name: 'websocket, then polling', transports: ['websocket', 'polling'] },
];

describe.each(GENERATIONS)('a %s server', (realtime) => {
  it.each(TRANSPORTS)('confirms a push over $name, found out by itself', async ({ transports }) => {
    await push(await begin({ realtime }, { realtime: { transports: [...transports] } }));
  });

  it('confirms a push with the protocol fixed by the configuration', async () => {
    const protocol = realtime === 'v2' ? '3' : '4';
    for (const transport of ['polling', 'websocket'] as const) {
      await push(await begin({ realtime }, { realtime: { protocol, transports: [transport] } }));
    }
  });

  it.each(['tid', 'event', 'none'] as const)(
    'confirms a push with rooms by %s, all names of events and token forms',
    async (rooms) => {
      for (const eventNames of ['short', 'namespaced'] as const) {
        for (const token of ['top', 'nested', 'json'] as const) {
          await push(await begin({ realtime, rooms, eventNames, token }));
        }
      }
    },
  );

  it('makes an event channel again that broke, and hears the next approval', async () => {
    const [emulator, run] = await begin({ realtime });
    const person = personAt(emulator.url);
    run.submitUsername('push-only');
    await run.screen('methods');
    run.login.dispatch({ type: 'choose-method', method: 'push' });
    await run.screen('approval');
    await person.fault({ path: 'realtime', kind: 'drop-now' });
    const view = await run.until(
      'the gap to be told',
      (now) => now.screen === 'approval' && now.notice !== null,
    );
    expect(view).toMatchObject({ notice: { kind: 'possibly-missed' } });
    await person.approve((await person.delivered('push-only', 'push')).tid);
    await run.screen('succeeded');
  });

  it('listens over both transports with a heartbeat of ten minutes', async () => {
    const heartbeat = {
      heartbeatIntervalMilliseconds: 600_000,
      heartbeatTimeoutMilliseconds: 600_000,
    };
    for (const transport of ['polling', 'websocket'] as const) {
      await push(
        await begin({ realtime, ...heartbeat }, { realtime: { transports: [transport] } }),
      );
    }
  });

  it.each(['polling', 'websocket'] as const)(
    'loses only the connection that has broken packets over %s, and hears the next approval (SEC-115)',
    async (transport) => {
      const [emulator, run] = await begin({ realtime }, { realtime: { transports: [transport] } });
      const person = personAt(emulator.url);
      await person.fault({ path: 'realtime', kind: 'packet-first', packet: '4', times: 1 });
      run.submitUsername('push-only');
      await run.screen('methods');
      run.login.dispatch({ type: 'choose-method', method: 'push' });
      await run.screen('approval');
      const { tid } = await person.delivered('push-only', 'push');
      for (const packet of BROKEN_PACKETS) {
        const before = emulator.realtime.socketIds();
        emulator.faults.add([{ path: 'realtime', kind: 'packet-now', packet }]);
        await eventually('another connection that listens', () => {
          const isNew = emulator.realtime.socketIds().some((id) => !before.includes(id));
          return isNew && emulator.realtime.listenerCount(tid) === 1;
        });
      }
      await run.until(
        'the gap to be told',
        (now) => now.screen === 'approval' && now.notice?.kind === 'possibly-missed',
      );
      await person.approve(tid);
      await run.screen('succeeded');
    },
  );

  it.each(['polling', 'websocket'] as const)(
    'keeps its connection at a foreign event of 130,000 members over %s (SEC-115)',
    async (transport) => {
      const [emulator, run] = await begin({ realtime }, { realtime: { transports: [transport] } });
      const person = personAt(emulator.url);
      run.submitUsername('push-only');
      await run.screen('methods');
      run.login.dispatch({ type: 'choose-method', method: 'push' });
      await run.screen('approval');
      const { tid } = await person.delivered('push-only', 'push');
      const before = emulator.realtime.socketIds();
      emulator.faults.add([{ path: 'realtime', kind: 'packet-now', packet: LONG_EVENT }]);
      await person.approve(tid);
      await run.screen('succeeded');
      expect(emulator.realtime.socketIds()).toEqual(before);
    },
  );

  it('keeps a waiting line over several heartbeats', async () => {
    // Timers pass while this process runs: not while a busy machine holds it up, and a heartbeat in
    // it.
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    vi.useFakeTimers({ toFake: [...toFake], shouldAdvanceTime: true });
    open.push(() => vi.useRealTimers());
    const [emulator, run] = await begin({
      realtime,
      heartbeatIntervalMilliseconds: BEAT_MS,
      heartbeatTimeoutMilliseconds: 1000,
    });
    const person = personAt(emulator.url);
    run.submitUsername('push-only');
    await run.screen('methods');
    run.login.dispatch({ type: 'choose-method', method: 'push' });
    await run.screen('approval');
    let beats = 0;
    const beating = setInterval(() => (beats += 1), BEAT_MS);
    // A server of either generation drops a silent client after 1,120 ms here, or ten beats.
    await eventually('twice that time to pass', () => beats > 20);
    clearInterval(beating);
    expect(run.view).toMatchObject({ screen: 'approval', link: 'connected', notice: null });
    await person.approve((await person.delivered('push-only', 'push')).tid);
    await run.screen('succeeded');
  });
});

describe('where one transport connects and does not hold', () => {
  // As behind a balancer that sends each request of a session elsewhere: the handshake works, later
  // requests fail.
  it('uses the other transport if one connects and does not hold', async () => {
    const [emulator, run] = await begin({ realtime: 'v4' });
    const person = personAt(emulator.url);
    await person.fault({
      path: 'realtime',
      kind: 'status',
      status: 400,
      transport: 'polling',
      phase: 'established',
    });
    run.submitUsername('push-only');
    await run.screen('methods');
    run.login.dispatch({ type: 'choose-method', method: 'push' });
    await run.screen('approval');
    await person.approve((await person.delivered('push-only', 'push')).tid);
    await run.screen('succeeded');
  });
});
