import type { Page } from '@playwright/test';

type PageClock = { wakeUps: number; pass: (ms: number) => Promise<void> };
type WithClock = typeof globalThis & { pageClock: PageClock };

/** Loads the page again with a clock that stands until `wakeUpsWithin`. */
export async function stopClock(page: Page): Promise<void> {
  await page.addInitScript(replaceClock);
  await page.reload();
}

/** The page's timers that end while its clock runs for so long. */
export async function wakeUpsWithin(page: Page, ms: number): Promise<number> {
  return page.evaluate(async (passing) => {
    const { pageClock } = globalThis as WithClock;
    pageClock.wakeUps = 0;
    await pageClock.pass(passing);
    return pageClock.wakeUps;
  }, ms);
}

/** In the page, before its scripts. React renders between the moments of the clock. */
function replaceClock(): void {
  type Act = (...given: unknown[]) => void;
  const self = globalThis as unknown as Record<string, unknown> & { pageClock: PageClock };
  const timers = new Map<number, Readonly<{ atMs: number; run: () => void }>>();
  let nowMs = 0;
  let lastId = 0;

  const arm = (delayMs: number, run: () => void): number => {
    lastId += 1;
    timers.set(lastId, { atMs: nowMs + delayMs, run });
    return lastId;
  };
  const clear = (id: number): void => {
    timers.delete(id);
  };

  self['setTimeout'] = (act: Act, delayMs = 0, ...given: unknown[]) =>
    arm(delayMs, () => act(...given));
  self['requestAnimationFrame'] = (act: Act) => arm(16, () => act(nowMs));
  self['requestIdleCallback'] = (act: Act) => arm(1, () => act());
  for (const name of ['clearTimeout', 'cancelAnimationFrame', 'cancelIdleCallback'])
    self[name] = clear;
  self['setInterval'] = () => {
    throw new Error('count intervals, too');
  };
  performance.now = () => nowMs;

  /**
   * Lets React's tasks run, which go through channels of messages: a render, its effects, and the
   * next render.
   */
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 10; round += 1) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((resolve) => {
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    }
  };

  const pass = async (ms: number): Promise<void> => {
    const untilMs = nowMs + ms;
    await settle();
    for (;;) {
      const atMs = Math.max(nowMs, Math.min(...[...timers.values()].map((timer) => timer.atMs)));
      if (atMs > untilMs) break;
      nowMs = atMs;
      // Those of one moment follow each other, and React renders after them.
      for (const [id, timer] of [...timers]) {
        if (timer.atMs > nowMs || !timers.delete(id)) continue;
        self.pageClock.wakeUps += 1;
        timer.run();
      }
      await settle();
    }
    nowMs = untilMs;
  };
  self.pageClock = { wakeUps: 0, pass };
}
