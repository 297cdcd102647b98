import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { violationsIn } from '../support/history/checker.ts';
import { printHistory } from '../support/history/print.ts';
import { RecordedLogin } from '../support/history/recorded-login.ts';
import { fakeTimersClock } from '../support/fakes/fake-clock.ts';
import { SimulatedServer, type Network } from './simulation/server.ts';

/*
 * The real event channel, client and controller against a server made of timers: an outage of half a minute, at each
 * phase of a login. `refresh` is the platform's call when the network is back.
 */
const OUTAGE_MS = 30_000;
const RECOVERY_MS = 2_000;

let server: SimulatedServer;
let run: RecordedLogin;

beforeEach(() => {
  vi.useFakeTimers();
  server = new SimulatedServer();
  run = new RecordedLogin({
    server,
    transports: ['polling'],
    toleranceMs: 0,
    http: server.http,
    webSocket: () => {
      throw new Error('no websocket');
    },
    clock: fakeTimersClock,
  });
});
afterEach(() => {
  run.close();
  vi.useRealTimers();
});

async function toThePush(): Promise<void> {
  run.login.dispatch({ type: 'submit-username', username: 'alice' });
  await vi.advanceTimersByTimeAsync(1_000);
  run.login.dispatch({ type: 'choose-method', method: 'push' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(run.view).toMatchObject({ screen: 'approval', link: 'connected', notice: null });
}

function checked(): void {
  const history = run.history();
  const violations = violationsIn(history);
  if (violations.length > 0) throw new Error(printHistory(history, violations));
}

/** Lets time go on until the event channel stands again, and says how long that took. */
async function recovery(confirmedBefore: number): Promise<number> {
  const startedAtMs = Date.now();
  while (confirmations() === confirmedBefore && Date.now() - startedAtMs < 60_000) {
    await vi.advanceTimersByTimeAsync(10);
  }
  return Date.now() - startedAtMs;
}

function confirmations(): number {
  return run.history().entries.filter(({ what }) => what === 'confirmed').length;
}

const NETWORKS = ['refused', 'silent'] as const satisfies readonly Network[];
/** When the network goes, in a wait. 25 s is the heartbeat. */
const PHASES_MS = [0, 10, 30, 1_000, 24_990, 25_010, 25_030, 44_000];

describe.each(NETWORKS)('half a minute of a network that is %s', (network) => {
  it.each(PHASES_MS)(
    `listens again within the limit after half a minute of a network that is ${network}, from %i ms of waiting`,
    async (afterMs) => {
      await toThePush();
      await vi.advanceTimersByTimeAsync(afterMs);
      server.fail(network);
      await vi.advanceTimersByTimeAsync(OUTAGE_MS);
      server.network = 'up';
      const before = confirmations();
      run.login.refresh();
      expect(await recovery(before)).toBeLessThanOrEqual(RECOVERY_MS);
      expect(run.view).toMatchObject({ link: 'connected', notice: { kind: 'possibly-missed' } });
      server.service.approve(server.newestPush ?? '');
      await vi.advanceTimersByTimeAsync(500);
      expect(run.view).toMatchObject({ screen: 'succeeded', outcome: 'confirmed' });
      checked();
    },
  );

  it(`listens again after the longest pause between two tries if the platform says nothing, network ${network}`, async () => {
    await toThePush();
    server.fail(network);
    await vi.advanceTimersByTimeAsync(OUTAGE_MS);
    server.network = 'up';
    // An event channel that swallows everything is found out by its heartbeat.
    const limitMs = network === 'silent' ? 45_000 - OUTAGE_MS + 11_000 : 11_000;
    expect(await recovery(confirmations())).toBeLessThanOrEqual(limitMs);
    checked();
  });

  it(`tells that an approval was perhaps missed in the outage, and takes the next, network ${network}`, async () => {
    await toThePush();
    server.fail(network);
    await vi.advanceTimersByTimeAsync(OUTAGE_MS / 2);
    server.service.approve(server.newestPush ?? '');
    await vi.advanceTimersByTimeAsync(OUTAGE_MS / 2);
    server.network = 'up';
    run.login.refresh();
    await vi.advanceTimersByTimeAsync(RECOVERY_MS);
    expect(run.view).toMatchObject({
      screen: 'approval',
      notice: { kind: 'possibly-missed' },
      againInMs: 0,
    });
    run.login.dispatch({ type: 'choose-method', method: 'push' });
    await vi.advanceTimersByTimeAsync(1_000);
    server.service.approve(server.newestPush ?? '');
    await vi.advanceTimersByTimeAsync(500);
    expect(run.view).toMatchObject({ screen: 'succeeded' });
    checked();
  });

  it(`checks an approval again if its first check found no answer, network ${network}`, async () => {
    await toThePush();
    server.service.approve(server.newestPush ?? '');
    await vi.advanceTimersByTimeAsync(30);
    server.network = network;
    await vi.advanceTimersByTimeAsync(200);
    server.network = 'up';
    await vi.advanceTimersByTimeAsync(31_000);
    expect(run.view).toMatchObject({ screen: 'succeeded' });
    checked();
  });
});
