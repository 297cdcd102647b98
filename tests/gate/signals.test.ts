/**
 * The real program under signals: in each phase of the login, with whatever the login was about to
 * become.
 */
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import type { Person } from '../../lab/person.ts';
import { checkout, MARK, skipped } from '../support/bench/here.ts';
import { login } from '../support/bench/login.ts';
import { HOSTS } from './support/hosts.ts';
import type { Program } from '../../lab/child-program.ts';
import { mainOf, processesOf } from './support/pty.ts';
import { IS_WHOLE } from '../support/random/sampled.ts';

const PHASES = ['starting', 'asking-service', 'waiting', 'approved'] as const;
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT', 'SIGKILL'] as const;
const ENDS = ['approved', 'denied', 'nobody'] as const;
const DEADLINE_MS = 30_000;
/** Within which main ends with its killed launcher. */
const WITHIN_MS = 1000;

type Case = readonly [
  phase: (typeof PHASES)[number],
  signal: (typeof SIGNALS)[number],
  end: (typeof ENDS)[number],
];

/** Each phase with every other signal, and an end for each; all of them in `npm run nightly`. */
const CASES: readonly Case[] = PHASES.flatMap((phase, row) =>
  SIGNALS.flatMap((signal, column) =>
    ENDS.filter(
      (_end, index) =>
        IS_WHOLE || ((row + column) % 2 === 0 && index === (row + column) % ENDS.length),
    ).map((end): Case => [phase, signal, end]),
  ),
);

describe.skipIf(skipped !== '').each(HOSTS)(
  `signals in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const on = checkout({}, host);

    it.each(CASES)(
      'ends as cancelled unless an answer came first, and leaves no process: %s, %s, with a login that would have been: %s',
      async (phase, signal, end) => {
        const person = on.person();
        await person.reset();
        // Long enough for the signal to be there first.
        if (phase === 'asking-service')
          await person.fault({ path: '/api/transaction/init', kind: 'hang' });
        if (phase === 'approved')
          await person.fault({ path: '/api/transaction/credentials', kind: 'hang' });
        const running = await login(on).start();
        const { program } = running;
        await reached(phase, program, person);
        if (phase === 'waiting') await answer(person, end, program, signal);
        else program.signal(signal);
        const { code, signal: died, stdout, verdict } = await running.ended();
        if (stdout.length > 0) {
          // Only where the answer was there first.
          expect({ phase, end, text: stdout.toString() }).toEqual({
            phase: 'waiting',
            end: 'approved',
            text: `${MARK}\n`,
          });
          expect(verdict?.outcome).toBe('confirmed');
          return;
        }
        if (signal === 'SIGKILL') {
          // The verdict was told whole and before, or not at all.
          expect({ code, died }).toEqual({ code: null, died: 'SIGKILL' });
        } else if (died !== null) {
          // The verdict stood; the signal was the command's already.
          expect({ died, outcome: verdict?.outcome }).toEqual({
            died: signal,
            outcome: 'confirmed',
          });
        } else if (code === 77) {
          expect(verdict).toMatchObject({ outcome: 'denied' });
        } else {
          expect(code).toBe(130);
          expect(verdict).toMatchObject({
            outcome: 'cancelled',
            reason: 'cancelled',
            exitCode: 130,
          });
        }
        await eventually('everything to be gone', () => isGone(program), DEADLINE_MS);
      },
    );

    it('hears an approval that came while all its processes were stopped, once they continue', async () => {
      await on.person().reset();
      const running = await login(on).start();
      const { tid } = await running.asked();
      await on.person().listenedTo(tid);
      const { pid } = running.program;
      process.kill(-pid, 'SIGSTOP');
      await eventually('it to stand still', () =>
        processesOf(pid).every(({ state }) => state === 'T'),
      );
      await on.person().approveAtOnce(tid);
      process.kill(-pid, 'SIGCONT');
      await running.ends('confirmed');
    });

    it('ends a login whose process stands with the launcher that is killed', async () => {
      await on.person().reset();
      const { program } = await login(on).asked();
      const main = mainOf(program.pid);
      process.kill(main, 'SIGSTOP');
      program.signal('SIGKILL');
      const isThere = (): boolean => processesOf(program.pid).some(({ pid }) => pid === main);
      await eventually('main to be gone', () => !isThere(), WITHIN_MS);
      await eventually('everything to be gone', () => isGone(program), DEADLINE_MS);
      expect((await program.ended).stdout.toString()).toBe('');
    });

    it('goes on at SIGHUP if that is ignored from the start, as by nohup', async () => {
      await on.person().reset();
      const running = await login(on).under({ wrapped: `trap '' HUP; exec "$@"` }).asked();
      process.kill(-running.program.pid, 'SIGHUP');
      await running.approve();
      await running.ends('confirmed');
    });

    it('ends as an internal fault without the command when the process of its login is killed', async () => {
      await on.person().reset();
      const running = await login(on).asked();
      process.kill(mainOf(running.program.pid), 'SIGKILL');
      await running.ends('internal');
    });
  },
);

async function reached(phase: Case[0], program: Program, person: Person): Promise<void> {
  if (phase === 'starting') {
    const isThere = (): boolean =>
      processesOf(program.pid).some(({ words }) => words.includes(' --gatehouse-launch='));
    await eventually('Electron to be started', isThere, DEADLINE_MS);
    return;
  }
  if (phase === 'asking-service') {
    await eventually(
      'the service to be asked',
      async () => (await person.log()).length > 0,
      DEADLINE_MS,
    );
    return;
  }
  const { tid } = await person.delivered('push-only', 'push');
  await person.listenedTo(tid);
  if (phase !== 'approved') return;
  await person.approveAtOnce(tid);
  await eventually(
    'the approval to be checked',
    async () => (await person.log()).some(({ path }) => path.endsWith('/credentials')),
    DEADLINE_MS,
  );
}

/** The person's answer and the signal, as close together as it goes. */
async function answer(
  person: Person,
  end: Case[2],
  program: Program,
  signal: NodeJS.Signals,
): Promise<void> {
  const { tid } = (await person.outbox('push-only')).at(-1) ?? { tid: '' };
  const acts = { approved: person.approveAtOnce, denied: person.denyAtOnce, nobody: () => null };
  const told = acts[end](tid);
  program.signal(signal);
  await told;
}

const isGone = (program: Program): boolean => processesOf(program.pid).length === 0;
