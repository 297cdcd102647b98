/**
 * The time from the service's event to the presented success screen. Each login has a window of its
 * own.
 */
import type { Emulator } from '../../emulator/emulator.ts';
import { writeConfig } from '../../lab/written-config.ts';
import { loginWindow, withWindow } from './support/electron-process.ts';
import { inLogin, TO_APPROVAL } from './support/page-scripts.ts';
import { pause } from './support/process-use.ts';
import { atMost, rowOf, type Row } from './support/row.ts';
import { repeated } from './support/statistics.ts';

/** Felt as at once. */
const GOAL_MS = 100;
const WARM_UP = 1;
/** People need longer than the change from polling to a websocket. */
const PAUSE_MS = 1000;

/**
 * Leaves a promise in the page: the time at which the heading of the success screen was presented,
 * by Element Timing. Turns the slide of 140 ms off, because its first frames show no text yet.
 */
const LISTEN = `self.presentedAt = ${inLogin(`const still = new CSSStyleSheet();
  still.replaceSync('* { animation: none !important }');
  document.adoptedStyleSheets = [still];
  const mark = (node) => node.querySelectorAll?.('*').forEach((part) => part.setAttribute('elementtiming', ''));
  const presented = new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const heading = list.getEntries().find(({ element }) => element?.localName === 'h1');
      if (heading) resolve(heading.renderTime);
    }).observe({ type: 'element' });
  });
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(mark)))
    .observe(document.body, { childList: true, subtree: true });
  await onScreen('succeeded');
  return performance.timeOrigin + (await presented);`)}; undefined`;

export async function approval(emulator: Emulator, runs: number): Promise<readonly Row[]> {
  const app = loginWindow(writeConfig(emulator));
  const oneApproval = async (): Promise<number> =>
    withWindow(app, async (window) => {
      for (const script of [TO_APPROVAL, LISTEN]) await window.inPage(script);
      await pause(PAUSE_MS);
      const sentAt = Date.now();
      const done = emulator.approve(emulator.outbox.all().at(-1)?.tid ?? '');
      if (!done.ok) throw new Error(done.error.message);
      return Number(await window.inPage('self.presentedAt')) - sentAt;
    });
  const times = await repeated(runs, WARM_UP, oneApproval);
  const note =
    'the event sent, to the presented frame of the success, without its slide; with the call that confirms it';
  return [rowOf('approval: event to success', times, note, atMost(GOAL_MS, 'nothing', 'p95'))];
}
