/**
 * The gate below unusual callers: signals that they ignore or block, and none above it (a
 * container).
 */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { checkout, skipped } from '../support/bench/here.ts';
import { check, login } from '../support/bench/login.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';
import { launcherSuite, LET_IN } from './support/launcher-suite.ts';
import { run } from '../../lab/child-program.ts';

/** coreutils 8.32 or later. */
const canBlock =
  spawnSync('env', ['--ignore-signal=CHLD', '--block-signal=CHLD', 'true']).status === 0;
const canUnshare =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

describe.skipIf(skipped !== '').each(HOSTS_OF_SHARED_CODE)(
  `callers of the gate in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const on = checkout({}, host);

    describe.skipIf(!canBlock)('that ignore or block signals', () => {
      it.concurrent.each([
        ['ignores SIGCHLD', '--ignore-signal=CHLD'],
        ['blocks SIGCHLD', '--block-signal=CHLD'],
        ['blocks the signals that end a login', '--block-signal=INT,TERM,HUP,QUIT,CHLD'],
      ])('gives its verdict to a caller that %s', async (_what, how) => {
        const caller = { wrapped: `exec env ${how} "$@"` };
        await login(on).as('bypassed').under(caller).ends('bypassed');
        await check(on).as('bypassed').under(caller).ends('bypassed');
        await login(on).as('denied').under(caller).ends('denied');
      });
    });
  },
);

describe.skipIf(!canUnshare)('the first process of a container', () => {
  const { bench } = launcherSuite();

  // With a shell script in Electron's place: the launcher alone is the subject.
  it('becomes the command as the first process of a container, and leaves no other there', async () => {
    // Looks until it is alone, for five seconds.
    const look = `echo "pid=$$"; turn=0
      while set -- /proc/[0-9]*; [ $# -gt 1 ] && [ $turn -lt 100 ]; do turn=$((turn + 1)); sleep 0.05; done
      for process do cat "$process/stat"; done; exit 23`;
    const container = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc'] as const;
    const words = [...container, bench.launcher, '--', 'sh', '-c', look] as const;
    const ended = await run([...words], { env: bench.doing(LET_IN) });
    const [first, ...processes] = ended.stdout.toString().trim().split('\n');
    expect([ended.code, first], ended.stderr).toEqual([23, 'pid=1']);
    expect(processes.map((line) => line.replace(/\).*/, ')'))).toEqual(['1 (sh)']);
  });
});
