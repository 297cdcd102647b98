/**
 * The load of a window that waits for the approval of a push, beside a bare one. Each has the focus for its own four
 * seconds, in turn. How rarely our own timers wake it is counted without a clock, in tests/e2e/quiet.spec.ts.
 */
import type { Emulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../tests/lab/written-config.ts';
import {
  bareApp,
  loginWindow,
  withWindow,
  type ElectronProcess,
} from './support/electron-process.ts';
import { TO_APPROVAL, until } from './support/page-scripts.ts';
import { settled, useWithin, type Use } from './support/process-use.ts';
import { atMost, rowsOf, type Row } from './support/row.ts';

const SLICE_MS = 4_000;
/** The picture with the focus has been drawn by then. */
const FOCUS_MS = 500;
/** Of one core, in a second. */
const MS_PER_PERCENT = 10;
const FOCUSED = until('document.hasFocus()');

/** @param slices how many times four seconds of each window are measured */
export async function waiting(emulator: Emulator, slices: number): Promise<readonly Row[]> {
  const { ours, bare } = await withWindow(loginWindow(writeConfig(emulator)), (login) =>
    withWindow(bareApp('window'), async (plain) => {
      await login.inPage(TO_APPROVAL);
      // The approval has no caret: without this the bare window would be the busier one.
      await plain.inPage('document.activeElement.blur()');
      await settled();
      const uses = { ours: [] as Use[], bare: [] as Use[] };
      for (let slice = 0; slice < slices; slice += 1) {
        uses.ours.push(await useInFocus(login));
        uses.bare.push(await useInFocus(plain));
      }
      return uses;
    }),
  );

  const percent = (uses: readonly Use[]): readonly number[] =>
    uses.map(({ cpuMs }) => cpuMs / MS_PER_PERCENT);
  const wakeUps = (uses: readonly Use[]): readonly number[] => uses.map((use) => use.wakeUps);
  return rowsOf('waiting: ', { sampling: 'paired' }, [
    ['CPU', percent(ours), 'of one core', { unit: '%', bare: percent(bare), ...atMost(1, 'bare') }],
    ['wake-ups', wakeUps(ours), 'of all threads', { unit: '/s', bare: wakeUps(bare) }],
  ]);
}

async function useInFocus(window: ElectronProcess): Promise<Use> {
  await window.inMain('window.focus()');
  await window.inPage(FOCUSED);
  await settled(FOCUS_MS);
  return useWithin(window.pid, SLICE_MS);
}
