/** From spawn to a field that can be typed into: the login window and a bare one, in turn. */
import type { Emulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../tests/lab/written-config.ts';
import { bareApp, loginWindow, profileFolder, withElectron, type App } from './support/electron-process.ts';
import { rowOf, type Budget, type Row } from './support/row.ts';
import { summary } from './support/statistics.ts';

const WARM_UP = 1;

type Start = Readonly<{ window: number; painted: number; ready: number }>;

export async function startTime(emulator: Emulator, runs: number): Promise<readonly Row[]> {
  const login = { app: loginWindow(writeConfig(emulator)), profile: profileFolder(), starts: [] as Start[] };
  const bare = { app: bareApp('window'), profile: profileFolder(), starts: [] as Start[] };
  for (let run = -WARM_UP; run < runs; run += 1) {
    // Each is first as often as it is second.
    for (const { app, profile, starts } of run % 2 === 0 ? [login, bare] : [bare, login]) {
      const start = await oneStart(app, profile);
      if (run >= 0) starts.push(start);
    }
  }
  const row = (name: string, of: keyof Start, times: number | null, note: string): Row => {
    const [ours, theirs] = [login, bare].map(({ starts }) => starts.map((start) => start[of]));
    const budget: Budget | null = times === null ? null : { of: 'median', over: 'times bare', most: times };
    return rowOf(name, ours ?? [], note, { bare: summary(theirs ?? []), sampling: 'paired', budget });
  };
  return [
    row('start: window made', 'window', null, 'spawn to a window, empty and not yet shown'),
    row(
      'start: first paint',
      'painted',
      1.08,
      'spawn to the first picture with something in it, in a window that is shown',
    ),
    row(
      'start: ready to type',
      'ready',
      1.14,
      'spawn to the focus in the field and, in ours, an answer of main, whose engine is loaded',
    ),
  ];
}

const oneStart = (app: App, profile: string): Promise<Start> =>
  withElectron(app, profile, async (electron) => {
    const { windowAt, shownAt, paintedAt, readyAt } = await electron.ready();
    const since = (at: number): number => at - electron.startedAt;
    return {
      window: since(windowAt),
      painted: since(Math.max(paintedAt, shownAt)),
      ready: since(Math.max(readyAt, shownAt)),
    };
  });
