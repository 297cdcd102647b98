// @module-tag never-retried
/** An approval in the last second of `--timeout`, which a slow service confirms behind it: neither main nor the launcher ends the login meanwhile. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeSandboxFolder } from '../lab/electron-runtime.ts';
import { eventually } from '../support/eventually.ts';
import { sampled } from '../support/random/sampled.ts';
import { gateSuite, MARK, skipped, statusOf } from './support/gate.ts';
import { NODE } from './support/hosts.ts';
import { Program } from './support/program.ts';
import { mainOf } from './support/pty.ts';
import { makeWindowGate } from './support/window-gate.ts';

const TIMEOUT_SECONDS = 15;
/** The approval comes so long before the login's time is up, and is heard in time on a busy computer. */
const BEFORE_END_MS = 950;
/** So late the service answers the redemption. */
const ANSWER_MS = 4000;
const START_MS = 60_000;
const STATUS = 5;

describe.skipIf(skipped !== '')(
  `an approval in the last second${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const suite = gateSuite();
    const withoutChromium = gateSuite({}, NODE);
    const LOGIN = ['--user', 'push-only', '--method', 'push', '--status-fd', String(STATUS)];
    const WORDS = [
      ...[...LOGIN, '--timeout', String(TIMEOUT_SECONDS)],
      ...['--', 'sh', '-c', `echo "${MARK}"; exit 23`],
    ];
    const options = { listenTo: [STATUS] };
    const inWindow = (): Program => {
      const folder = makeSandboxFolder('late-');
      const gate = makeWindowGate(folder, join(folder, 'profile'));
      return new Program([gate, '--config', suite.config(), ...WORDS], options);
    };
    const withOptions = (on: typeof suite) => () => on.start(['--no-ui', ...WORDS], options);
    const FRONTENDS: readonly (readonly [string, typeof suite, () => Program])[] = [
      ['with options alone', suite, withOptions(suite)],
      ['in the window', suite, inWindow],
      ['with options alone, in Node', withoutChromium, withOptions(withoutChromium)],
    ];

    it.each(sampled(FRONTENDS, 1))(
      'lets in who approved in the last second, though the service answers when the time is up: %s',
      async (_where, on, start) => {
        const person = on.person();
        await person.reset();
        await person.fault({
          path: '/api/transaction/credentials',
          kind: 'delay',
          milliseconds: ANSWER_MS,
          times: 1,
        });
        const program = start();
        await eventually('main to count', () => hasCode(program.pid), START_MS);
        const end = performance.now() + TIMEOUT_SECONDS * 1000;
        const isUpAt = Date.now() + TIMEOUT_SECONDS * 1000;
        const { tid } = await person.delivered('push-only', 'push');
        await person.listenedTo(tid);
        await eventually(
          'the last second',
          () => performance.now() > end - BEFORE_END_MS,
          START_MS,
        );
        await person.approveAtOnce(tid);
        expect(performance.now(), 'a computer that is too busy for this test').toBeLessThan(end);
        const ended = await program.ended;
        expect([ended.code, ended.stdout.toString()], ended.stderr).toEqual([23, `${MARK}\n`]);
        const { outcome, time } = statusOf(ended.heard.get(STATUS));
        expect(outcome).toBe('confirmed');
        expect(Date.parse(time)).toBeGreaterThan(isUpAt);
      },
    );
  },
);

/** Of open(2) on Linux. */
const NON_BLOCKING = 0o4000;
/** The pipe whose end is the launcher's (launcher/posix/login.c). */
const ALIVE = 4;

/** Whether main runs our code: as it begins to count `--timeout` it reads this pipe, which libuv makes non-blocking. */
function hasCode(session: number): boolean {
  try {
    const info = readFileSync(`/proc/${String(mainOf(session))}/fdinfo/${String(ALIVE)}`, 'utf8');
    return (Number.parseInt(/^flags:\s*(\d+)$/m.exec(info)?.[1] ?? '0', 8) & NON_BLOCKING) !== 0;
  } catch {
    // Not there yet.
    return false;
  }
}
