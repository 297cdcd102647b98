/** The cost of the same again: logins in one window, events of strangers, methods offered, hours of waiting. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../emulator/emulator.ts';
import { methods } from '../../emulator/service/methods.ts';
import { writeConfig } from '../../tests/lab/written-config.ts';
import {
  loginWindow,
  profileFolder,
  withElectron,
  type ElectronProcess,
} from './support/electron-process.ts';
import type { Wait } from './support/eight-hours.ts';
import { handlesOf, megabytesOf, useWithin } from './support/process-use.ts';
import { rowOf, type Row } from './support/row.ts';
import { repeated, summary } from './support/statistics.ts';

const STRANGERS = 10_000;
/** Long enough for late starts and the first garbage collection. */
const SETTLE_MS = 2_500;
const MINUTE_MS = 60_000;
const LONG_MINUTES = 10;
const EIGHT_HOURS_MINUTES = 480;
const MEGA = 1e6;
const MS_PER_PERCENT = 10;

/** A function for the page that waits for a screen; it is told of each new one, and asks once. */
const ON_SCREEN = `const { login } = self.gatehouse;
const onScreen = (screen) => new Promise((resolve, reject) => {
  const limit = setTimeout(() => reject(new Error('not there: ' + screen)), 20_000);
  const look = ({ view }) => {
    if (view.screen !== screen || view.busy === true) return;
    clearTimeout(limit);
    end();
    resolve();
  };
  const end = login.onViewChanged(look);
  void login.getView({}).then(({ value }) => look(value));
});`;
const inLogin = (acts: string): string => `(async () => { ${ON_SCREEN} ${acts} })()`;
const toMethods = (username: string): string =>
  `await login.submitUsername({ username: '${username}' }); await onScreen('methods');`;
const TO_APPROVAL = inLogin(
  `${toMethods('alice')} await login.chooseMethod({ method: 'push' }); await onScreen('approval');`,
);
const UNTIL_DENIED = inLogin("await onScreen('failed');");
const AGAIN = inLogin("await login.retry({}); await onScreen('username');");

const LISTENERS = `const { app, ipcMain, powerMonitor, nativeTheme } = electron;
  const { webContents } = window;
  return [process, app, ipcMain, powerMonitor, nativeTheme, window, webContents, webContents.session]
    .flatMap((emitter) => emitter.eventNames().map((name) => emitter.listenerCount(name)))
    .reduce((sum, more) => sum + more, 0);`;

/** @param most the logins in one window, a power of ten */
export async function growth(runs: number, most: number): Promise<readonly Row[]> {
  // Without rooms every event reaches every client.
  const emulator = await startEmulator({ rooms: 'none' });
  try {
    return await withElectron(loginWindow(writeConfig(emulator)), profileFolder(), async (window) => {
      await window.ready();
      return [
        ...(await logins(emulator, window, most)),
        ...(await strangers(emulator, window)),
        ...(await offers(emulator, window, runs)),
        ...eightHours(),
      ];
    });
  } finally {
    await emulator.close();
  }
}

/** The person denies each: a confirmed login is the window's last. */
async function logins(emulator: Emulator, window: ElectronProcess, most: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let done = 0;
  for (let count = 1; count <= most; count *= 10) {
    const times: number[] = [];
    for (; done < count; done += 1) {
      const begunAt = performance.now();
      await oneDenied(emulator, window);
      times.push(performance.now() - begunAt);
    }
    await settled();
    const name = `growth: ${count} login${count === 1 ? '' : 's'}`;
    rows.push(
      rowOf(`${name}, time`, times, `of each since the row before: name, method, denied, start again`),
      rowOf(`${name}, memory`, [megabytesOf(window.pid)], 'PSS of all processes after 2.5 s', { unit: 'MB' }),
      rowOf(`${name}, handles`, [handlesOf(window.pid)], 'files and sockets that all processes hold open', {
        unit: 'count',
      }),
      rowOf(
        `${name}, listeners`,
        [Number(await window.inMain(LISTENERS))],
        'of main: process, app, IPC, window',
        {
          unit: 'count',
        },
      ),
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
  announceStrangers(emulator);
  const withThem = await denied(emulator, window);
  await settled();
  const after = megabytesOf(window.pid);
  await window.inPage(AGAIN);
  const name = `growth: ${STRANGERS} events of strangers`;
  return [
    rowOf(
      `${name}, time`,
      [withThem],
      "until the person's own denial, sent after them, is shown; bare: without them",
      {
        bare: summary([without]),
      },
    ),
    rowOf(`${name}, memory`, [after], 'PSS of all processes 2.5 s later; bare: before them', {
      unit: 'MB',
      bare: summary([before]),
    }),
  ];
}

async function offers(emulator: Emulator, window: ElectronProcess, runs: number): Promise<readonly Row[]> {
  const times = methods.map((): number[] => []);
  methods.forEach((_method, at) =>
    emulator.users.add({ username: `methods-${at + 1}`, methods: methods.slice(0, at + 1) }),
  );
  for (let run = -1; run < runs; run += 1) {
    for (const [at, found] of times.entries()) {
      const taken = await window.inPage(
        inLogin(`const begunAt = performance.now();
          ${toMethods(`methods-${at + 1}`)}
          for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
          const taken = performance.now() - begunAt;
          await login.cancel({}); await onScreen('username');
          return taken;`),
      );
      // The first round compiles.
      if (run >= 0) found.push(Number(taken));
    }
  }
  return times.map((found, at) =>
    rowOf(
      `growth: ${at + 1} method${at === 0 ? '' : 's'} offered`,
      found,
      'the name sent, to the drawn list',
    ),
  );
}

/** In Node, with simulated time: the real engine without a window. */
function eightHours(): readonly Row[] {
  const program = join(import.meta.dirname, 'support', 'eight-hours.ts');
  const said = execFileSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8' });
  const { requests, views, heapBytes } = JSON.parse(said) as Wait;
  const [first = 0] = heapBytes;
  const [last = 0] = heapBytes.slice(-1);
  const name = 'growth: eight hours of waiting, simulated';
  return [
    rowOf(
      `${name}, heap`,
      [last / MEGA],
      'the engine in Node, without a window; bare: after the first hour',
      {
        unit: 'MB',
        bare: summary([first / MEGA]),
      },
    ),
    rowOf(`${name}, requests`, [requests / EIGHT_HOURS_MINUTES], 'by polling', {
      unit: '/min',
      sampling: 'exact',
    }),
    rowOf(
      `${name}, views`,
      [views / EIGHT_HOURS_MINUTES],
      'one for each time that the person asks for more time',
      { unit: '/min', sampling: 'exact' },
    ),
  ];
}

/** Ten real minutes at the approval, the time extended each minute: memory and load of each. */
export async function longWait(): Promise<readonly Row[]> {
  // The default limit of five minutes without a request would end the wait.
  const emulator = await startEmulator({ inactivitySeconds: 3600 });
  try {
    return await withElectron(loginWindow(writeConfig(emulator)), profileFolder(), async (window) => {
      await window.ready();
      return minutesOf(emulator, window);
    });
  } finally {
    await emulator.close();
  }
}

async function minutesOf(emulator: Emulator, window: ElectronProcess): Promise<readonly Row[]> {
  await window.inPage(TO_APPROVAL);
  await settled();
  const before = { memory: megabytesOf(window.pid), handles: handlesOf(window.pid) };
  const minutes = await repeated(LONG_MINUTES, 0, async () => {
    const uses = Object.values(await useWithin(window.pid, MINUTE_MS));
    await window.inPage(inLogin("await login.keepWaiting({}); await onScreen('approval');"));
    const sum = (of: 'cpuMs' | 'wakeUps'): number => uses.reduce((total, use) => total + use[of], 0);
    return { cpu: sum('cpuMs') / MS_PER_PERCENT, wakeUps: sum('wakeUps'), memory: megabytesOf(window.pid) };
  });
  const handles = handlesOf(window.pid);
  await denied(emulator, window);
  const row = (
    name: string,
    values: readonly number[],
    unit: Row['unit'],
    note: string,
    bare?: number,
  ): Row =>
    rowOf(`growth: ten minutes of waiting, ${name}`, values, note, {
      unit,
      bare: bare === undefined ? null : summary([bare]),
    });
  const of = (name: 'cpu' | 'wakeUps' | 'memory'): readonly number[] => minutes.map((minute) => minute[name]);
  return [
    row('CPU', of('cpu'), '%', 'of each minute, of one core'),
    row('wake-ups', of('wakeUps'), '/s', 'of each minute, of all threads'),
    row('memory', of('memory'), 'MB', 'PSS after each minute; bare: before the first', before.memory),
    row('handles', [handles], 'count', 'after the last; bare: before the first', before.handles),
  ];
}

async function oneDenied(emulator: Emulator, window: ElectronProcess): Promise<void> {
  await window.inPage(TO_APPROVAL);
  await denied(emulator, window);
  await window.inPage(AGAIN);
}

/** The milliseconds from the person's denial to its screen. */
async function denied(emulator: Emulator, window: ElectronProcess): Promise<number> {
  const begunAt = performance.now();
  const done = emulator.deny(emulator.outbox.all().at(-1)?.tid ?? '');
  if (!done.ok) throw new Error(done.error.message);
  await window.inPage(UNTIL_DENIED);
  return performance.now() - begunAt;
}

function announceStrangers(emulator: Emulator): void {
  for (let number = 0; number < STRANGERS; number += 1) {
    emulator.realtime.announce({
      tid: `stranger-${number}`,
      username: 'mallory',
      eventName: 'TransactionConfirmedEvent',
      token: `token-of-stranger-${number}`,
    });
  }
}

const settled = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
