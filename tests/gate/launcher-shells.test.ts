// @module-tag never-retried
/** The launcher where sh is another shell, and where the environment or the folders are against it. */
import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { launcherSuite, LET_IN, shell, status } from './support/launcher-suite.ts';
import { Program, run, type Ended } from './support/program.ts';
import { KEYS, Sitting } from './support/pty.ts';
import { BASH_32, SHELLS_HERE } from './support/shells.ts';
import { DENIED, telling } from './support/stand-in.ts';

const { bench, folder, launch } = launcherSuite();
const REFUSED = telling([DENIED], 77);
/** Longer, and it hangs. */
const GROUP_MS = 30_000;
const TICKET = 'head.claims.signature';
const BASHES = ['bash', BASH_32].filter((bash) => spawnSync(bash, ['-c', ':']).status === 0);
const hasBash = BASHES.includes('bash');
const inBash = (
  args: readonly string[],
  script: string,
  env: NodeJS.ProcessEnv = {},
  bash = 'bash',
): Promise<Ended> =>
  run(['bash', '-c', 'exec -a sh "$@"', 'sh', bash, bench.launcher, ...args], {
    env: { ...bench.doing(script), ...env },
  });

describe.skipIf(!hasBash)(
  `the launcher with bash as sh${hasBash ? '' : ' (skipped: no bash here)'}`,
  () => {
    it.each(['1', '2', '3', '4', '5', '8'])(
      'SEC-29: refuses with FUNCNEST=%s',
      async (FUNCNEST) => {
        const env = { FUNCNEST };
        const gate = await inBash(['--', 'echo', 'started'], REFUSED, env);
        expect({ code: gate.code, ran: gate.stdout.toString() }).toEqual({ code: 77, ran: '' });
        expect((await inBash(['check'], REFUSED, env)).code).toBe(77);
        expect((await inBash(['check', '--json'], 'exit 0', env)).code).toBe(70);
      },
    );

    it.each(BASHES)(
      'SEC-29: calls no function of the environment in place of its words: %s',
      async (bash) => {
        const parts = readdirSync(join(bench.launcher, '..')).map((name) =>
          join(bench.launcher, '..', name),
        );
        const words = new Set([
          '[',
          ...parts.flatMap((file) => readFileSync(file, 'utf8').split(/[^\w-]+/)),
        ]);
        // Bash in POSIX mode ends at functions of these names.
        const special =
          'break continue eval exec exit export readonly return set shift times trap unset';
        for (const word of special.split(' ')) words.delete(word);
        const builtins = spawnSync('bash', ['-c', 'compgen -A builtin'])
          .stdout.toString()
          .split('\n');
        const names = [...builtins, ...readdirSync('/bin')].filter((name) => words.has(name));
        const called = join(folder(), 'called');
        mkdirSync(called);
        const bodyOf = (name: string): string =>
          `() { [[ $0 != "${bench.launcher}" ]] || >"${join(called, name)}"; }`;
        const members = names.flatMap((name) =>
          [`BASH_FUNC_${name}%%`, name].map((it) => [it, bodyOf(name)]),
        );
        const env = Object.fromEntries(members) as NodeJS.ProcessEnv;
        for (const script of [REFUSED, 'exit 0', 'kill -KILL $$', LET_IN]) {
          await inBash(['--status-fd', '1', '--', 'no-such-command'], script, env, bash);
          await inBash(['check', '--json'], script, env, bash);
          await inBash(['config', 'validate'], script, env, bash);
          await inBash(['--', '--version'], script, env, bash);
          const args = [
            '--status-file',
            join(folder(), 'status'),
            '--result',
            'stdin',
            '--',
            'cat',
          ];
          expect((await inBash(args, script, env, bash)).code === 0).toBe(script === LET_IN);
        }
        expect(readdirSync(called)).toEqual([]);
      },
    );

    it.each(['allexport', 'xtrace', 'verbose', 'allexport:xtrace'])(
      'keeps the ticket to itself with SHELLOPTS=%s',
      async (options) => {
        // Bash takes these from the environment; `env` sets the ones that a shell refuses to set.
        const command = ['env', `SHELLOPTS=${options}`, 'bash', '--posix', bench.launcher] as const;
        const words = ['--result', 'none', '--', 'sh', '-c', 'env | grep -v STAND_IN'];
        const allowed = await run([...command, ...words], { env: bench.doing(LET_IN) });
        expect(allowed.code).toBe(0);
        expect(allowed.stdout.toString() + allowed.stderr).not.toContain(TICKET);
        expect(allowed.stdout.toString()).not.toContain('gatehouse_');
      },
    );

    it.each(['errexit', 'nounset', 'noglob', 'noclobber', 'keyword'])(
      'works with SHELLOPTS=%s',
      async (options) => {
        const command = ['env', `SHELLOPTS=${options}`, 'bash', '--posix', bench.launcher] as const;
        const allowed = await run([...command, '--', 'true'], { env: bench.doing(LET_IN) });
        expect([allowed.code, allowed.stderr]).toEqual([0, '']);
        expect((await run([...command, '--', 'true'], { env: bench.doing(REFUSED) })).code).toBe(
          77,
        );
      },
    );

    it('waits for the login longer than TMOUT, which some computers export', async () => {
      const gate = await inBash(['--', 'echo', 'started'], `sleep 2; ${LET_IN}`, { TMOUT: '1' });
      expect([gate.code, gate.stdout.toString()], gate.stderr).toEqual([0, 'started\n']);
    });

    it('starts the command behind a small pipe that nobody reads, with letters of several bytes', async () => {
      const name = `"username":"${'é'.repeat(3000)}"`;
      const script = LET_IN.replace('"username":"alice"', name);
      const small = `for end in /proc/$PPID/fd/[4-9]; do perl -e 'fcntl(STDIN, 1031, 4096)' <$end; done`;
      const ended = await inBash(shell('exit 5'), `${small}; ${script}`, { LC_ALL: 'C.UTF-8' });
      expect(ended.code).toBe(5);
    });

    it('ends as cancelled where the whole group gets the signal, and the login dies of it', async () => {
      for (let round = 0; round < 10; round += 1) {
        const program = new Program(
          ['bash', '--posix', bench.launcher, '--status-fd', '5', '--', 'true'],
          {
            env: bench.doing('echo up; exec sleep 20'),
            listenTo: [5],
          },
        );
        await eventually('the login to start', () => program.said().includes('up'));
        process.kill(-program.pid, 'SIGTERM');
        const ended = await program.ended;
        expect([ended.code, status(ended).outcome]).toEqual([130, 'cancelled']);
      }
    });

    it.each(['SIGTERM', 'SIGHUP'] as const)(
      'ends where the whole group gets %s as the login ends',
      async (signal) => {
        const round = async (): Promise<number | NodeJS.Signals | null> => {
          const program = new Program(['bash', '--posix', bench.launcher, '--', 'true'], {
            env: bench.doing(`echo up; ${LET_IN}`),
            limitMs: GROUP_MS,
          });
          await eventually('the login to end', () => program.said().includes('up'));
          try {
            process.kill(-program.pid, signal);
          } catch (error) {
            // Over before it could be signalled: it was let in.
            if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
          }
          const { code, signal: by } = await program.ended;
          return code ?? by;
        };
        const ends: unknown[] = [];
        // Ten at a time: the last of a hundred would start late on a busy machine.
        const side = async (): Promise<void> => {
          for (let count = 0; count < 10; count += 1) ends.push(await round());
        };
        await Promise.all(Array.from({ length: 10 }, side));
        // Cancelled, or let in before; the command is in the group too.
        const known: readonly unknown[] = [0, 70, 130, signal];
        expect(ends.filter((end) => !known.includes(end))).toEqual([]);
      },
    );

    it('starts the command that was looked up, whatever its name begins with', async () => {
      const command = join(folder(), '-c');
      writeFileSync(command, '#!/bin/sh\necho "mine: $1"\n', { mode: 0o755 });
      const env = { PATH: `${folder()}:${process.env['PATH'] ?? ''}` };
      const ended = await inBash(['--', '-c', 'word'], LET_IN, env);
      expect(ended.stdout.toString()).toBe('mine: word\n');
      expect((await launch(['--', '-c', 'word'], LET_IN, { env })).stdout.toString()).toBe(
        'mine: word\n',
      );
    });
  },
);

describe.each(SHELLS_HERE)('on a terminal, where sh is %s', (_name, shell) => {
  it.concurrent('Ctrl-Z and fg: the login goes on at the terminal, and then the command', async () => {
    const command = `IFS= read -r line </dev/tty; echo "command <$line>"; exit 23`;
    const login = `echo up; IFS= read -r line </dev/tty; echo "login <$line>"; ${LET_IN}`;
    const at = new Sitting([...shell, bench.launcher, '--', 'sh', '-c', command], {
      env: bench.doing(login),
      wrapped: `bash --norc --noprofile -i -c 'set -m; "$@"; echo "stopped with $?"; fg >/dev/null' bash "$@"`,
    });
    await at.shows('up');
    at.keys(KEYS.stop);
    await at.shows('stopped with 148');
    at.line('one');
    await at.shows('login <one>');
    at.line('two');
    await at.shows('command <two>');
    expect((await at.ended).code).toBe(23);
    expect(at.modes().after).toBe(at.modes().before);
    await at.remove();
  });

  it.concurrent('Ctrl-C: cancelled, the terminal as it was, and no word of the shell', async () => {
    const at = new Sitting([...shell, bench.launcher, '--', 'echo', 'ran'], {
      env: bench.doing('stty -echo </dev/tty; echo up; exec sleep 60'),
    });
    await at.shows('up');
    at.keys(KEYS.interrupt);
    expect(await at.ended).toEqual({ code: 130, shown: 'up\r\n' });
    expect(at.modes().after).toBe(at.modes().before);
    await at.remove();
  });
});

describe('in folders of others', () => {
  const isRoot = process.getuid?.() === 0;

  it.skipIf(!isRoot)('makes no pipe in one that is not its own', async () => {
    const theirs = join(folder(), 'theirs');
    mkdirSync(theirs, { mode: 0o777 });
    chownSync(theirs, 12_345, 12_345);
    const seen = join(folder(), 'seen');
    const env = { XDG_RUNTIME_DIR: theirs, TMPDIR: theirs };
    const ended = await launch(['--', 'true'], `ls -l /proc/$$/fd/$verdict >${seen}; ${LET_IN}`, {
      env,
    });
    expect(ended.code).toBe(0);
    expect(readFileSync(seen, 'utf8')).toContain('/tmp/gatehouse.');
  });

  it('writes the verdict through no link that waits at a name', async () => {
    const victim = join(folder(), 'victim');
    writeFileSync(victim, 'precious');
    const shared = join(folder(), 'shared');
    mkdirSync(shared);
    const script = `ln -s ${victim} ${shared}/status.$$; ln -s ${victim} ${shared}/status; exec "$0" --status-file ${shared}/status -- true`;
    const ended = await run(['sh', '-c', script, bench.launcher], { env: bench.doing(LET_IN) });
    expect(ended.code).toBe(0);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(JSON.parse(readFileSync(join(shared, 'status'), 'utf8'))).toMatchObject({
      outcome: 'confirmed',
    });
  });

  it('leaves no draft and no pipes behind, whichever way it ends', async () => {
    const file = join(folder(), 'status');
    await launch(['--status-file', file, '--', 'true'], 'exit 0');
    await launch(['--status-file', file, '--', 'no-such-command'], REFUSED);
    const script = `exec "$0" --status-file ${file} -- true 3<&0 4<&0 5<&0 6<&0 7<&0 8<&0 9<&0`;
    await run(['sh', '-c', script, bench.launcher], { env: bench.doing(LET_IN) });
    expect(readdirSync(folder())).toEqual(['status']);
    expect(bench.left()).toEqual([]);
  });
});

describe('of the environment', () => {
  it('keeps Electron from talking or writing beside the login', async () => {
    const seen = join(folder(), 'seen');
    const env = { NODE_CHANNEL_FD: '3', SSLKEYLOGFILE: join(folder(), 'keys') };
    const program = await launch(['--', 'env'], `env >${seen}; ulimit -c >>${seen}; ${LET_IN}`, {
      env,
    });
    expect(readFileSync(seen, 'utf8')).not.toMatch(/^(NODE_CHANNEL_FD|SSLKEYLOGFILE)=/m);
    expect(readFileSync(seen, 'utf8').trimEnd().split('\n').at(-1)).toBe('0');
    // The command still gets the caller's variables.
    expect(program.stdout.toString()).toMatch(/^SSLKEYLOGFILE=/m);
  });

  it('hides the words of the command from Electron behind a placeholder', async () => {
    const seen = join(folder(), 'seen');
    await launch(
      ['--user', "o'hara $x", '--', 'true', 'a secret word'],
      `tr '\\0' '\\n' </proc/$$/cmdline >${seen}; ${LET_IN}`,
    );
    const words = readFileSync(seen, 'utf8');
    expect(words).toContain("--user\no'hara $x\n--\ncommand\n");
    expect(words).not.toContain('a secret word');
  });
});
