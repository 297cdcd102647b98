/**
 * The load of windows that only wait: one that polls, one with a websocket, and a bare one. Shown, each has the focus for
 * its own four seconds in turn, because only there a caret blinks; out of sight, all are measured at the same time.
 */
import { spawnSync } from 'node:child_process';
import { startEmulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../tests/lab/written-config.ts';
import {
  bareApp,
  choosing,
  loginWindow,
  profileFolder,
  withElectron,
  type App,
  type ElectronProcess,
} from './support/electron-process.ts';
import { leftOut } from './support/left-out.ts';
import {
  PROCESS_KINDS,
  useWithin,
  type ProcessKind,
  type Use,
  type UseByKind,
} from './support/process-use.ts';
import { rowOf, type Budget, type Row } from './support/row.ts';
import { summary } from './support/statistics.ts';
import { TrafficCount, type Traffic } from './support/traffic.ts';

const SLICE_MS = 4_000;
/** The picture with the focus has been drawn by then. */
const FOCUS_MS = 500;
/** Of ours, at most: a thousandth of a core, and one wake-up a second. */
const CPU: Budget = { of: 'median', over: 'bare', most: 0.1 };
const WAKE_UPS: Budget = { of: 'median', over: 'bare', most: 1 };
/** Long enough for late starts and the first garbage collection. */
const SETTLE_MS = 2_500;
const MINUTE_MS = 60_000;
const MS_PER_PERCENT = 10;

const USERNAME = 'at the username';
/** Left edges: beside each other on a screen 1280 wide. They start in its middle, where the last one stays. */
const PLACES = { websocket: 0, polling: 840, bare: 420 } as const;
type Name = keyof typeof PLACES;
const NAMES = ['websocket', 'polling', 'bare'] as const satisfies readonly Name[];
const LOGINS = ['websocket', 'polling'] as const;
type Windows = Readonly<Record<Name, ElectronProcess>>;
type Counts = Readonly<Record<(typeof LOGINS)[number], TrafficCount>>;
type Uses = Readonly<Record<Name, readonly UseByKind[]>>;

const TO_APPROVAL = choosing('push', "(await screen()) === 'approval'");
const until = (condition: string): string => `(async () => {
  const limit = Date.now() + 10_000;
  while (!(${condition})) {
    if (Date.now() > limit) throw new Error("not there: ${condition}");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
})()`;
const KEEP_WAITING = 'self.gatehouse.login.keepWaiting({})';
const COVER_ALL =
  'window.setBounds(electron.screen.getPrimaryDisplay().bounds); window.moveTop(); window.focus();';
const FOCUSED = until('document.hasFocus()');
const VISIBLE = until("document.visibilityState === 'visible'");
const HIDDEN = until("document.visibilityState === 'hidden'");

const canMinimise = spawnSync('xprop', ['-version']).status === 0;

/** @param slices how many times four seconds are measured in each state */
export async function quiet(slices: number): Promise<readonly Row[]> {
  leftOut.push(
    'quiet: during a lock: the program listens to its end alone, which Electron does not tell on Linux',
  );
  if (!canMinimise) leftOut.push('quiet: minimised: there is no xprop (apt-get install x11-utils)');
  const [first, second] = [await startEmulator(), await startEmulator()];
  const counts: Counts = { websocket: new TrafficCount(first.port), polling: new TrafficCount(second.port) };
  const alone = { service: { realtime: { transports: ['polling'] } } };
  try {
    return await placed('websocket', loginWindow(writeConfig(first)), (websocket) =>
      placed('polling', loginWindow(writeConfig(second, alone)), (polling) =>
        placed('bare', bareApp('window'), (bare) => states({ websocket, polling, bare }, counts, slices)),
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
  const username = await focused(windows, slices);
  const rows = rowsOf(USERNAME, username.websocket, username.bare, 'the field has the focus');

  for (const name of LOGINS) await windows[name].inPage(TO_APPROVAL);
  // The approval has no caret: without this the bare window would be the busier one.
  await windows.bare.inPage('document.activeElement.blur()');
  await settled();
  const before = { websocket: counts.websocket.soFar, polling: counts.polling.soFar };
  const beganAt = performance.now();
  const waiting = await focused(windows, slices);
  rows.push(
    ...rowsOf(
      'waiting, websocket',
      waiting.websocket,
      waiting.bare,
      'for the approval of a push; bare: without a caret too',
    ),
  );
  rows.push(...rowsOf('waiting, polling', waiting.polling, waiting.bare, 'the same, without a websocket'));

  for (const name of LOGINS) await windows[name].inPage(KEEP_WAITING);
  if (canMinimise) {
    for (const window of all) await setState(window, '_NET_WM_STATE_HIDDEN', HIDDEN);
    const minimised = await together(windows, slices);
    rows.push(...rowsOf('minimised', minimised.websocket, minimised.bare, 'the same, by websocket'));
    for (const window of all) await setState(window, '_NET_WM_STATE_FOCUSED', VISIBLE);
  }
  await withElectron(bareApp('window'), profileFolder(), async (cover) => {
    await cover.ready();
    await cover.inMain(COVER_ALL);
    for (const window of all) await window.inPage(HIDDEN);
    const { websocket, bare } = await together(windows, slices);
    rows.push(...rowsOf('covered', websocket, bare, 'the same, below a window of the size of the screen'));
  });

  const minutes = (performance.now() - beganAt) / MINUTE_MS;
  for (const name of LOGINS) rows.push(...trafficRows(name, before[name], counts[name].soFar, minutes));
  return rows;
}

const placed = <Value>(
  name: Name,
  app: App,
  work: (window: ElectronProcess) => Promise<Value>,
): Promise<Value> =>
  withElectron(app, profileFolder(), async (window) => {
    await window.ready();
    await window.inMain(`window.setPosition(${PLACES[name]}, 0)`);
    return work(window);
  });

async function focused(windows: Windows, slices: number): Promise<Uses> {
  const found = noUses();
  for (let slice = 0; slice < slices; slice += 1) {
    for (const name of NAMES) {
      await windows[name].inMain('window.focus()');
      await windows[name].inPage(FOCUSED);
      await settled(FOCUS_MS);
      found[name].push(await useWithin(windows[name].pid, SLICE_MS));
    }
  }
  return found;
}

async function together(windows: Windows, slices: number): Promise<Uses> {
  await settled();
  const found = noUses();
  for (let slice = 0; slice < slices; slice += 1)
    await Promise.all(
      NAMES.map(async (name) => found[name].push(await useWithin(windows[name].pid, SLICE_MS))),
    );
  return found;
}

const noUses = (): Record<Name, UseByKind[]> => ({ websocket: [], polling: [], bare: [] });
const settled = (ms = SETTLE_MS): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms));

function rowsOf(state: string, ours: readonly UseByKind[], bare: readonly UseByKind[], note: string): Row[] {
  const kindsOf = (figure: keyof Use): string =>
    PROCESS_KINDS.map((kind) => {
      const [one, other] = [ours, bare].map((uses) => summary(uses.map((use) => use[kind][figure])).median);
      return `${kind} ${one?.toFixed(1) ?? ''} (${other?.toFixed(1) ?? ''})`;
    }).join(', ');
  const values = (
    uses: readonly UseByKind[],
    figure: keyof Use,
    kinds: readonly ProcessKind[],
  ): readonly number[] => uses.map((use) => kinds.reduce((sum, kind) => sum + use[kind][figure], 0));
  const wakeUps = (name: string, kinds: readonly ProcessKind[], words: string): Row =>
    rowOf(`quiet: ${state}, ${name}`, values(ours, 'wakeUps', kinds), words, {
      unit: '/s',
      bare: summary(values(bare, 'wakeUps', kinds)),
      sampling: 'paired',
      budget: state !== USERNAME && kinds.length > 1 ? WAKE_UPS : null,
    });
  const percent = (uses: readonly UseByKind[]): readonly number[] =>
    values(uses, 'cpuMs', PROCESS_KINDS).map((ms) => ms / MS_PER_PERCENT);
  return [
    rowOf(
      `quiet: ${state}, CPU`,
      percent(ours),
      `${note}: of one core; ms a second (bare): ${kindsOf('cpuMs')}`,
      {
        unit: '%',
        bare: summary(percent(bare)),
        sampling: 'paired',
        budget: state === USERNAME ? null : CPU,
      },
    ),
    wakeUps(
      'wake-ups',
      PROCESS_KINDS,
      `of all threads; the difference is ours. Preemptions, not counted (bare): ${kindsOf('preemptions')}`,
    ),
    ...PROCESS_KINDS.filter((kind) => kind !== 'other').map((kind) =>
      wakeUps(`wake-ups of ${kind}`, [kind], ''),
    ),
  ];
}

function trafficRows(name: string, from: Traffic, to: Traffic, minutes: number): readonly Row[] {
  const note = `from the wait's beginning to the end of "covered", ${(minutes * 60).toFixed(0)} s`;
  return [
    rowOf(`quiet: waiting, ${name}, requests`, [(to.requests - from.requests) / minutes], note, {
      unit: '/min',
    }),
    rowOf(`quiet: waiting, ${name}, traffic`, [(to.bytes - from.bytes) / minutes], `both ways, ${note}`, {
      unit: 'B/min',
    }),
  ];
}

/** The part of a window manager, which the display has not: the window's state. */
async function setState(window: ElectronProcess, state: string, then: string): Promise<void> {
  const id = await window.inMain('return window.getNativeWindowHandle().readUInt32LE(0)');
  spawnSync('xprop', ['-id', String(id), '-format', '_NET_WM_STATE', '32a', '-set', '_NET_WM_STATE', state]);
  await window.inPage(then);
}
