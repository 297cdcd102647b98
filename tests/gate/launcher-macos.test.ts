/**
 * The launcher as it is compiled for macOS, on Linux: without /proc, files and pipes of Linux, and
 * in an application. Behaviour that only a real Mac shows: docs/known-issues.md.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { status } from './support/launcher-suite.ts';
import { Program, run, type Ended, type StartOptions } from '../../lab/child-program.ts';
import { CONFIRMED, DENIED } from '../../lab/verdict-lines.ts';
import { launcherBench, telling } from '../../lab/stand-in.ts';

const LET_IN = telling([CONFIRMED], 0);
const REFUSED = telling([DENIED], 77);
const WAIT_MS = 60_000;

const bench = launcherBench('portable');
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-macos-'));
const app = join(folder, 'An Application.app', 'Contents');
const launcher = join(app, 'Resources', 'bin', 'gatehouse');
afterAll(() => {
  bench.remove();
  rmSync(folder, { recursive: true, force: true });
});

beforeAll(() => {
  // The application as it is packed.
  cpSync(join(bench.folder, 'bin'), join(app, 'Resources', 'bin'), { recursive: true });
  mkdirSync(join(app, 'MacOS'));
  renameSync(join(bench.folder, 'gatehouse'), join(app, 'MacOS', 'Gatehouse'));
  symlinkSync(launcher, join(folder, 'first'));
  mkdirSync(join(folder, 'a b'));
  symlinkSync('../first', join(folder, 'a b', 'gatehouse'));
});

const start = (words: readonly string[], script = LET_IN, options: StartOptions = {}): Program =>
  new Program([launcher, ...words], {
    ...options,
    env: { ...bench.doing(script), ...options.env },
  });
const launch = (...given: Parameters<typeof start>): Promise<Ended> => start(...given).ended;

describe('the launcher without the parts for Linux', () => {
  it('takes the Electron of an application from its own folder in there alone (SEC-42)', async () => {
    const seen = join(folder, 'taken');
    const bin = join(folder, 'Other.app', 'Resources', 'bin');
    cpSync(join(app, 'Resources', 'bin'), bin, { recursive: true });
    mkdirSync(join(folder, 'Other.app', 'MacOS'));
    writeFileSync(join(folder, 'Other.app', 'MacOS', 'Gatehouse'), `#!/bin/sh\ntouch '${seen}'\n`, {
      mode: 0o755,
    });
    const ended = await run([join(bin, 'gatehouse'), '--', 'true'], { env: bench.doing(LET_IN) });
    expect([ended.code, existsSync(seen)]).toEqual([70, false]);
  });

  it('becomes the command on macOS, with its words, streams, process and result', async () => {
    const script = 'echo $$ "$1" $GATEHOUSE_RESULT_FD; cat <&3; cat; exit 23';
    const program = start(['--', 'sh', '-c', script, 'sh', "o'hara $x ü"], LET_IN, {
      input: 'theirs\n',
    });
    const { code, stdout, stderr } = await program.ended;
    expect([code, stderr]).toEqual([23, '']);
    expect(stdout.toString()).toBe(`${String(program.pid)} o'hara $x ü 3\n${CONFIRMED}\ntheirs\n`);
  });

  it('lets in on macOS only by one whole allowing line (SEC-29)', async () => {
    for (const [script, code] of [
      [REFUSED, 77],
      ['exit 0', 70],
      [telling([CONFIRMED, CONFIRMED], 0), 70],
      [telling([DENIED, CONFIRMED], 0), 70],
      [`printf '%s' '${CONFIRMED}' >&"$verdict"; exit 0`, 70],
      ['exit 64', 64],
      ['kill -9 $$', 70],
    ] as const) {
      const ended = await launch(['--status-fd', '5', '--', 'echo', 'ran'], script, {
        listenTo: [5],
      });
      expect([script, ended.code, ended.stdout.toString()]).toEqual([script, code, '']);
      expect(status(ended).exitCode).toBe(code);
    }
  });

  it('lets in on macOS without a message however Electron ends behind the line (SEC-29)', async () => {
    for (const end of ['exit 1', 'kill -SEGV $$', 'kill -KILL $$', "trap '' TERM; exec sleep 20"]) {
      const script = telling([CONFIRMED], 0).replace('exit 0', () => end);
      const ended = await launch(['--', 'echo', 'ran'], script);
      expect([end, ended.code, ended.stdout.toString(), ended.stderr]).toEqual([
        end,
        0,
        'ran\n',
        '',
      ]);
    }
  });

  it('refuses a status file on macOS if others can write there, and takes one if they cannot', async () => {
    const place = mkdtempSync(join(folder, 'status-'));
    const file = join(place, 'status');
    expect((await launch(['--status-file', file, '--', 'true'])).code).toBe(0);
    chmodSync(place, 0o1777);
    expect((await launch(['--status-file', file, '--', 'echo', 'ran'])).code).toBe(64);
  });

  it('passes the verdict on by check, by a status file and by the first line of standard input on macOS', async () => {
    const file = join(folder, 'status');
    const checked = await launch(['check', '--json', '--status-file', file]);
    expect([checked.code, checked.stdout.toString(), checked.stderr]).toEqual([
      0,
      `${CONFIRMED}\n`,
      '',
    ]);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      outcome: 'confirmed',
      ticket: null,
    });
    const fed = await launch(['--result', 'stdin', '--', 'cat'], LET_IN, { input: 'rest\n' });
    expect(fed.stdout.toString()).toBe(`${CONFIRMED}\nrest\n`);
    expect(bench.left()).toEqual([]);
  });

  it('finds the command on macOS as the caller would, also a program that is no text', async () => {
    const binary = join(folder, 'binary');
    cpSync('/bin/true', binary);
    const none = telling([DENIED], 77);
    expect((await launch(['--', 'no-such-command'], none)).code).toBe(77);
    expect(
      (await launch(['--', 'no-such-command'], 'echo "$facts" >&2; exit 70')).stderr,
    ).toContain('command:not-found');
    expect((await launch(['--', '/etc/passwd'], 'echo "$facts" >&2; exit 70')).stderr).toContain(
      'command:not-executable',
    );
    const ended = await launch(['--', binary]);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
  });

  it('tells a cancellation on macOS, and takes the login along', async () => {
    const program = start(['--status-fd', '5', '--', 'true'], 'echo up >&2; exec sleep 60', {
      listenTo: [5],
    });
    await eventually('the login to start', () => program.said().includes('up'), WAIT_MS);
    program.signal('SIGTERM');
    const ended = await program.ended;
    expect(ended.code).toBe(130);
    expect(status(ended)).toMatchObject({ outcome: 'cancelled' });
  });

  it.each([
    ['deaf', `trap '' TERM; echo up >&2; exec sleep 60`],
    ['stopped', 'kill -STOP $$'],
  ])(
    'ends a %s login that does not heed --timeout, once no approval can be under check',
    async (_what, hung) => {
      const words = ['--status-fd', '5', '--timeout', '1', '--', 'echo', 'ran'];
      const ended = await launch(words, hung, { listenTo: [5] });
      expect([ended.code, ended.stdout.toString(), status(ended).outcome]).toEqual([
        70,
        '',
        'internal',
      ]);
      expect(ended.stderr).toContain('the login did not end after --timeout');
      // A line behind the limit, but not behind that moment, lets in.
      const late = `sleep 1.5; ${LET_IN}`;
      expect((await launch(['--timeout', '1', '--', 'echo', 'ran'], late)).code).toBe(0);
    },
  );

  it('finds its application on macOS through links, from any folder', async () => {
    for (const [file, cwd] of [
      [join(folder, 'first'), '/'],
      [join(folder, 'a b', 'gatehouse'), '/'],
      ['./a b/gatehouse', folder],
      ['gatehouse', join(folder, 'a b')],
      ['gatehouse', join(app, 'Resources', 'bin')],
    ] as const) {
      const ended = await run([file, '--', 'true'], {
        cwd,
        env: {
          ...bench.doing(LET_IN),
          CDPATH: '/tmp:/usr',
          PATH: `.:${process.env['PATH'] ?? ''}`,
        },
      });
      expect([file, ended.code, ended.stderr]).toEqual([file, 0, '']);
    }
  });
});
