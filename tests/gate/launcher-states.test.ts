/**
 * The launcher in every state that a caller can start it in: descriptors, signals, limits,
 * sessions, environment, full and foreign folders. Each ends with the login and the command, or
 * with a refusal before the login.
 */
import { spawnSync, type StdioOptions } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { IS_WHOLE } from '../support/random/sampled.ts';
import { launcherSuite, LET_IN, numbers, shell, status } from './support/launcher-suite.ts';
import { run, type Ended, type StartOptions } from '../../lab/child-program.ts';
import { KEYS, Sitting } from './support/pty.ts';
import { CONFIRMED, DENIED } from '../../lab/verdict-lines.ts';
import { telling } from '../../lab/stand-in.ts';

const { bench, folder, start, launch } = launcherSuite();
/** How many descriptors from 3 on the caller leaves open: all in `npm run nightly`. */
const INHERITED = IS_WHOLE
  ? Array.from({ length: 251 }, (_unused, count) => count)
  : [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 30, 100, 250];
const REFUSED = telling([DENIED], 77);
const isRoot = process.getuid?.() === 0;
const STARTED = 'the login started';
/** A login that says that it started, and succeeds. */
const SEEN = `echo ${STARTED} >&2; ${LET_IN}`;

/** An account that every system has, and that may not log in. */
const OTHER = 'nobody';

/** A login shell of that account, which runs a line with the stand-in's script. */
function su(line: string, ...options: readonly string[]): [string, ...string[]] {
  chmodSync(bench.folder, 0o755);
  return ['su', '-s', '/bin/sh', '-w', 'STAND_IN', ...options, '-', OTHER, '-c', line];
}

/** Starts the launcher (`"$0"`) by a shell script. */
const inShell = (script: string, login = SEEN, options: StartOptions = {}): Promise<Ended> =>
  run(['sh', '-c', script, bench.launcher], {
    ...options,
    env: { ...bench.doing(login), ...options.env },
  });

describe('descriptors', () => {
  it('leaves descriptors of any number to the command, whose result is the lowest free one', async () => {
    const nothing = openSync('/dev/null', 'r');
    // The folder that is listed is closed when its entries are looked at.
    const list = 'for file in /proc/$$/fd/*; do test ! -e "$file" || echo "${file##*/}"; done';
    const script = `cat /proc/$$/fd/$GATEHOUSE_RESULT_FD; echo "$GATEHOUSE_RESULT_FD"; ${list}`;
    for (const count of INHERITED) {
      const inherited = Array.from({ length: count }, () => nothing);
      const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', ...inherited];
      const open = numbers((await run(['sh', '-c', list], { stdio })).stdout);
      // What started the tests may have left some open to this process.
      const free = Array.from({ length: open.length + 1 }, (_unused, index) => String(index));
      const lowest = free.find((number) => !open.includes(number)) ?? '';
      const { stdout, stderr } = await launch(shell(script), LET_IN, { stdio });
      const [line, result, ...theirs] = stdout.toString().split('\n');
      expect([count, line, result, stderr]).toEqual([count, CONFIRMED, lowest, '']);
      expect(numbers(Buffer.from(theirs.join('\n')))).toEqual([...open, lowest].sort());
      expect(Number(lowest)).toBeGreaterThanOrEqual(count + 3);
    }
    closeSync(nothing);
  });

  it.each([
    ['the status, for reading only', '--status-fd 5 -- echo ran 5</dev/null', 64, 'for writing'],
    ['check --json, closed', 'check --json >&-', 64, 'descriptor 1 is not open'],
    ['check --json, for reading only', 'check --json 1</dev/null', 64, 'for writing'],
  ])('refuses a channel that cannot be written before the login: %s', async (...row) => {
    const [, words, code, sentence] = row;
    const ended = await inShell(`exec "$0" ${words}`);
    expect([ended.code, ended.stdout.toString()]).toEqual([code, '']);
    expect(ended.stderr).toContain(sentence);
    expect(ended.stderr).not.toContain(STARTED);
  });

  it('refuses a pipe without a reader before the login', async () => {
    const broken = `mkfifo "$1"; : <"$1" & exec 6>"$1"; wait "$!"; exec "$0" --status-fd 6 -- echo ran`;
    const ended = await run(['sh', '-c', broken, bench.launcher, join(folder(), 'pipe')], {
      env: bench.doing(SEEN),
    });
    expect([ended.code, ended.stdout.toString()]).toEqual([70, '']);
    expect(ended.stderr).not.toContain(STARTED);
  });
});

describe('limits', () => {
  it('refuses a limit of open files that is too small for Electron before the login', async () => {
    const ended = await inShell('ulimit -n 16; exec "$0" -- echo ran');
    expect([ended.code, ended.stdout.toString()]).toEqual([70, '']);
    expect(ended.stderr).toMatch(/only 16 files may be open \(ulimit -n\)/);
    expect(ended.stderr).not.toContain(STARTED);
  });

  it('raises a limit of open files that can be raised, for the login alone', async () => {
    const ended = await inShell('ulimit -S -n 16; exec "$0" -- sh -c "ulimit -n"');
    expect([ended.code, ended.stdout.toString()]).toEqual([0, '16\n']);
  });

  it('refuses a status file beyond the limit of the size of files before the login, and leaves no draft', async () => {
    const script = `ulimit -f 0; exec "$0" --status-file ${folder()}/status -- echo ran`;
    const ended = await inShell(script, SEEN, { stdio: ['ignore', 'pipe', 'pipe'] });
    expect([ended.code, ended.stdout.toString()]).toEqual([64, '']);
    expect(ended.stderr).toContain('there is no room for the verdict');
    expect(ended.stderr).not.toContain(STARTED);
    expect(readdirSync(folder())).toEqual([]);
  });

  it.skipIf(!isRoot || spawnSync('unshare', ['-m', 'true']).status !== 0)(
    'refuses a status file on a full disk before the login, and leaves no draft',
    async () => {
      const at = folder();
      const script = `mount -t tmpfs -o size=32k none ${at} && head -c 32768 /dev/zero >${at}/full
"$0" --status-file ${at}/status -- echo ran; code=$?; ls -A ${at}; exit "$code"`;
      const ended = await run(['unshare', '-m', 'sh', '-c', script, bench.launcher], {
        env: bench.doing(SEEN),
      });
      expect([ended.code, ended.stdout.toString()]).toEqual([64, 'full\n']);
      expect(ended.stderr).not.toContain(STARTED);
    },
  );
});

describe('signals', () => {
  const FACTS = `grep -E 'Sig(Ign|Blk|Cgt)' /proc/self/status`;

  it.each([
    ['SIGCHLD ignored', '--ignore-signal=CHLD'],
    ['all signals ignored', '--ignore-signal'],
    ['SIGCHLD blocked', '--block-signal=CHLD'],
    ['all signals blocked', '--block-signal'],
  ])('lets in with %s, and gives the command the signals so', async (_what, option) => {
    const ended = await run(['env', option, bench.launcher, ...shell(FACTS)], {
      env: bench.doing(LET_IN),
    });
    const plain = await run(['env', option, 'sh', '-c', FACTS]);
    expect([ended.code, ended.stdout.toString()]).toEqual([0, plain.stdout.toString()]);
  });

  it('signals once more to a login that did not heed the first signal', async () => {
    const script = `trap 'trap - TERM; echo deaf' TERM; echo up; while :; do sleep 0.05; done`;
    const program = start(['--status-fd', '5', '--', 'echo', 'ran'], script, { listenTo: [5] });
    await eventually('the login to start', () => program.said().includes('up'));
    program.signal('SIGTERM');
    const ended = await program.ended;
    expect([ended.code, ended.stderr, status(ended).outcome]).toEqual([
      130,
      'up\ndeaf\n',
      'cancelled',
    ]);
  });

  it('ends a login that heeds no signal', async () => {
    const script = `trap '' TERM INT HUP QUIT; echo up; while :; do sleep 0.05; done`;
    const program = start(['--status-fd', '5', '--', 'echo', 'ran'], script, { listenTo: [5] });
    await eventually('the login to start', () => program.said().includes('up'));
    program.signal('SIGTERM');
    const ended = await program.ended;
    expect([ended.code, ended.stdout.toString(), status(ended).outcome]).toEqual([
      130,
      '',
      'cancelled',
    ]);
  });

  it('ends a login that dies of a signal to the whole group as cancelled', async () => {
    for (let round = 0; round < 5; round += 1) {
      const program = start(['--status-fd', '5', '--', 'true'], 'echo up; exec sleep 20', {
        listenTo: [5],
      });
      await eventually('the login to start', () => program.said().includes('up'));
      process.kill(-program.pid, 'SIGTERM');
      const ended = await program.ended;
      expect([ended.code, status(ended).outcome]).toEqual([130, 'cancelled']);
    }
  });

  it.each(['SIGTERM', 'SIGHUP'] as const)(
    'cancels on %s to the whole group as the login ends, or leaves it to the command',
    async (signal) => {
      const round = async (): Promise<number | NodeJS.Signals | null> => {
        const program = start(['--', 'true'], `echo up; ${LET_IN}`);
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
      for (let count = 0; count < 20; count += 1) ends.push(await round());
      const known: readonly unknown[] = [0, 130, signal];
      expect(ends.filter((end) => !known.includes(end))).toEqual([]);
    },
  );
});

describe('sessions', () => {
  const hasNamespaces = isRoot && spawnSync('unshare', ['-pf', 'true']).status === 0;

  it.each([
    ['setsid', ['setsid', '-w']],
    ['nohup', ['nohup']],
    ['flock', ['flock', '/dev/null']],
    ['timeout', ['timeout', '30']],
    ['nice', ['nice']],
    ['env -i', ['env', '-i', `STAND_IN=${LET_IN}`]],
  ])('lets in under %s', async (_what, words) => {
    const [first = '', ...rest] = words;
    const ended = await run([first, ...rest, bench.launcher, '--', '/bin/echo', 'ran'], {
      env: bench.doing(LET_IN),
    });
    expect([ended.code, ended.stdout.toString()]).toEqual([0, 'ran\n']);
  });

  it.skipIf(!isRoot)('lets in under su without a terminal (needs root)', async () => {
    const [command, ...words] = su(`"${bench.launcher}" -- sh -c 'id -un; exit 23'`);
    const ended = await run([command, ...words], { env: bench.doing(LET_IN) });
    expect([ended.code, ended.stdout.toString()]).toEqual([23, `${OTHER}\n`]);
  });

  it.skipIf(!isRoot)('starts no command under su after a denial (needs root)', async () => {
    const [command, ...words] = su(`"${bench.launcher}" -- echo ran`);
    const ended = await run([command, ...words], { env: bench.doing(REFUSED) });
    expect([ended.code, ended.stdout.toString()]).toEqual([77, '']);
  });

  it.skipIf(!hasNamespaces)('lets in as the first process of a system', async () => {
    const words = ['unshare', '-pf', '--mount-proc', bench.launcher] as const;
    const script = 'read children </proc/$$/task/$$/children; echo "$$ <$children>"; exit 5';
    // A process that the login leaves becomes a child of the first one.
    const login = `(sleep 0.05 &); sleep 0.3; ${LET_IN}`;
    const ended = await run([...words, ...shell(script)], { env: bench.doing(login) });
    expect([ended.code, ended.stdout.toString()]).toEqual([5, '1 <>\n']);
  });

  it('lets in from a working folder that was removed, and takes no status file there', async () => {
    const gone = join(folder(), 'gone');
    const there = `mkdir ${gone}; cd ${gone}; rmdir ${gone}; exec "$0"`;
    expect((await inShell(`${there} -- echo ran`)).stdout.toString()).toBe('ran\n');
    const ended = await inShell(`${there} --status-file x -- echo ran`);
    expect([ended.code, ended.stdout.toString()]).toEqual([64, '']);
  });

  it('starts no command and leaves no process when it is killed', async () => {
    const seen = join(folder(), 'seen');
    // With the process that passes standard input on.
    const program = start(
      ['--result', 'stdin', '--', 'touch', seen],
      `echo up; cat <&$launcher; ${LET_IN}`,
      { input: null },
    );
    await eventually('the login to start', () => program.said().includes('up'));
    program.signal('SIGKILL');
    await program.ended;
    await eventually('its group to be gone', () => !isThere(-program.pid));
    expect(existsSync(seen)).toBe(false);
  });
});

describe('the environment', () => {
  const HOSTILE: NodeJS.ProcessEnv = {
    ...Object.fromEntries(
      ['test', 'exec', 'printf', 'read', 'kill', 'gatehouse_judge_verdict'].flatMap((name) => [
        [`BASH_FUNC_${name}%%`, '() { exit 0; }'],
        [name, '() { exit 0; }'],
      ]),
    ),
    ...{ FUNCNEST: '1', TMOUT: '1', IFS: 'aeiou/', ENV: '/nowhere', BASH_ENV: '/nowhere' },
    ...{
      SHELLOPTS: 'noexec:xtrace:errexit',
      POSIXLY_CORRECT: '1',
      CDPATH: '/',
      TMPDIR: '/nowhere',
    },
    ...{ gatehouse_allowed: 'yes', gatehouse_mark: 'x', XDG_RUNTIME_DIR: '/nowhere', HOME: '' },
  };

  it.each([
    ['lets in', LET_IN, 0, 'ran\n'],
    ['refuses', REFUSED, 77, ''],
    ['ends without a line', 'exit 0', 70, ''],
  ])('decides alike in an attacker’s environment when the login %s (SEC-29)', async (...row) => {
    const [, script, code, stdout] = row;
    const words = ['--status-file', join(folder(), 'status'), '--', '/bin/echo', 'ran'];
    const ended = await launch(words, script, { env: HOSTILE });
    expect([ended.code, ended.stdout.toString()]).toEqual([code, stdout]);
    expect((await launch(['check'], script, { env: HOSTILE })).code).toBe(code);
  });

  it('leaves an attacker’s environment to the command as it was', async () => {
    const ended = await launch(['--', '/usr/bin/env', '-0'], LET_IN, { env: HOSTILE });
    const variables = ended.stdout.toString().split('\0');
    for (const [name, value] of Object.entries(HOSTILE))
      expect(variables).toContain(`${name}=${String(value)}`);
  });

  it('keeps Electron from writing beside the login', async () => {
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
});

describe('words', () => {
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

  it('takes a hundred thousand quotes without a delay', async () => {
    const ended = await launch(['--user', "'".repeat(100_000), '--', 'echo', 'ran'], LET_IN, {
      limitMs: 10_000,
    });
    expect([ended.code, ended.stdout.toString()]).toEqual([0, 'ran\n']);
  });

  it('starts the command that was looked up, whatever its name begins with', async () => {
    const command = join(folder(), '-c');
    writeFileSync(command, '#!/bin/sh\necho "mine: $1"\n', { mode: 0o755 });
    const env = { PATH: `${folder()}:${process.env['PATH'] ?? ''}` };
    const ended = await launch(['--', '-c', 'word'], LET_IN, { env });
    expect(ended.stdout.toString()).toBe('mine: word\n');
  });

  it('shows no control character of a word', async () => {
    const ended = await launch(['--status-file', '/no\u001b[2Jwhere/\u009bx/y', '--', 'true']);
    expect(ended.stderr).toBe(
      'gatehouse: --status-file: the folder /no?[2Jwhere/?x/ does not exist\n',
    );
  });
});

describe('the result', () => {
  it('fits the result in a small pipe that nobody reads, also a long one', async () => {
    const long = CONFIRMED.replace('"alice"', `"${'é'.repeat(20_000)}"`);
    writeFileSync(join(folder(), 'line'), `${long}\n`);
    const shrink = `for end in /proc/$PPID/fd/1?; do perl -e 'fcntl(STDIN, 1031, 4096)' <$end; done`;
    const login = `${shrink}; cat ${folder()}/line >&$verdict; exit 0`;
    const unread = await launch(shell('exit 5'), login);
    expect([unread.code, unread.stderr]).toEqual([5, '']);
    const read = await launch(shell('cat <&3'), login);
    expect(read.stdout.toString()).toBe(`${long}\n`);
  });

  it('reads a verdict that comes in pieces as a whole', async () => {
    const half = CONFIRMED.length / 2;
    const login = `printf '%s' '${CONFIRMED.slice(0, half)}' >&$verdict; sleep 0.2
printf '%s\\n' '${CONFIRMED.slice(half)}' >&$verdict`;
    expect((await launch(shell('cat <&3'), login)).stdout.toString()).toBe(`${CONFIRMED}\n`);
  });

  it('lets nobody in by a line with a zero byte (SEC-29)', async () => {
    const login = `printf '${CONFIRMED.replace('alice', String.raw`al\000ice`).replaceAll('"', '\\"')}\\n' >&$verdict`;
    expect((await launch(['--', 'echo', 'ran'], login)).code).toBe(70);
  });

  it.each([
    ['a file', (at: string) => `<${at}`],
    ['a pipe', (at: string) => `< <(cat ${at})`],
  ])(
    'takes no byte of standard input that the command leaves behind the result: %s',
    async (_what, from) => {
      const input = Array.from({ length: 3000 }, (_unused, index) => `line ${String(index)}\n`);
      writeFileSync(join(folder(), 'input'), input.join(''));
      // The process that passes the input on runs the launcher's program, and takes what was read
      // when the command ends.
      const alone = `while ls -l /proc/[0-9]*/exe </dev/null 2>/dev/null | grep -qF " $0"; do :; done`;
      const first = `"$0" --result stdin -- sh -c 'read -r verdict; read -r first; echo "$first"'`;
      const script = `{ ${first}; ${alone}; cat; } ${from(join(folder(), 'input'))}`;
      const ended = await run(['bash', '-c', script, bench.launcher], { env: bench.doing(LET_IN) });
      expect(ended.stdout.toString()).toBe(input.join(''));
    },
  );
});

describe('on a terminal', () => {
  it.concurrent('goes on with the login and the command at the terminal after Ctrl-Z and fg', async () => {
    const command = `IFS= read -r line </dev/tty; echo "command <$line>"; exit 23`;
    const login = `echo up; IFS= read -r line </dev/tty; echo "login <$line>"; ${LET_IN}`;
    const at = new Sitting([bench.launcher, '--', 'sh', '-c', command], {
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

  it.concurrent('cancels on Ctrl-C without a word, and leaves the terminal as it was', async () => {
    const at = new Sitting([bench.launcher, '--', 'echo', 'ran'], {
      env: bench.doing('stty -echo </dev/tty; echo up; exec sleep 60'),
    });
    await at.shows('up');
    at.keys(KEYS.interrupt);
    expect(await at.ended).toEqual({ code: 130, shown: 'up\r\n' });
    expect(at.modes().after).toBe(at.modes().before);
    await at.remove();
  });
});

describe.skipIf(!isRoot)('on a terminal, under su', () => {
  const COMMAND = `IFS= read -r line; echo "command <$line> of $(id -un)"; exit 23`;

  /**
   * `su` starts a session of its own, so that the launcher is on a terminal that does not control
   * it.
   */
  it.concurrent.each([
    ['the terminal of another session', []],
    ['a terminal of its own', ['--pty']],
  ])('lets in under su with %s (needs root)', async (_which, options) => {
    const words = su(`"${bench.launcher}" -- sh -c '${COMMAND}'`, ...options);
    const at = new Sitting(words, { env: bench.doing(`echo up; ${LET_IN}`) });
    await at.shows('up');
    at.line('one');
    await at.shows(`command <one> of ${OTHER}`);
    expect((await at.ended).code).toBe(23);
    expect(at.modes().after).toBe(at.modes().before);
    await at.remove();
  });

  it.concurrent.each([
    ['the terminal of another session', []],
    ['a terminal of its own', ['--pty']],
  ])('starts no command on Ctrl-C under su with %s (needs root)', async (_which, options) => {
    const words = su(`"${bench.launcher}" -- echo ran`, ...options);
    const at = new Sitting(words, { env: bench.doing('echo up; exec sleep 60') });
    await at.shows('up');
    at.keys(KEYS.interrupt);
    const { code, shown } = await at.ended;
    expect(code).toBe(130);
    expect(shown).not.toContain('ran');
    expect(at.modes().after).toBe(at.modes().before);
    await at.remove();
  });
});

describe('folders', () => {
  it('writes the verdict through no link that waits at a name', async () => {
    const victim = join(folder(), 'victim');
    writeFileSync(victim, 'precious');
    const shared = join(folder(), 'shared');
    mkdirSync(shared);
    symlinkSync(victim, join(shared, 'status'));
    const ended = await launch(['--status-file', join(shared, 'status'), '--', 'true']);
    expect(ended.code).toBe(0);
    expect(readFileSync(victim, 'utf8')).toBe('precious');
    expect(JSON.parse(readFileSync(join(shared, 'status'), 'utf8'))).toMatchObject({
      outcome: 'confirmed',
    });
  });

  it('leaves no draft of a verdict behind, whichever way it ends', async () => {
    const file = join(folder(), 'status');
    await launch(['--status-file', file, '--', 'true'], 'exit 0');
    await launch(['--status-file', file, '--', 'no-such-command'], REFUSED);
    await launch(['--status-file', file, '--status-fd', '9', '--', 'true']);
    const program = start(['--status-file', file, '--', 'true'], 'echo up; exec sleep 60');
    await eventually('the login to start', () => program.said().includes('up'));
    process.kill(-program.pid, 'SIGKILL');
    await program.ended;
    expect(readdirSync(folder())).toEqual([]);
    expect(bench.left()).toEqual([]);
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
