/**
 * The load of a window that waits for the approval of a push, beside a bare one. Each window is
 * alone on the display and has the focus from its start: a bare window that gets the focus back
 * draws sixty frames a second for no reason of ours. How rarely our own timers wake it is counted
 * without a clock, in tests/e2e/quiet.spec.ts.
 */
import type { Emulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { bareApp, loginWindow, withWindow, type App } from './support/electron-process.ts';
import { TO_APPROVAL } from './support/page-scripts.ts';
import { pause, useWithin, type Use } from './support/process-use.ts';
import { atMost, rowsOf, type Row } from './support/row.ts';

const SLICE_MS = 4_000;
/** Of one core, in a second. */
const MS_PER_PERCENT = 10;
/** The approval has no caret: with one, the bare window would be the busier one. */
const WITHOUT_CARET = 'document.activeElement.blur()';

/** @param slices how many windows of each are measured, four seconds each */
export async function waiting(emulator: Emulator, slices: number): Promise<readonly Row[]> {
  const login = loginWindow(writeConfig(emulator));
  const plain = bareApp('window');
  const ours: Use[] = [];
  const bare: Use[] = [];
  for (let slice = 0; slice < slices; slice += 1) {
    ours.push(await useBehind(login, TO_APPROVAL));
    bare.push(await useBehind(plain, WITHOUT_CARET));
  }

  const percent = (uses: readonly Use[]): readonly number[] =>
    uses.map(({ cpuMs }) => cpuMs / MS_PER_PERCENT);
  const wakeUps = (uses: readonly Use[]): readonly number[] => uses.map((use) => use.wakeUps);
  return rowsOf('waiting: ', { sampling: 'paired' }, [
    ['CPU', percent(ours), 'of one core', { unit: '%', bare: percent(bare), ...atMost(1, 'bare') }],
    ['wake-ups', wakeUps(ours), 'of all threads', { unit: '/s', bare: wakeUps(bare) }],
  ]);
}

/** The use of a new window, some time after a script has run in its page. */
function useBehind(app: App, script: string): Promise<Use> {
  return withWindow(app, async (window) => {
    await window.inPage(script);
    await pause();
    return useWithin(window.pid, SLICE_MS);
  });
}
