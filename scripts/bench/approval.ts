/** From the service's event to the drawn success screen: of logins in windows of their own, which each approval ends. */
import type { Emulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../tests/lab/written-config.ts';
import { loginWindow, profileFolder, withWindow } from './support/electron-process.ts';
import { inLogin, TO_APPROVAL } from './support/page-scripts.ts';
import { rowOf, type Row } from './support/row.ts';
import { repeated } from './support/statistics.ts';

const GOAL_MS = 35;
const WARM_UP = 1;

/** Leaves a promise in the page: the answer tells that the page listens. */
const LISTEN = `self.successDrawnAt = ${inLogin(`await onScreen('succeeded');
  for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  return Date.now();`)}; undefined`;

export async function approval(emulator: Emulator, runs: number): Promise<readonly Row[]> {
  const app = loginWindow(writeConfig(emulator));
  const profile = profileFolder();
  const oneApproval = async (): Promise<number> =>
    withWindow(
      app,
      async (window) => {
        await window.inPage(TO_APPROVAL);
        await window.inPage(LISTEN);
        const sentAt = Date.now();
        const done = emulator.approve(emulator.outbox.all().at(-1)?.tid ?? '');
        if (!done.ok) throw new Error(done.error.message);
        return Number(await window.inPage('self.successDrawnAt')) - sentAt;
      },
      profile,
    );
  const times = await repeated(runs, WARM_UP, oneApproval);
  const note =
    'the event sent, to the frame after the one that draws the success; with the call that confirms it';
  const budgets = [{ of: 'p95', over: 'nothing', most: GOAL_MS } as const];
  return [rowOf('approval: event to success', times, note, { budgets })];
}
