import { expect, it } from 'vitest';
import { startEmulator } from '../../../emulator/strict.ts';
import { violationsIn } from '../../support/history/checker.ts';
import { printHistory } from '../../support/history/print.ts';
import { RecordedLogin } from '../../support/history/recorded-login.ts';
import { ownTimeClock } from '../../support/fakes/own-time-clock.ts';
import { personAt } from '../../../lab/person.ts';

/** Half a minute in the nightly. */
const OUTAGE_MS = Number(process.env.GATEHOUSE_OUTAGE_SECONDS ?? 2) * 1000;
/**
 * Under the longest pause between two tries; the two seconds are held on a fake clock
 * (tests/model/outage.test.ts).
 */
const RECOVERY_MS = 9_000;
const DEADLINE_MS = 15_000;

const ROWS = (['v4', 'v2'] as const).flatMap((generation) =>
  (['polling', 'websocket'] as const).flatMap((transport) =>
    (['reset', 'hang'] as const).map((kind) => [generation, transport, kind] as const),
  ),
);

/* An outage during a wait; the platform calls `refresh` when the outage is over. */
it.concurrent.each(ROWS)(
  'reconnects at once after an outage, says so, and lets in: %s over %s with a %s',
  { timeout: OUTAGE_MS + 60_000 },
  async (generation, transport, kind) => {
    const emulator = await startEmulator({ realtime: generation });
    const { clock, stop } = ownTimeClock();
    const run = new RecordedLogin({
      server: emulator,
      transports: [transport],
      clock,
      toleranceMs: 0,
    });
    try {
      run.login.dispatch({ type: 'submit-username', username: 'push-only' });
      await run.until('the methods', ({ screen }) => screen === 'methods', DEADLINE_MS);
      run.login.dispatch({ type: 'choose-method', method: 'push' });
      await run.until('the push', ({ screen }) => screen === 'approval', DEADLINE_MS);
      emulator.faults.add([
        { path: 'realtime', kind },
        { path: 'realtime', kind: 'drop-now' },
      ]);
      await run.until(
        'the break to be shown',
        (view) => view.screen === 'approval' && view.link === 'reconnecting',
        DEADLINE_MS,
      );
      await new Promise<void>((passed) => clock.schedule(OUTAGE_MS, passed));
      emulator.faults.clear();
      const backAtMs = clock.nowMs();
      run.login.refresh();
      await run.until(
        'the gap to be told',
        (view) => view.screen === 'approval' && view.link === 'connected' && view.notice !== null,
        DEADLINE_MS,
      );
      expect(clock.nowMs() - backAtMs).toBeLessThan(RECOVERY_MS);
      await personAt(emulator.url).approve(emulator.outbox.ofUser('push-only').at(-1)?.tid ?? '');
      await run.until('success', ({ screen }) => screen === 'succeeded', DEADLINE_MS);
      const history = run.history();
      const violations = violationsIn(history);
      if (violations.length > 0) throw new Error(printHistory(history, violations));
    } finally {
      run.close();
      stop();
      await emulator.close();
    }
  },
);
