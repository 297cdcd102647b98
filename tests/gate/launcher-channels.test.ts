/** The launcher alone: where the command finds its result, and where the verdict stands. */
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { launcherSuite, LET_IN, numbers, shell } from './support/launcher-suite.ts';
import { Program, run, type Ended } from '../../lab/child-program.ts';
import { CONFIRMED, DENIED } from '../../lab/verdict-lines.ts';
import { telling } from '../../lab/stand-in.ts';

const { bench, folder, start, launch } = launcherSuite();
const ROOT_ACCOUNT = 'root:x:0:0::/root:/bin/sh\n';

describe('where the command finds the result (SEC-31)', () => {
  it('gives the command its result in descriptor 3, with an end (SEC-31)', async () => {
    const { stdout } = await launch(shell('echo $GATEHOUSE_RESULT_FD; cat <&3'));
    expect(stdout.toString()).toBe(`3\n${CONFIRMED}\n`);
  });

  it('gives the result in the next descriptor if 3 is taken, and leaves 3 alone (SEC-31)', async () => {
    const given = join(folder(), 'given');
    writeFileSync(given, 'theirs\n');
    const descriptor = openSync(given, 'r');
    const ended = await launch(shell('cat <&3; echo $GATEHOUSE_RESULT_FD; cat <&4'), LET_IN, {
      stdio: ['ignore', 'pipe', 'pipe', descriptor],
    });
    closeSync(descriptor);
    expect(ended.stdout.toString()).toBe(`theirs\n4\n${CONFIRMED}\n`);
  });

  it('gives the result in the descriptor that was asked for (SEC-31)', async () => {
    const { stdout } = await launch([
      '--result',
      'fd:7',
      ...shell('echo $GATEHOUSE_RESULT_FD; cat <&7'),
    ]);
    expect(stdout.toString()).toBe(`7\n${CONFIRMED}\n`);
  });

  it('gives the result in standard input, ahead of its content (SEC-31)', async () => {
    const input = randomBytes(1_000_000);
    const { stdout } = await launch(
      ['--result=stdin', ...shell('echo $GATEHOUSE_RESULT_FD; exec cat')],
      LET_IN,
      { input },
    );
    expect(stdout.equals(Buffer.concat([Buffer.from(`0\n${CONFIRMED}\n`), input]))).toBe(true);
  });

  it('gives the result in standard input even if that is closed or empty (SEC-31)', async () => {
    const { stdout } = await launch(['--result', 'stdin', ...shell('cat')]);
    expect(stdout.toString()).toBe(`${CONFIRMED}\n`);
    const closed = await run(['sh', '-c', 'exec "$0" --result stdin -- cat <&-', bench.launcher], {
      env: bench.doing(LET_IN),
    });
    expect(closed.stdout.toString()).toBe(`${CONFIRMED}\n`);
  });

  it('passes standard input on by a process that is not the command’s child and ends with it (SEC-31)', async () => {
    const program = start(
      [
        '--result',
        'stdin',
        ...shell('read children </proc/$$/task/$$/children; echo "$children"; head -n 1'),
      ],
      LET_IN,
      {
        input: null,
      },
    );
    const { stdout } = await program.ended;
    expect(stdout.toString()).toBe(`\n${CONFIRMED}\n`);
    program.stdin?.on('error', () => undefined);
    // The forwarding process notices at its next byte that the reader is gone.
    await eventually('the one that passes it on to go', () => {
      program.stdin?.write('more\n');
      return program.stdin?.destroyed === true || program.stdin?.errored !== null;
    });
  });

  it('gives no result anywhere if none was asked for (SEC-31)', async () => {
    const { stdout } = await launch([
      '--result',
      'none',
      ...shell('echo "${GATEHOUSE_RESULT_FD-none}"; ls /proc/$$/fd; exit 0'),
    ]);
    expect(stdout.toString()).toContain('none\n');
    expect(numbers(stdout).filter((number) => number.length === 1)).toEqual(['0', '1', '2']);
  });

  it('lets a command leave its result unread, or read a long one (SEC-31)', async () => {
    const long = CONFIRMED.replace(
      '"consumerParams":null',
      `"consumerParams":{"long":"${'x'.repeat(59_000)}"}`,
    );
    writeFileSync(join(folder(), 'line'), `${long}\n`);
    const ended = await launch(shell('exit 5'), `cat ${folder()}/line >&$verdict; exit 0`);
    expect(ended.code).toBe(5);
    const read = await launch(shell('cat <&3'), `cat ${folder()}/line >&$verdict; exit 0`);
    expect(read.stdout.toString()).toBe(`${long}\n`);
  });

  it('closes the result and other descriptors to Electron (SEC-31)', async () => {
    const seen = join(folder(), 'seen');
    const script = `echo "$verdict $launcher" >${seen}; ls /proc/$$/fd >>${seen}; ${LET_IN}`;
    await launch(['--status-fd', '5', '--', 'true'], script, { listenTo: [5] });
    const [given = '', ...open] = readFileSync(seen, 'utf8').split('\n');
    expect(open.filter((number) => /^[3-9]$/.test(number)).sort()).toEqual(given.split(' ').sort());
  });
});

describe('where the verdict stands', () => {
  it('writes the verdict before the command starts, to both places', async () => {
    const file = join(folder(), 'status.json');
    const args = ['--status-fd', '5', '--status-file', file, ...shell(`cat ${file}`)];
    const ended = await launch(args, LET_IN, { listenTo: [5] });
    const verdict = CONFIRMED.replace('"head.claims.signature"', 'null');
    expect(ended.heard.get(5)).toBe(`${verdict}\n`);
    expect(ended.stdout.toString()).toBe(`${verdict}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.each(['status.json', './status.json', 'in here/-x'])(
    'writes the verdict to a file of the working directory: %s',
    async (file) => {
      mkdirSync(join(folder(), 'in here'));
      const ended = await launch([`--status-file=${file}`, '--', 'true'], telling([DENIED], 77), {
        cwd: folder(),
      });
      expect(ended.code).toBe(77);
      expect(readFileSync(join(folder(), file), 'utf8')).toBe(`${DENIED}\n`);
    },
  );

  it('removes the verdict of another time at once', async () => {
    const file = join(folder(), 'status.json');
    writeFileSync(file, `${CONFIRMED}\n`);
    const program = start(['--status-file', file, '--', 'true'], `echo up; exec sleep 60`);
    await eventually('the login to start', () => program.said().includes('up'));
    expect(existsSync(file)).toBe(false);
    process.kill(-program.pid, 'SIGKILL');
    await program.ended;
    expect(existsSync(file)).toBe(false);
  });

  it.each<readonly [string, (folder: string) => readonly string[], RegExp]>([
    [
      'a status descriptor that is not open',
      () => ['--status-fd', '7'],
      /--status-fd: descriptor 7 is not open/,
    ],
    [
      'a status file in a missing folder',
      (at) => ['--status-file', `${at}/no/where`],
      /--status-file: the folder .* does not exist/,
    ],
    ['a folder as a status file', (at) => ['--status-file', at], /--status-file: .* is not a file/],
    [
      'a device as a status file',
      () => ['--status-file', '/dev/null'],
      /--status-file: .* is not a file/,
    ],
    [
      'a result in a descriptor that is taken',
      () => ['--result', 'fd:5'],
      /--result: descriptor 5 is open already/,
    ],
  ])('refuses %s before the login starts', async (_what, args, words) => {
    const ended = await launch([...args(folder()), '--', 'echo', 'ran'], 'echo started', {
      listenTo: [5],
    });
    expect(ended).toMatchObject({ code: 64, stderr: expect.stringMatching(words) as unknown });
    expect(ended.stderr).not.toContain('started');
    expect(ended.stdout.toString()).toBe('');
  });

  /** Launches with a status file in a folder below another, once both are arranged. */
  const launchedIn = async (arrange: (own: string) => void): Promise<Ended> => {
    const at = join(folder(), 'above', 'own');
    mkdirSync(at, { recursive: true });
    arrange(at);
    return launch(['--status-file', join(at, 'status.json'), '--', 'echo', 'ran']);
  };

  it.each<readonly [string, (own: string) => void]>([
    ['that every account can write', (own) => chmodSync(own, 0o777)],
    ['that every account can write, sticky', (own) => chmodSync(own, 0o1777)],
    ['below one that every account can write', (own) => chmodSync(dirname(own), 0o777)],
    [
      'that a link leads to, below one that every account can write',
      (own) => {
        chmodSync(dirname(own), 0o777);
        renameSync(own, `${own}.moved`);
        symlinkSync(`${own}.moved`, own);
      },
    ],
  ])('refuses a status file in a folder %s (SEC-103)', async (_which, arrange) => {
    const ended = await launchedIn(arrange);
    expect([ended.code, ended.stdout.toString()]).toEqual([64, '']);
    expect(ended.stderr).toMatch(/--status-file: another account can change the folder \//);
  });

  it('takes a status file in a folder below a sticky one (SEC-103)', async () => {
    const ended = await launchedIn((own) => chmodSync(dirname(own), 0o1777));
    expect([ended.code, ended.stdout.toString()]).toEqual([0, 'ran\n']);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'refuses a status file in a folder of another account, or of a group with others (SEC-103)',
    async () => {
      const at = join(folder(), 'own');
      mkdirSync(at);
      const launched = async () =>
        (await launch(['--status-file', join(at, 'status.json'), '--', 'true'])).code;
      chownSync(at, 0, 12_345);
      expect(await launched()).toBe(0);
      chmodSync(at, 0o775);
      expect(await launched()).toBe(64);
      chmodSync(at, 0o755);
      chownSync(at, 12_345, 0);
      expect(await launched()).toBe(64);
    },
  );

  it
    .skipIf(process.getuid?.() !== 0 || spawnSync('unshare', ['-m', 'true']).status !== 0)
    .each<readonly [string, string, string, number]>([
      ['is the account’s alone', ROOT_ACCOUNT, 'root:x:0:\n', 0],
      ['is another account’s first group', `${ROOT_ACCOUNT}m:x:9:0::/:\n`, 'root:x:0:\n', 64],
      ['has another member', ROOT_ACCOUNT, 'root:x:0:root,m\n', 64],
      ['has a second entry, with another member', ROOT_ACCOUNT, 'root:x:0:\nroot:x:0:m\n', 64],
      ['is unknown to /etc/group', ROOT_ACCOUNT, 'daemon:x:1:\n', 64],
    ])(
    'judges a folder of --status-file whose group may write and %s (SEC-103)',
    async (_which, passwd, group, code) => {
      const at = join(folder(), 'own');
      mkdirSync(at);
      chmodSync(at, 0o775);
      writeFileSync(join(folder(), 'passwd'), passwd);
      writeFileSync(join(folder(), 'group'), group);
      const mount = 'mount --bind "$1/passwd" /etc/passwd && mount --bind "$1/group" /etc/group';
      const script = `${mount} && exec "$0" --status-file "$1/own/status.json" -- echo ran`;
      const words = ['unshare', '-m', 'sh', '-c', script, bench.launcher, folder()] as const;
      const ended = await run([...words], { env: bench.doing(LET_IN) });
      expect([ended.code, ended.stdout.toString()]).toEqual([code, code === 0 ? 'ran\n' : '']);
    },
  );

  it('refuses a status file in a folder that cannot be written', async () => {
    const ended = await launch(['--status-file', '/proc/status.json', '--', 'echo', 'ran']);
    expect(ended).toMatchObject({
      code: 64,
      stderr: expect.stringMatching(/nothing can be written/) as unknown,
    });
  });

  it('starts no command if the verdict cannot be written', async () => {
    const ended = await run(
      ['sh', '-c', `exec "$0" --status-fd 5 -- echo ran 5>"$1"`, bench.launcher, '/dev/full'],
      { env: bench.doing(LET_IN) },
    );
    expect(ended).toMatchObject({
      code: 70,
      stderr: expect.stringContaining('could not be written') as unknown,
    });
    expect(ended.stdout.toString()).toBe('');
    // A pipe whose reader has gone before the launcher starts.
    const broken = `mkfifo "$1"; : <"$1" & exec 6>"$1"; wait "$!"; "$0" --status-fd 6 -- sh -c 'echo ran >&2'; echo $? >&2`;
    const gone = await run(['sh', '-c', broken, bench.launcher, join(folder(), 'pipe')], {
      env: bench.doing(LET_IN),
    });
    expect(gone.stderr).toMatch(/could not be written\n70\n$/);
  });

  it('keeps the status descriptor from the command', async () => {
    const { stdout } = await launch(['--status-fd', '5', ...shell('ls /proc/$$/fd')], LET_IN, {
      listenTo: [5],
    });
    expect(numbers(stdout)).toContain('3');
    expect(numbers(stdout)).not.toContain('5');
  });

  it('waits to write the verdict to a full pipe until a signal comes', async () => {
    const full = `mkfifo ${folder()}/f; exec 5<>${folder()}/f; dd if=/dev/zero bs=65536 count=1 >&5 2>/dev/null; exec "$0" --status-fd 5 -- echo ran`;
    const program = new Program(['sh', '-c', full, bench.launcher], {
      env: bench.doing(telling([CONFIRMED], 0).replace('exit 0', 'echo told >&2; exit 0')),
    });
    await eventually('the login to be over', () => program.said().includes('told'));
    // One that comes before the line is being written counts for the login: the next one ends the
    // writing.
    const again = setInterval(() => program.signal('SIGTERM'), 100);
    const { code, stdout } = await program.ended.finally(() => clearInterval(again));
    expect(stdout.toString()).toBe('');
    expect([70, 130]).toContain(code);
  });
});
