/**
 * The load of windows that only wait: one that polls, one with a websocket, and a bare one. Shown, each has the focus for
 * its own four seconds in turn, because only there a caret blinks; out of sight, all are measured at the same time.
 */
import { spawnSync } from 'node:child_process';
import { startEmulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../tests/lab/written-config.ts';
import {
  bareApp,
  loginWindow,
  withWindow,
  type App,
  type ElectronProcess,
} from './support/electron-process.ts';
import { TO_APPROVAL, until } from './support/page-scripts.ts';
import type { ProcessKind, Use, UseByKind } from './support/process-use.ts';
import { MS_PER_PERCENT, PROCESS_KINDS, settled, useWithin } from './support/process-use.ts';
import { atMost, leftOut, rowsOf, type Cells, type Row } from './support/row.ts';
import { quantile } from './support/statistics.ts';
import { countTraffic, type TrafficCount } from './support/traffic.ts';

const SLICE_MS = 4_000;
/** The picture with the focus has been drawn by then. */
const FOCUS_MS = 500;
const MINUTE_MS = 60_000;

const USERNAME = 'at the username';
/** Left edges: beside each other on a screen 1280 wide. They start in its middle, where the last one stays. */
const PLACES = { websocket: 0, polling: 840, bare: 420 } as const;
type Name = keyof typeof PLACES;
const NAMES = ['websocket', 'polling', 'bare'] as const;
const LOGINS = ['websocket', 'polling'] as const;
type Windows = Readonly<Record<Name, ElectronProcess>>;
type Counts = Readonly<Record<(typeof LOGINS)[number], TrafficCount>>;
type Uses = Readonly<Record<Name, UseByKind[]>>;

const COVER_ALL =
  'window.setBounds(electron.screen.getPrimaryDisplay().bounds); window.moveTop(); window.focus();';
const FOCUSED = until('document.hasFocus()');
const VISIBLE = until("document.visibilityState === 'visible'");
const HIDDEN = until("document.visibilityState === 'hidden'");

const canMinimise = spawnSync('xprop', ['-version']).status === 0;

/** @param slices how many times four seconds are measured in each state */
export async function quiet(slices: number): Promise<readonly Row[]> {
  const lock = 'the program listens to its end alone, which Electron does not tell on Linux';
  leftOut.push(`quiet: during a lock: ${lock}`);
  if (!canMinimise) leftOut.push('quiet: minimised: there is no xprop (apt-get install x11-utils)');
  const [first, second] = [await startEmulator(), await startEmulator()];
  const counts: Counts = {
    websocket: countTraffic(first.port),
    polling: countTraffic(second.port),
  };
  const alone = { service: { realtime: { transports: ['polling'] } } };
  try {
    return await placed('websocket', loginWindow(writeConfig(first)), (websocket) =>
      placed('polling', loginWindow(writeConfig(second, alone)), (polling) =>
        placed('bare', bareApp('window'), (bare) =>
          states({ websocket, polling, bare }, counts, slices),
        ),
      ),
    );
  } finally {
    for (const name of LOGINS) counts[name].end();
    for (const emulator of [first, second]) await emulator.close();
  }
}

async function states(windows: Windows, counts: Counts, slices: number): Promise<readonly Row[]> {
  const all = Object.values(windows);
  await settled();
  const username = await usesOf(windows, slices, 'in turn');
  const rows = rowsOfState(USERNAME, 'websocket', username, 'the field has the focus');

  for (const name of LOGINS) await windows[name].inPage(TO_APPROVAL);
  // The approval has no caret: without this the bare window would be the busier one.
  await windows.bare.inPage('document.activeElement.blur()');
  await settled();
  const before = { websocket: counts.websocket.soFar(), polling: counts.polling.soFar() };
  const beganAt = performance.now();
  const waiting = await usesOf(windows, slices, 'in turn');
  const note = 'for the approval of a push; bare: without a caret too';
  rows.push(...rowsOfState('waiting, websocket', 'websocket', waiting, note));
  rows.push(
    ...rowsOfState('waiting, polling', 'polling', waiting, 'the same, without a websocket'),
  );

  for (const name of LOGINS) await windows[name].inPage('self.gatehouse.login.keepWaiting({})');
  if (canMinimise) {
    for (const window of all) await setState(window, '_NET_WM_STATE_HIDDEN', HIDDEN);
    const minimised = await usesOf(windows, slices, 'together');
    rows.push(...rowsOfState('minimised', 'websocket', minimised, 'the same, by websocket'));
    for (const window of all) await setState(window, '_NET_WM_STATE_FOCUSED', VISIBLE);
  }
  await withWindow(bareApp('window'), async (cover) => {
    await cover.inMain(COVER_ALL);
    for (const window of all) await window.inPage(HIDDEN);
    const covered = await usesOf(windows, slices, 'together');
    const below = 'the same, below a window of the size of the screen';
    rows.push(...rowsOfState('covered', 'websocket', covered, below));
  });

  const minutes = (performance.now() - beganAt) / MINUTE_MS;
  const span = `from the wait's beginning to the end of "covered", ${(minutes * 60).toFixed(0)} s`;
  for (const name of LOGINS) {
    const [from, to] = [before[name], counts[name].soFar()];
    rows.push(
      ...rowsOf(`quiet: waiting, ${name}, `, {}, [
        ['requests', [(to.requests - from.requests) / minutes], span, { unit: '/min' }],
        ['traffic', [(to.bytes - from.bytes) / minutes], `both ways, ${span}`, { unit: 'B/min' }],
      ]),
    );
  }
  return rows;
}

const placed = <Value>(name: Name, app: App, work: (window: ElectronProcess) => Promise<Value>) =>
  withWindow(app, async (window) => {
    await window.inMain(`window.setPosition(${PLACES[name]}, 0)`);
    return work(window);
  });

/** In turn each has the focus. */
async function usesOf(
  windows: Windows,
  slices: number,
  order: 'in turn' | 'together',
): Promise<Uses> {
  const found: Uses = { websocket: [], polling: [], bare: [] };
  const measure = async (name: Name): Promise<unknown> =>
    found[name].push(await useWithin(windows[name].pid, SLICE_MS));
  if (order === 'together') await settled();
  for (let slice = 0; slice < slices; slice += 1) {
    if (order === 'together') await Promise.all(NAMES.map(measure));
    else
      for (const name of NAMES) {
        await windows[name].inMain('window.focus()');
        await windows[name].inPage(FOCUSED);
        await settled(FOCUS_MS);
        await measure(name);
      }
  }
  return found;
}

/** The goals of ours, at most: a thousandth of a core, and one wake-up a second. */
function rowsOfState(state: string, name: keyof Counts, uses: Uses, note: string): Row[] {
  const [ours, bare] = [uses[name], uses.bare];
  const values = (
    of: readonly UseByKind[],
    figure: keyof Use,
    kinds: readonly ProcessKind[],
  ): number[] => of.map((use) => kinds.reduce((sum, kind) => sum + use[kind][figure], 0));
  const kindsOf = (figure: keyof Use): string =>
    PROCESS_KINDS.map((kind) => {
      const median = (of: readonly UseByKind[]) =>
        quantile(values(of, figure, [kind]), 0.5).toFixed(1);
      return `${kind} ${median(ours)} (${median(bare)})`;
    }).join(', ');
  const percent = (of: readonly UseByKind[]): readonly number[] =>
    values(of, 'cpuMs', PROCESS_KINDS).map((ms) => ms / MS_PER_PERCENT);
  const wakeUps = (name: string, kinds: readonly ProcessKind[], words = '', more = {}): Cells => {
    const compared = { unit: '/s', bare: values(bare, 'wakeUps', kinds), ...more } as const;
    return [name, values(ours, 'wakeUps', kinds), words, compared];
  };
  const goal = (most: number) => (state === USERNAME ? {} : atMost(most, 'bare'));
  const load = `${note}: of one core; ms a second (bare): ${kindsOf('cpuMs')}`;
  const threads = `of all threads; the difference is ours. Preemptions, not counted (bare): ${kindsOf('preemptions')}`;
  return rowsOf(`quiet: ${state}, `, { sampling: 'paired' }, [
    ['CPU', percent(ours), load, { unit: '%', bare: percent(bare), ...goal(0.1) }],
    wakeUps('wake-ups', PROCESS_KINDS, threads, goal(1)),
    ...PROCESS_KINDS.filter((kind) => kind !== 'other').map((kind) =>
      wakeUps(`wake-ups of ${kind}`, [kind]),
    ),
  ]);
}

/** The part of a window manager, which the display has not: the window's state. */
async function setState(window: ElectronProcess, state: string, then: string): Promise<void> {
  const id = await window.inMain('return window.getNativeWindowHandle().readUInt32LE(0)');
  spawnSync('xprop', [
    '-id',
    String(id),
    '-format',
    '_NET_WM_STATE',
    '32a',
    '-set',
    '_NET_WM_STATE',
    state,
  ]);
  await window.inPage(then);
}
