/**
 * The launcher where an approval could be lost or a process could stay: commands that cannot start,
 * channels without room, readers that do not read, logins and helpers that end by force alone.
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { launcherSuite, LET_IN } from './support/launcher-suite.ts';
import { run, type Ended, type StartOptions } from '../../lab/child-program.ts';
import { Sitting } from './support/pty.ts';
import { CONFIRMED } from '../../lab/verdict-lines.ts';
import { telling } from '../../lab/stand-in.ts';

const { bench, folder, start, launch } = launcherSuite();
const isRoot = process.getuid?.() === 0;
const LIMIT_MS = 20_000;
/** Within which a login ends with its killed launcher. */
const WITHIN_MS = 1000;
const STARTED = 'the login started';
/** A login that says that it started, and succeeds. */
const SEEN = `echo ${STARTED} >&2; ${LET_IN}`;
/** Full, and nobody reads it. */
const FULL_PIPE = `mkfifo "$1"; exec 6<>"$1"; dd if=/dev/zero of=/dev/fd/6 bs=4096 oflag=nonblock 2>/dev/null`;

/** Starts the launcher (`"$0"`) by a shell script, in which `"$1"` is a file that is not there. */
const inShell = (script: string, login = SEEN, options: StartOptions = {}): Promise<Ended> =>
  run(['sh', '-c', script, bench.launcher, join(folder(), 'file')], {
    limitMs: LIMIT_MS,
    ...options,
    env: { ...bench.doing(login), ...options.env },
  });

const program = (...parts: readonly string[]): string => {
  const at = join(folder(), ...parts.slice(0, -1));
  mkdirSync(join(at, '..'), { recursive: true });
  writeFileSync(at, parts.at(-1) ?? '', { mode: 0o755 });
  return at;
};

const facts = async (command: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
  const { stderr } = await launch(['--', command], 'echo "$facts" >&2; exit 70', { env });
  return /command:([a-z-]+)/.exec(stderr)?.[1] ?? stderr;
};

describe('Electron', () => {
  it('takes no Electron from beside the folder of a package on Linux (SEC-42)', async () => {
    const seen = join(folder(), 'seen');
    cpSync(bench.folder, join(folder(), 'package'), { recursive: true });
    program('MacOS', 'Gatehouse', `#!/bin/sh\ntouch ${seen}\n`);
    const own = join(folder(), 'package', 'bin', 'gatehouse');
    const ended = await run([own, '--', 'echo', 'ran'], { env: bench.doing(LET_IN) });
    expect([existsSync(seen), ended.code, ended.stdout.toString()]).toEqual([false, 0, 'ran\n']);
  });
});

describe('the command', () => {
  it('starts the file that was judged before the login, though another stands before it', async () => {
    program('first', 'tool', '#!/no/such/shell\n');
    program('second', 'tool', '#!/bin/sh\necho second\n');
    const env = { PATH: `${folder()}/first:${folder()}/second:${process.env['PATH'] ?? ''}` };
    const ended = await launch(['--', 'tool'], LET_IN, { env });
    expect([ended.code, ended.stdout.toString()]).toEqual([0, 'second\n']);
  });

  it('starts no file that came before it during the login', async () => {
    mkdirSync(join(folder(), 'first'));
    program('second', 'tool', '#!/bin/sh\necho second\n');
    const env = { PATH: `${folder()}/first:${folder()}/second:${process.env['PATH'] ?? ''}` };
    const login = `printf '#!/bin/sh\\necho first\\n' >${folder()}/first/tool; chmod +x ${folder()}/first/tool`;
    const ended = await launch(['--', 'tool'], `${login}; ${LET_IN}`, { env });
    expect(ended.stdout.toString()).toBe('second\n');
  });

  it('tells a command as not executable if its loader is not there', async () => {
    const broken = join(folder(), 'broken');
    const bytes = readFileSync('/bin/true');
    const loader = /\/lib[^\0]*\/ld-[^\0]+/.exec(bytes.toString('latin1'))?.[0] ?? '';
    expect(loader).not.toBe('');
    writeFileSync(
      broken,
      Buffer.from(
        bytes.toString('latin1').replace(loader, loader.replace('/lib', '/bil')),
        'latin1',
      ),
      { mode: 0o755 },
    );
    expect(await facts('/bin/true')).toBe('runnable');
    expect(await facts(broken)).toBe('not-executable');
    // The interpreter of a script has interpreters of its own.
    expect(await facts(program('script', `#!${broken}\n`))).toBe('not-executable');
  });

  it('tells a command as runnable if `#!` names nothing, because a shell runs it', async () => {
    const empty = program('empty', '#!\necho ran\n');
    expect(await facts(empty)).toBe('runnable');
    expect((await launch(['--', empty])).stdout.toString()).toBe('ran\n');
  });

  it.each([[['--']], [['--user', 'alice', '--']]])(
    'misses the command before the login: %j',
    async (words) => {
      const ended = await launch(words, SEEN);
      expect([ended.code, ended.signal, ended.stderr]).toEqual([
        64,
        null,
        'gatehouse: no command follows --\n',
      ]);
    },
  );

  it('never starts a command with an empty name', async () => {
    expect((await launch(['--', ''], LET_IN)).code).toBe(127);
  });

  it('refuses more words than the system takes before the login', async () => {
    // By the kernel's rule: a quarter of the stack's limit for words, variables and their pointers.
    const script = `ulimit -s 1024; exec "$0" -- tool "$(head -c "$COUNT" /dev/zero | tr '\\0' x)" "$(head -c 130000 /dev/zero | tr '\\0' x)"`;
    program('tool', '#!/bin/sh\necho ran\n');
    const at = async (count: number): Promise<Ended> =>
      run(['sh', '-c', script, bench.launcher], {
        env: {
          ...bench.doing(SEEN),
          COUNT: String(count),
          PATH: `${folder()}:${process.env['PATH'] ?? ''}`,
        },
      });
    let [fits, fails] = [1000, 131_000];
    expect((await at(fits)).stdout.toString()).toBe('ran\n');
    const outcomes = new Set<string>();
    while (fails - fits > 1) {
      const middle = Math.floor((fits + fails) / 2);
      const ended = await at(middle);
      const isStarted = ended.stderr.includes(STARTED);
      // The shell itself may fail to start the launcher: 126.
      outcomes.add(`${isStarted ? 'login' : 'none'} ${String(ended.code)}`);
      if (ended.code === 0) fits = middle;
      else fails = middle;
    }
    expect([...outcomes]).not.toContain('login 126');
    const ended = await at(fails);
    expect([ended.code, ended.stderr]).toEqual([
      64,
      expect.stringContaining('the words of the command are too long') as unknown,
    ]);
  });
});

describe('a file as a channel', () => {
  it.each([
    ['--status-fd', 'exec "$0" --status-fd 5 -- echo ran 5>"$1"'],
    ['--status-fd, appended', 'exec "$0" --status-fd 5 -- echo ran 5>>"$1"'],
    ['check --json', 'exec "$0" check --json >"$1"'],
  ])(
    'refuses a file beyond the limit of the size of files before the login: %s',
    async (_, script) => {
      const ended = await inShell(`ulimit -f 0; ${script}`);
      expect([ended.code, ended.stdout.toString()]).toEqual([64, '']);
      expect(ended.stderr).toContain('there is no room for the verdict');
      expect(ended.stderr).not.toContain(STARTED);
    },
  );

  it.skipIf(!isRoot || spawnSync('unshare', ['-m', 'true']).status !== 0).each([
    ['--status-fd', '"$0" --status-fd 5 -- echo ran 5>"$1/status"'],
    ['check --json', '"$0" check --json >"$1/status"'],
  ])('refuses a file on a full disk before the login: %s', async (_, script) => {
    const full = `mkdir "$1"; mount -t tmpfs -o size=32k none "$1" && head -c 32768 /dev/zero >"$1/full"`;
    const words = ['unshare', '-m', 'sh', '-c', `${full}; ${script}`] as const;
    const ended = await run([...words, bench.launcher, join(folder(), 'disk')], {
      env: bench.doing(SEEN),
    });
    expect([ended.code, ended.stdout.toString()]).toEqual([64, '']);
    expect(ended.stderr).toContain('there is no room for the verdict');
    expect(ended.stderr).not.toContain(STARTED);
  });

  it('writes the verdict alone to a file with room', async () => {
    const ended = await inShell('"$0" --status-fd 5 -- echo ran 5>"$1"; cat "$1"', LET_IN);
    expect(ended.stdout.toString()).toMatch(/^ran\n\{[^\n]*\}\n$/);
  });
});

describe('a status file', () => {
  const appends = (at: string): boolean => isRoot && spawnSync('chattr', ['+a', at]).status === 0;

  it('refuses a folder in which nothing can be removed before the login, and leaves nothing', async (test) => {
    const at = join(folder(), 'appends');
    mkdirSync(at);
    if (!appends(at)) test.skip('needs root, and a file system that knows chattr +a');
    const ended = await launch(['--status-file', join(at, 'status'), '--', 'echo', 'ran'], SEEN);
    const left = readdirSync(at);
    spawnSync('chattr', ['-a', at]);
    expect([ended.code, ended.stdout.toString(), left]).toEqual([64, '', []]);
    expect(ended.stderr).not.toContain(STARTED);
  });

  it('names the table of descriptors if that is full', async () => {
    const nothing = openSync('/dev/null', 'r');
    const stdio = [
      'ignore',
      'pipe',
      'pipe',
      ...Array.from({ length: 132 }, () => nothing),
    ] as const;
    const ended = await inShell('ulimit -n 140; exec "$0" --status-file "$1" -- echo ran', SEEN, {
      stdio: [...stdio],
    });
    closeSync(nothing);
    expect(ended.code).toBe(70);
    expect(ended.stderr).toMatch(/--status-file: .*[Tt]oo many open files|No file descriptors/);
    expect(ended.stderr).not.toContain(STARTED);
  });
});

describe('a limit of open files', () => {
  it.each([8, 9, 10, 11, 12, 13, 14, 15, 16])(
    'names a limit of %i open files before the login',
    async (limit) => {
      const ended = await inShell(`ulimit -n ${String(limit)}; exec "$0" -- echo ran`);
      expect(ended.code).toBe(70);
      expect(ended.stderr).toContain(`only ${String(limit)} files may be open (ulimit -n)`);
    },
  );
});

describe('a cancelled login', () => {
  it('ends the launcher though nobody reads a full status channel', async () => {
    const login = 'echo $PPID >"$OWN"; exec sleep 60';
    const own = join(folder(), 'own');
    const ended = inShell(`${FULL_PIPE}; exec "$0" --status-fd 6 -- echo ran`, login, {
      env: { OWN: own },
    });
    const launcher = (): number => (existsSync(own) ? Number(readFileSync(own, 'utf8')) : 0);
    await eventually('the login to start', () => launcher() > 0);
    process.kill(launcher(), 'SIGTERM');
    expect((await ended).code).toBe(130);
  });

  /** A login that is deaf to its pipe and to TERM, as one whose event loop stands. */
  const DEAF = `trap '' TERM HUP INT QUIT; echo up $$.; while :; do sleep 0.02; done`;
  /** Its new parent may be slow to take its end. */
  const isGone = (pid: number): boolean => {
    const stat = `/proc/${String(pid)}/stat`;
    return !existsSync(stat) || /\) Z /.test(readFileSync(stat, 'utf8'));
  };
  const loginOf = async (said: () => string): Promise<number> => {
    await eventually('the login to start', () => /up \d+\./.test(said()));
    return Number(/up (\d+)\./.exec(said())?.[1]);
  };

  it.each([
    ['a login of a gate', ['--', 'true'], DEAF],
    ['a login of a check', ['check'], DEAF],
    ['a login without a window and without a terminal', ['--no-ui', '--', 'true'], DEAF],
    ['a stopped login', ['--', 'true'], 'echo up $$.; kill -STOP $$'],
  ])(
    'ends within a second, when its launcher is killed, %s that is deaf to its pipe and to TERM',
    async (_what, words, login) => {
      const program = start(words, login);
      const pid = await loginOf(() => program.said());
      program.signal('SIGKILL');
      await eventually('the login to be gone', () => isGone(pid), WITHIN_MS);
      await program.ended;
    },
  );

  it('lets a login give the terminal back when its launcher is killed', async () => {
    const [own, over] = [join(folder(), 'launcher'), join(folder(), 'over')];
    const login = `modes=$(stty -g </dev/tty); trap 'stty "$modes" </dev/tty; exit' TERM; trap ': >${over}' EXIT
stty -echo </dev/tty; echo $PPID >${own}; echo up $$.; while :; do sleep 0.02; done`;
    const at = new Sitting([bench.launcher, '--no-ui', '--', 'echo', 'ran'], {
      env: bench.doing(login),
      wrapped: `"$@"; code=$?; turn=0; until test -e ${over} || test $((turn += 1)) -gt 100; do sleep 0.02; done; (exit "$code")`,
    });
    const pid = await loginOf(() => at.shown);
    process.kill(Number(readFileSync(own, 'utf8')), 'SIGKILL');
    await eventually('the login to be gone', () => isGone(pid), WITHIN_MS);
    expect((await at.ended).code).toBe(128 + 9);
    expect(at.modes().after).toBe(at.modes().before);
    await at.remove();
  });
});

describe('the terminal', () => {
  it('gives the terminal back if the launcher killed the login behind its line', async () => {
    const at = new Sitting([bench.launcher, '--', 'echo', 'ran'], {
      env: bench.doing(
        `${telling([CONFIRMED], 0).replace('exit 0', '')} trap '' TERM; stty -echo </dev/tty; exec sleep 60`,
      ),
    });
    expect((await at.ended).code).toBe(0);
    expect(at.modes().after).toBe(at.modes().before);
    await at.remove();
  });
});
