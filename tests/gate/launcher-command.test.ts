/** The launcher alone: the command's arguments and environment, byte for byte, and its lookup. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { launcherSuite, LET_IN, numbers, shell } from './support/launcher-suite.ts';
import { run, type Ended } from '../../lab/child-program.ts';

const { bench, folder, start, launch } = launcherSuite();

describe('the command', () => {
  it('gives the command its words, byte for byte', async () => {
    const words = [
      '',
      ' ',
      'a b',
      `q'"\``,
      '$HOME',
      '*',
      'line\nfeed',
      '\\',
      '--',
      '--json',
      'é🙂',
      '-n',
      '#',
    ];
    const { stdout } = await launch(['--', 'printf', '%s\\0', ...words]);
    expect(stdout.toString().split('\0')).toEqual([...words, '']);
  });

  it('gives the command bytes that are not text', async () => {
    const inner = `"$1" -- printf %s "$(printf '\\377\\376')"`;
    const ended = await run(['sh', '-c', inner, 'sh', bench.launcher], {
      env: bench.doing(LET_IN),
    });
    expect(ended.stdout).toEqual(Buffer.from([0xff, 0xfe]));
  });

  it('gives the command a megabyte of words', async () => {
    const words = Array.from(
      { length: 16 },
      (_unused, index) => `${String(index)}${'x'.repeat(65_536)}`,
    );
    const { stdout } = await launch([...shell('printf %s "$@" | sha256sum', ...words)]);
    expect(stdout.toString()).toContain(createHash('sha256').update(words.join('')).digest('hex'));
  });

  it('gives the command its standard input, whole', async () => {
    const input = randomBytes(3_000_000);
    const { stdout } = await launch(['--', 'cat'], LET_IN, { input });
    expect(stdout.equals(input)).toBe(true);
  });

  it('gives the command its environment plus GATEHOUSE and GATEHOUSE_RESULT_FD', async () => {
    const env = { gatehouse_line: 'theirs', EMPTY: '', SPACED: ' a\nb ', DISPLAY: ':42' };
    const seen = await launch(['--', 'env', '-0'], LET_IN, { env });
    const plain = await run(['env', '-0'], { env: { ...bench.doing(LET_IN), ...env } });
    const variables = ({ stdout }: Ended): readonly string[] =>
      stdout
        .toString()
        .split('\0')
        .filter((text) => !/^(_|gatehouse_line|GATEHOUSE|STAND_IN)=/.test(text))
        .sort();
    expect(variables(seen)).toEqual([...variables(plain), 'GATEHOUSE_RESULT_FD=3'].sort());
    expect(seen.stdout.toString()).toContain('GATEHOUSE=1\0');
    expect(variables(seen).join('\0')).not.toMatch(/gatehouse_|claims/);
  });

  it('keeps the working directory, umask and process for the command', async () => {
    const program = start(shell('umask; pwd; echo $$'), LET_IN, { cwd: folder() });
    const { stdout } = await program.ended;
    expect(stdout.toString()).toBe(`${umaskNow()}\n${folder()}\n${String(program.pid)}\n`);
  });

  it('keeps the dispositions of signals for the command', async () => {
    const ended = await run(
      [
        'sh',
        '-c',
        `trap '' HUP PIPE; exec "$1" -- grep -E 'Sig(Ign|Blk|Cgt)' /proc/self/status`,
        'sh',
        bench.launcher,
      ],
      { env: bench.doing(LET_IN) },
    );
    const plain = await run([
      'sh',
      '-c',
      `trap '' HUP PIPE; exec grep -E 'Sig(Ign|Blk|Cgt)' /proc/self/status`,
    ]);
    expect(ended.stdout.toString()).toBe(plain.stdout.toString());
    expect(ended.stdout.toString()).toMatch(/SigIgn:\s*0*1001$/m);
  });

  it('gives the command no child, descriptor or process of ours', async () => {
    const script =
      'read children </proc/$$/task/$$/children; echo "children:$children"; ls /proc/$$/fd; exit 0';
    const { stdout } = await launch(['--status-fd', '5', ...shell(script)], LET_IN, {
      listenTo: [5],
    });
    // 3 has the result, 5 was for the verdict.
    const plain = await run(['sh', '-c', script], { listenTo: [3] });
    expect(stdout.toString()).toContain('children:\n');
    expect(numbers(stdout)).toEqual(numbers(plain.stdout));
  });

  it.each([
    ['standard input', '<&-', '0'],
    ['standard output', '>&-', '1'],
    ['standard error', '2>&-', '2'],
    ['all three', '<&- >&- 2>&-', '012'],
  ])('gives the command %s closed if it was closed', async (_what, closing, closed) => {
    const script = `for number in 0 1 2; do [ -e /dev/fd/$number ] || closed=$closed$number; done; exec 9>${folder()}/seen; echo "$closed" >&9`;
    const ended = await run(
      ['sh', '-c', `exec "$0" -- sh -c '${script}' ${closing}`, bench.launcher],
      {
        env: bench.doing(LET_IN),
      },
    );
    expect(ended.code).toBe(0);
    expect(readFileSync(join(folder(), 'seen'), 'utf8')).toBe(`${closed}\n`);
  });

  it.each([
    ['exit code', 'exit 199', 199, null],
    ['death', 'kill -SEGV $$', null, 'SIGSEGV'],
    ['end by TERM', 'kill -TERM $$', null, 'SIGTERM'],
  ])('ends as the command by an %s of its own', async (_what, script, code, signal) => {
    expect(await launch(shell(script))).toMatchObject({ code, signal });
  });

  it('gives the command every signal once', async () => {
    const script = `trap 'echo TERM' TERM; trap 'echo done; exit 0' USR1; echo ready; while :; do sleep 0.01; done`;
    const program = start(shell(script));
    await eventually('the command to run', () => program.said(1).includes('ready'));
    program.signal('SIGTERM');
    await eventually('the signal to arrive', () => program.said(1).includes('TERM'));
    program.signal('SIGUSR1');
    const { stdout } = await program.ended;
    expect(stdout.toString()).toBe('ready\nTERM\ndone\n');
  });
});

describe('the command is looked up before the login', () => {
  const facts = async (command: string, env: NodeJS.ProcessEnv = {}): Promise<string> => {
    const { stderr } = await launch(['--', command], 'echo "$facts" >&2; exit 70', { env });
    return /command:([a-z-]+)/.exec(stderr)?.[1] ?? stderr;
  };
  const file = (name: string, content: string, mode = 0o755): string => {
    const at = join(folder(), name);
    writeFileSync(at, content, { mode });
    return at;
  };

  it('looks the command up before the login as a file', async () => {
    expect(await facts(file('good', '#!/bin/sh\n'))).toBe('runnable');
    expect(await facts(file('spaced', '#! \t/bin/sh -e\n'))).toBe('runnable');
    expect(await facts(file('plain', 'echo hi\n'))).toBe('runnable');
    expect(await facts(file('a b', '#!/bin/sh\n'))).toBe('runnable');
    expect(await facts(join(folder(), 'missing'))).toBe('not-found');
    expect(await facts(file('text', 'echo\n', 0o644))).toBe('not-executable');
    expect(await facts(file('orphan', '#!/no/such/shell\n'))).toBe('not-executable');
    expect(await facts(folder())).toBe('not-executable');
  });

  it('looks the command up before the login in the PATH of the caller', async () => {
    const [first, second] = [join(folder(), 'first'), join(folder(), 'second')];
    mkdirSync(first);
    mkdirSync(second);
    writeFileSync(join(first, 'tool'), '', { mode: 0o644 });
    expect(await facts('tool', { PATH: `${first}:${second}` })).toBe('not-executable');
    writeFileSync(join(second, 'tool'), '#!/bin/sh\necho second\n', { mode: 0o755 });
    expect(await facts('tool', { PATH: `${first}:${second}` })).toBe('runnable');
    expect(await facts('tool', { PATH: second })).toBe('runnable');
    expect(await facts('tool', { PATH: '/usr/bin:/bin' })).toBe('not-found');
    expect(await facts('cd', { PATH: first })).toBe('not-found');
  });

  it('starts no command that is gone or closed after the login', async () => {
    const command = file('soon-gone', '#!/bin/sh\necho ran\n');
    expect(await launch(['--', command], `rm ${command}; ${LET_IN}`)).toMatchObject({
      code: 127,
      stderr: expect.stringContaining('has gone') as unknown,
    });
    const closed = file('soon-closed', '#!/bin/sh\necho ran\n');
    expect(await launch(['--', closed], `chmod 0 ${closed}; ${LET_IN}`)).toMatchObject({
      code: 126,
    });
  });

  it('starts a command as a script of a shell, as it was looked up', async () => {
    const { stdout } = await launch(['--', file('plain', 'echo "as a script of sh: $1"\n'), 'x y']);
    expect(stdout.toString()).toBe('as a script of sh: x y\n');
  });
});

function umaskNow(): string {
  return execFileSync('sh', ['-c', 'umask'], { encoding: 'utf8' }).trim();
}
