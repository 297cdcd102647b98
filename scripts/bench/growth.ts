/** The cost of the same again: logins in one window, events of strangers, methods offered, hours of waiting. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../emulator/emulator.ts';
import { methods } from '../../emulator/service/methods.ts';
import { writeConfig } from '../../tests/lab/written-config.ts';
import { loginWindow, withWindow, type ElectronProcess } from './support/electron-process.ts';
import type { Wait } from './support/eight-hours.ts';
import { inLogin, TO_APPROVAL, toMethods } from './support/page-scripts.ts';
import {
  handlesOf,
  megabytesOf,
  MS_PER_PERCENT,
  settled,
  useWithin,
} from './support/process-use.ts';
import { rowOf, rowsOf, type Row } from './support/row.ts';
import { figures, repeated, timed } from './support/statistics.ts';

const STRANGERS = 10_000;
const MINUTE_MS = 60_000;
const LONG_MINUTES = 10;
const EIGHT_HOURS_MINUTES = 480;
const MEGA = 1e6;

const AGAIN = inLogin("await login.retry({}); await onScreen('username');");
const LISTENERS = `const { app, ipcMain, powerMonitor, nativeTheme } = electron;
  const { webContents } = window;
  return [process, app, ipcMain, powerMonitor, nativeTheme, window, webContents, webContents.session]
    .flatMap((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name)))
    .reduce((sum, more) => sum + more, 0);`;

type Work = (emulator: Emulator, window: ElectronProcess) => Promise<readonly Row[]>;

async function inWindow(
  options: Parameters<typeof startEmulator>[0],
  work: Work,
): Promise<readonly Row[]> {
  const emulator = await startEmulator(options);
  const app = loginWindow(writeConfig(emulator));
  try {
    return await withWindow(app, (window) => work(emulator, window));
  } finally {
    await emulator.close();
  }
}

/** Without rooms every event reaches every client. @param most the logins in one window, a power of ten */
export const growth = (runs: number, most: number): Promise<readonly Row[]> =>
  inWindow({ rooms: 'none' }, async (emulator, window) => [
    ...(await logins(emulator, window, most)),
    ...(await strangers(emulator, window)),
    ...(await offers(emulator, window, runs)),
    ...eightHours(),
  ]);

/** The person denies each: a confirmed login is the window's last. */
async function logins(
  emulator: Emulator,
  window: ElectronProcess,
  most: number,
): Promise<readonly Row[]> {
  const oneDenied = async (): Promise<void> => {
    await window.inPage(TO_APPROVAL);
    await denied(emulator, window);
    await window.inPage(AGAIN);
  };
  const rows: Row[] = [];
  for (let count = 1, done = 0; count <= most; done = count, count *= 10) {
    const times = await repeated(count - done, 0, () => timed(oneDenied));
    await settled();
    const [memory, handles] = [[megabytesOf(window.pid)], [handlesOf(window.pid)]];
    const listeners = [Number(await window.inMain(LISTENERS))];
    rows.push(
      ...rowsOf(`growth: ${count} login${count === 1 ? '' : 's'}, `, {}, [
        ['time', times, 'of each since the row before: name, method, denied, start again'],
        ['memory', memory, 'PSS of all processes after 2.5 s', { unit: 'MB' }],
        ['handles', handles, 'files and sockets that all processes hold open', { unit: 'count' }],
        ['listeners', listeners, 'of main: process, app, IPC, window', { unit: 'count' }],
      ]),
    );
  }
  return rows;
}

async function strangers(emulator: Emulator, window: ElectronProcess): Promise<readonly Row[]> {
  await window.inPage(TO_APPROVAL);
  const without = await denied(emulator, window);
  await window.inPage(AGAIN);
  await window.inPage(TO_APPROVAL);
  await settled();
  const before = megabytesOf(window.pid);
  for (let number = 0; number < STRANGERS; number += 1) {
    const tid = `stranger-${number}`;
    const event = { eventName: 'TransactionConfirmedEvent', token: `token-of-${tid}` } as const;
    emulator.realtime.announce({ tid, username: 'mallory', ...event });
  }
  const withThem = await denied(emulator, window);
  await settled();
  const memory = [megabytesOf(window.pid)];
  await window.inPage(AGAIN);
  const shown = "until the person's own denial, sent after them, is shown; bare: without them";
  const note = 'PSS of all processes 2.5 s later; bare: before them';
  return rowsOf(`growth: ${STRANGERS} events of strangers, `, {}, [
    ['time', [withThem], shown, { bare: [without] }],
    ['memory', memory, note, { unit: 'MB', bare: [before] }],
  ]);
}

async function offers(
  emulator: Emulator,
  window: ElectronProcess,
  runs: number,
): Promise<readonly Row[]> {
  methods.forEach((_method, at) =>
    emulator.users.add({ username: `methods-${at + 1}`, methods: methods.slice(0, at + 1) }),
  );
  const offered = (count: number): string =>
    inLogin(`const begunAt = performance.now();
      ${toMethods(`methods-${count}`)}
      for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      const taken = performance.now() - begunAt;
      await login.cancel({}); await onScreen('username');
      return taken;`);
  // The first round compiles.
  const rounds = await figures(runs, 1, async () => {
    const times: Record<string, number> = {};
    for (const at of methods.keys())
      times[`${at + 1} method${at === 0 ? '' : 's'} offered`] = Number(
        await window.inPage(offered(at + 1)),
      );
    return times;
  });
  const note = 'the name sent, to the drawn list';
  return Object.entries(rounds).map(([name, times]) => rowOf(`growth: ${name}`, times, note));
}

/** In Node, with simulated time: the real engine without a window. */
function eightHours(): readonly Row[] {
  const program = join(import.meta.dirname, 'support', 'eight-hours.ts');
  const said = execFileSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8' });
  const { requests, views, heapBytes } = JSON.parse(said) as Wait;
  const [first = 0, last = 0] = [heapBytes[0], heapBytes.at(-1)];
  const note = 'the engine in Node, without a window; bare: after the first hour';
  const asked = 'one for each time that the person asks for more time';
  const exact = { unit: '/min', sampling: 'exact' } as const;
  return rowsOf('growth: eight hours of waiting, simulated, ', {}, [
    ['heap', [last / MEGA], note, { unit: 'MB', bare: [first / MEGA] }],
    ['requests', [requests / EIGHT_HOURS_MINUTES], 'by polling', exact],
    ['views', [views / EIGHT_HOURS_MINUTES], asked, exact],
  ]);
}

/**
 * Ten real minutes at the approval, the time extended each minute: memory and load of each. The service's default limit
 * of five minutes without a request would end the wait.
 */
export const longWait = (): Promise<readonly Row[]> =>
  inWindow({ inactivitySeconds: 3600 }, async (emulator, window) => {
    await window.inPage(TO_APPROVAL);
    await settled();
    const before = { memory: [megabytesOf(window.pid)], handles: [handlesOf(window.pid)] };
    const { cpu, wakeUps, ...minutes } = await figures(LONG_MINUTES, 0, async () => {
      const uses = Object.values(await useWithin(window.pid, MINUTE_MS));
      await window.inPage(inLogin("await login.keepWaiting({}); await onScreen('approval');"));
      const sum = (of: 'cpuMs' | 'wakeUps'): number =>
        uses.reduce((total, use) => total + use[of], 0);
      return {
        cpu: sum('cpuMs') / MS_PER_PERCENT,
        wakeUps: sum('wakeUps'),
        memory: megabytesOf(window.pid),
      };
    });
    const handles = [handlesOf(window.pid)];
    await denied(emulator, window);
    const after = 'PSS after each minute; bare: before the first';
    return rowsOf('growth: ten minutes of waiting, ', {}, [
      ['CPU', cpu, 'of each minute, of one core', { unit: '%' }],
      ['wake-ups', wakeUps, 'of each minute, of all threads', { unit: '/s' }],
      ['memory', minutes.memory, after, { unit: 'MB', bare: before.memory }],
      [
        'handles',
        handles,
        'after the last; bare: before the first',
        { unit: 'count', bare: before.handles },
      ],
    ]);
  });

/** The milliseconds from the person's denial to its screen. */
const denied = (emulator: Emulator, window: ElectronProcess): Promise<number> =>
  timed(async () => {
    const done = emulator.deny(emulator.outbox.all().at(-1)?.tid ?? '');
    if (!done.ok) throw new Error(done.error.message);
    await window.inPage(inLogin("await onScreen('failed');"));
  });
