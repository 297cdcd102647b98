import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LoginController } from '../../electron/login/login-controller.ts';
import { simulatedLogin } from './simulation/login.ts';
import { SimulatedServer } from './simulation/server.ts';

/*
 * Hours of waiting and suspending, with the real engine against a server made of timers. In `npm test` it is one
 * hour; the nightly runs eight.
 */
const HOURS = Number(process.env.GATEHOUSE_SOAK_HOURS ?? 1);
const LIMIT_BYTES = 5_000_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** One turn: a wait, more time asked for, a sleep. */
const TURN_MS = 10 * MINUTE_MS;
const LONG_SLEEP_MS = 4 * MINUTE_MS;
const SHORT_SLEEP_MS = 30_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

let server: SimulatedServer;
let login: LoginController;
let views = 0;
const outcomes = new Map<string, number>();

beforeEach(() => {
  vi.useFakeTimers();
  server = new SimulatedServer();
  login = simulatedLogin(server, {
    onView: () => {
      views += 1;
    },
    onOutcome: ({ outcome }) => {
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    },
  });
});
afterEach(() => {
  login.close();
  vi.useRealTimers();
});

function heapBytes(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

async function begin(): Promise<void> {
  login.dispatch({ type: 'submit-username', username: 'alice' });
  await pass(1_000);
  login.dispatch({ type: 'choose-method', method: 'push' });
  await pass(1_000);
  expect(login.view().view).toMatchObject({ screen: 'approval', link: 'connected' });
}

/**
 * Waits, with more time asked for, a broken event channel and a sleep: the clock jumps over it, no
 * timer runs.
 */
async function turn(sleepMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < TURN_MS - LONG_SLEEP_MS; waitedMs += 90_000) {
    await pass(90_000);
    login.dispatch({ type: 'keep-waiting' });
  }
  server.cut();
  // The heartbeat finds out.
  await pass(60_000);
  login.dispatch({ type: 'keep-waiting' });
  server.cut();
  vi.setSystemTime(Date.now() + sleepMs);
  login.refresh();
  await pass(3_000);
}

/** One hour of one login after the other: each waits until a sleep was too long for it. */
async function hour(): Promise<void> {
  for (let turns = 0; turns * TURN_MS < HOUR_MS; turns += 1) {
    await turn(turns % 2 === 0 ? SHORT_SLEEP_MS : LONG_SLEEP_MS);
    if (login.view().view.screen === 'failed') login.dispatch({ type: 'retry' });
    await pass(1_000);
    if (login.view().view.screen === 'approval') continue;
    login.dispatch({ type: 'cancel' });
    await begin();
  }
}

it(
  `keeps the heap within its limit over ${HOURS} simulated hours of waiting and sleeping, then lets in`,
  { timeout: 600_000 },
  async () => {
    await begin();
    await hour();
    const before = heapBytes();
    for (let done = 0; done < HOURS; done += 1) await hour();
    const growth = heapBytes() - before;
    server.service.approve(server.newestPush ?? '');
    await pass(1_000);
    expect(outcomes.get('confirmed')).toBe(1);
    console.log(
      `${HOURS} simulated hours: ${server.requests} requests, ${views} views, ${[...outcomes].join(' ')}, heap ` +
        `${(before / 1e6).toFixed(1)} MB, growth ${(growth / 1e6).toFixed(2)} MB`,
    );
    expect(growth).toBeLessThan(LIMIT_BYTES);
  },
);
