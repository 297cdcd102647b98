/** From spawn to a field that can be typed into: the login window and a bare one, in turn. */
import { accessSync, constants, writeFileSync } from 'node:fs';
import type { Emulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { bareApp, loginWindow, withWindow } from './support/electron-process.ts';
import { atMost, leftOut, rowsOf, type Cells, type Row } from './support/row.ts';

const WARM_UP = 1;
/** More than bare: a person notices a tenth of a second, and waits at a fifth. */
const FELT_MS = { paint: 100, ready: 200 } as const;

type Start = Readonly<{ window: number; painted: number; ready: number }>;

/** The kernel's files in memory; 3 drops them (proc_sys_vm(5)). */
const DROP_CACHES = '/proc/sys/vm/drop_caches';

export async function coldStart(emulator: Emulator, runs: number): Promise<readonly Row[]> {
  try {
    accessSync(DROP_CACHES, constants.W_OK);
  } catch {
    leftOut.push(`start, cold: ${DROP_CACHES} cannot be written`);
    return [];
  }
  return startTime(emulator, runs, 'cold');
}

export async function startTime(
  emulator: Emulator,
  runs: number,
  from: 'warm' | 'cold' = 'warm',
): Promise<readonly Row[]> {
  const login = { app: loginWindow(writeConfig(emulator)), starts: [] as Start[] };
  const bare = { app: bareApp('window'), starts: [] as Start[] };
  for (let run = -WARM_UP; run < runs; run += 1) {
    // Each is first as often as it is second.
    for (const { app, starts } of run % 2 === 0 ? [login, bare] : [bare, login]) {
      if (from === 'cold') writeFileSync(DROP_CACHES, '3');
      const times = await withWindow(app, (_window, ready) => Promise.resolve(ready));
      const { startedAt, windowAt, shownAt, paintedAt, readyAt } = times;
      const painted = Math.max(paintedAt, shownAt) - startedAt;
      const ready = Math.max(readyAt, shownAt) - startedAt;
      if (run >= 0) starts.push({ window: windowAt - startedAt, painted, ready });
    }
  }
  const goal = (most: number) => (from === 'cold' ? {} : atMost(most, 'bare'));
  const cells = (name: string, of: keyof Start, note: string, more = {}): Cells => {
    const [ours = [], theirs = []] = [login, bare].map(({ starts }) =>
      starts.map((start) => start[of]),
    );
    return [name, ours, note, { bare: theirs, ...more }];
  };
  const painted = 'spawn to the first picture with something in it, in a window that is shown';
  const ready =
    'spawn to the focus in the field and, in ours, an answer of main, whose engine is loaded';
  return rowsOf(from === 'cold' ? 'start, cold: ' : 'start: ', { sampling: 'paired' }, [
    cells('window made', 'window', 'spawn to a window, empty and not yet shown'),
    cells('first paint', 'painted', painted, goal(FELT_MS.paint)),
    cells('ready to type', 'ready', ready, goal(FELT_MS.ready)),
  ]);
}
