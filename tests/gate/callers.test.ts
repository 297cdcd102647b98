// @module-tag never-retried
/** The gate below unusual callers: signals that they ignore or block, and none above it (a container). */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { gateSuite, MARK, skipped, statusOf } from './support/gate.ts';
import { HOSTS_OF_SHARED_CODE } from './support/hosts.ts';
import { launcherSuite, LET_IN } from './support/launcher-suite.ts';
import { run } from './support/program.ts';

const RUNS = ['--', 'sh', '-c', `echo "${MARK}"; exit 23`];
const bypassed = ['--no-ui', '--method', 'push', '--user', 'bypassed', '--status-fd', '5'];
const denied = ['--no-ui', '--method', 'push', '--user', 'denied', '--status-fd', '5'];

/** coreutils 8.32 or later. */
const canBlock =
  spawnSync('env', ['--ignore-signal=CHLD', '--block-signal=CHLD', 'true']).status === 0;
const canUnshare =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0;

describe.skipIf(skipped !== '').each(HOSTS_OF_SHARED_CODE)(
  `callers of the gate in $name${skipped && ` (skipped: ${skipped})`}`,
  (host) => {
    const suite = gateSuite({}, host);

    describe.skipIf(!canBlock)('that ignore or block signals', () => {
      it.concurrent.each([
        ['ignores SIGCHLD', '--ignore-signal=CHLD'],
        ['blocks SIGCHLD', '--block-signal=CHLD'],
        ['blocks the signals that end a login', '--block-signal=INT,TERM,HUP,QUIT,CHLD'],
      ])('gives its verdict to a caller that %s', async (_what, how) => {
        const wrapped = `exec env ${how} "$@"`;
        const options = { wrapped, listenTo: [5] };
        const gate = await suite.start([...bypassed, ...RUNS], options).ended;
        expect([gate.code, gate.stdout.toString()], gate.stderr).toEqual([23, `${MARK}\n`]);
        expect(statusOf(gate.heard.get(5))).toMatchObject({ outcome: 'bypassed' });
        const check = await suite.start(['check', ...bypassed], options).ended;
        expect(check.code, check.stderr).toBe(0);
        const refused = await suite.start([...denied, ...RUNS], options).ended;
        expect([refused.code, refused.stdout.toString()], refused.stderr).toEqual([77, '']);
        expect(statusOf(refused.heard.get(5))).toMatchObject({ outcome: 'denied' });
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
