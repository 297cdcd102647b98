/**
 * An approval in the last second of `--timeout`, which a slow service confirms behind it: neither
 * main nor the launcher ends the login meanwhile.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkout, inWindow, skipped, type HerePlace } from '../support/bench/here.ts';
import { login } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { sampled } from '../support/random/sampled.ts';
import { NODE } from './support/hosts.ts';
import { mainOf } from './support/pty.ts';

const TIMEOUT_SECONDS = 15;
/**
 * The approval comes so long before the login's time is up, and is heard in time on a busy
 * computer.
 */
const BEFORE_END_MS = 950;
/** So late the service answers the redemption. */
const ANSWER_MS = 4000;
const START_MS = 60_000;

describe.skipIf(skipped !== '')(
  `an approval in the last second${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const on = checkout();
    const PLACES: readonly (readonly [string, HerePlace])[] = [
      ['with options alone', on],
      ['in the window', inWindow(on)],
      ['with options alone, in Node', checkout({}, NODE)],
    ];

    it.each(sampled(PLACES, 1))(
      'lets in who approved in the last second, though the service answers when the time is up: %s',
      async (_where, place) => {
        const person = place.person();
        await person.reset();
        await person.fault({
          path: '/api/transaction/credentials',
          kind: 'delay',
          milliseconds: ANSWER_MS,
          times: 1,
        });
        const running = await login(place).saying('--timeout', String(TIMEOUT_SECONDS)).start();
        await eventually('main to count', () => hasCode(running.program.pid), START_MS);
        const end = performance.now() + TIMEOUT_SECONDS * 1000;
        const isUpAt = Date.now() + TIMEOUT_SECONDS * 1000;
        const { tid } = await running.asked();
        await person.listenedTo(tid);
        await eventually(
          'the last second',
          () => performance.now() > end - BEFORE_END_MS,
          START_MS,
        );
        await person.approveAtOnce(tid);
        expect(performance.now(), 'a computer that is too busy for this test').toBeLessThan(end);
        const { verdict } = await running.ends('confirmed');
        expect(Date.parse(verdict?.time ?? '')).toBeGreaterThan(isUpAt);
      },
    );
  },
);

/** Of open(2) on Linux. */
const NON_BLOCKING = 0o4000;
/** The pipe whose end is the launcher's (launcher/posix/login.c). */
const ALIVE = 4;

/**
 * Whether main runs our code: as it begins to count `--timeout` it reads this pipe, which libuv
 * makes non-blocking.
 */
function hasCode(session: number): boolean {
  try {
    const info = readFileSync(`/proc/${String(mainOf(session))}/fdinfo/${String(ALIVE)}`, 'utf8');
    return (Number.parseInt(/^flags:\s*(\d+)$/m.exec(info)?.[1] ?? '0', 8) & NON_BLOCKING) !== 0;
  } catch {
    // Not there yet.
    return false;
  }
}
