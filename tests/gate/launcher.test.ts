/**
 * The launcher alone (launcher/posix), with a shell script in Electron's place: which verdicts it
 * believes. The files beside this one test the same with the real Electron.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verdictSchema } from '../../shared/outcomes/verdict.ts';
import { eventually } from '../support/eventually.ts';
import { launcherSuite, LET_IN, shell, status } from './support/launcher-suite.ts';
import { VERDICT_CASES } from '../support/verdicts/cases.ts';
import { CONFIRMED, DENIED, line } from '../../lab/verdict-lines.ts';
import { telling } from '../../lab/stand-in.ts';

const { bench, folder, start, launch } = launcherSuite();

describe('the start of the command (SEC-29)', () => {
  const MARK = 'the command ran';
  /** Scripts of the stand-in that do more than write a text; the launcher's exit code by each. */
  const CONDUCTS: readonly (readonly [string, string, number])[] = [
    [
      'a line with more behind it than pipes hold',
      `${telling([CONFIRMED], 0).replace('exit 0', '')} yes | head -c 300000 >&$verdict`,
      70,
    ],
    ['more than any line has, without an end', 'head -c 300000 /dev/zero >&$verdict; sleep 20', 70],
    ['the words on standard output', `printf '%s\\n' '${CONFIRMED}'; exit 0`, 70],
    ['an Electron that is not there', 'exec /nowhere/electron', 70],
  ];
  /** What the stand-in does, and the launcher's exit code by it; 0 lets in. */
  const cases: readonly (readonly [string, () => string, number])[] = [
    ...VERDICT_CASES.map(
      ({ name, text, exit, code }) => [name, () => writing(text, exit), code] as const,
    ),
    ...CONDUCTS.map(([name, script, code]) => [name, () => script, code] as const),
  ];

  /** A script of the stand-in: writes the text to the verdict's pipe as it is. */
  function writing(text: string, exit: number): string {
    const file = join(folder(), 'text');
    writeFileSync(file, text);
    return `cat '${file}' >&"$verdict"; exit ${String(exit)}`;
  }

  it.each(cases)(
    'starts the command by one allowing line alone: %s (SEC-29)',
    async (_what, script, code) => {
      const words = ['--status-fd', '5', ...shell(`echo ${MARK}; exit 23`)];
      const ended = await launch(words, script(), { listenTo: [5] });
      expect([ended.code, ended.stdout.toString()]).toEqual(
        code === 0 ? [23, `${MARK}\n`] : [code, ''],
      );
      expect(status(ended)).toMatchObject({ exitCode: code, ticket: null });
    },
  );

  it.each(cases)(
    'ends check with 0 or with the code of the refusal: %s (SEC-29)',
    async (_what, script, code) => {
      const ended = await launch(['check', '--json'], script());
      expect(ended.code).toBe(code);
      const verdict = verdictSchema.parse(JSON.parse(ended.stdout.toString()));
      expect(verdict.exitCode).toBe(code);
      expect(verdict.ticket === null).toBe(code !== 0);
    },
  );
});

/**
 * `end`: of Electron, in the shell of the stand-in. `otherwise`: the launcher's code if no whole
 * line came before.
 */
type End = Readonly<{ what: string; end: string; otherwise: number; ignoresTerm?: boolean }>;

const ENDS: readonly End[] = [
  { what: 'ends with 0', end: 'exit 0', otherwise: 70 },
  { what: 'ends with 1', end: 'exit 1', otherwise: 70 },
  { what: 'ends with 70', end: 'exit 70', otherwise: 70 },
  { what: 'dies by SEGV', end: 'kill -SEGV $$', otherwise: 70 },
  { what: 'dies by ABRT', end: 'kill -ABRT $$', otherwise: 70 },
  { what: 'dies by TRAP', end: 'kill -TRAP $$', otherwise: 70 },
  { what: 'dies by KILL', end: 'kill -KILL $$', otherwise: 70 },
  {
    what: 'leaves a child that holds the pipe',
    end: 'sleep 20 </dev/null >/dev/null 2>&1 & exit 0',
    otherwise: 70,
  },
  { what: 'hangs', end: 'exec sleep 20', otherwise: 130 },
  { what: 'hangs and ignores TERM', end: 'exec sleep 20', otherwise: 130, ignoresTerm: true },
];

describe.each(ENDS)(
  'an Electron that $what (SEC-29)',
  ({ what, end, otherwise, ignoresTerm = false }) => {
    const ended = async (
      said: string,
    ): Promise<readonly [code: number | null, ran: string, stderr: string]> => {
      // The signal comes behind the greeting: whatever it is to find stands before it.
      const greeting = 'echo "pid $$." >&2';
      const words = said === TOLD ? `${greeting}; ${said}` : `${said}; ${greeting}`;
      const script = `${ignoresTerm ? "trap '' TERM; " : ''}${words}; ${end}`;
      const program = start(['--status-fd', '5', '--', 'echo', 'ran'], script, { listenTo: [5] });
      await eventually('the login to start', () => program.said().includes('.'));
      const pid = Number(/pid (\d+)\./.exec(program.said())?.[1]);
      if (said !== TOLD && otherwise === 130) {
        program.signal('SIGTERM');
        // The launcher has heard it when it has forwarded it.
        if (ignoresTerm) await killedAfterSignal(program.pid, pid);
      }
      const { code, stdout, stderr, heard } = await program.ended;
      expect(heard.get(5)).toMatch(/^[^\n]+\n$/);
      expect(isThere(pid)).toBe(false);
      return [code, stdout.toString(), stderr.replace(/^pid \d+\.\n/, '')];
    };
    const TOLD = `printf '%s\\n' '${CONFIRMED}' >&"$verdict"`;

    it(`starts the command behind a whole line, without a message, when Electron ${what} (SEC-29)`, async () => {
      expect(await ended(TOLD)).toEqual([0, 'ran\n', '']);
    });
    it.each([
      ['before the line', ':'],
      ['within the line', `printf '%s' '${CONFIRMED.slice(0, -1)}' >&"$verdict"`],
    ])(`starts no command when Electron ${what} %s (SEC-29)`, async (_when, said) => {
      expect((await ended(said)).slice(0, 2)).toEqual([otherwise, '']);
    });
  },
);

it('refuses with the code in the line, whatever the exit code (SEC-29)', async () => {
  for (const code of [0, 1, 75])
    expect((await launch(['check'], telling([DENIED], code))).code).toBe(77);
});

describe('a signal during the login', () => {
  const WAITING = `trap 'printf "%s\\n" "$REFUSED" >&$verdict; exit 130' TERM; echo up; while :; do sleep 0.01; done`;
  const refused = line('cancelled', 'cancelled', 130);

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT', 'SIGQUIT'] as const)(
    'ends a login as cancelled on %s',
    async (signal) => {
      const program = start(['--status-fd', '5', '--', 'echo', 'ran'], WAITING, {
        listenTo: [5],
        env: { REFUSED: refused },
      });
      await eventually('the login to start', () => program.said().includes('up'));
      program.signal(signal);
      const ended = await program.ended;
      expect(ended.code).toBe(130);
      expect(ended.stdout.toString()).toBe('');
      expect(ended.heard.get(5)).toBe(`${refused}\n`);
    },
  );

  it('loses no verdict that comes together with a signal, however busy the computer is', async () => {
    // A shell may hear of both at once, and then tell the signal's number for Electron's code.
    const round = async (): Promise<string | undefined> => {
      const options = { listenTo: [5], env: { REFUSED: refused } };
      const program = start(['--status-fd', '5', '--', 'echo', 'ran'], WAITING, options);
      await eventually('the login to start', () => program.said().includes('up'));
      program.signal('SIGTERM');
      return (await program.ended).heard.get(5);
    };
    const told: (string | undefined)[] = [];
    const ROUNDS = 12;
    const side = async (): Promise<void> => {
      for (let count = 0; count < ROUNDS; count += 1) told.push(await round());
    };
    await Promise.all(Array.from({ length: 6 }, side));
    expect(told.filter((line) => line !== `${refused}\n`)).toEqual([]);
  });

  it('cancels on a signal also if Electron dies of it, or ends with 0', async () => {
    for (const script of [
      'echo up; exec sleep 60',
      `trap 'exit 0' TERM; echo up; while :; do sleep 0.01; done`,
    ]) {
      const program = start(['--status-fd', '5', '--', 'echo', 'ran'], script, { listenTo: [5] });
      await eventually('the login to start', () => program.said().includes('up'));
      program.signal('SIGTERM');
      const ended = await program.ended;
      expect(ended.code).toBe(130);
      expect(status(ended)).toMatchObject({ outcome: 'cancelled' });
    }
  });

  it('cancels on a signal also if an approval came at the same time', async () => {
    const script = `trap '' TERM; echo up; while [ ! -e ${folder()}/go ]; do sleep 0.01; done; ${LET_IN}`;
    const program = start(['--status-fd', '5', '--', 'echo', 'ran'], script, { listenTo: [5] });
    await eventually('the login to start', () => program.said().includes('up'));
    program.signal('SIGTERM');
    writeFileSync(join(folder(), 'go'), '');
    const ended = await program.ended;
    expect(ended).toMatchObject({ code: 130 });
    expect(ended.stdout.toString()).toBe('');
    expect(status(ended)).toMatchObject({ outcome: 'cancelled', ticket: null });
  });
});

describe('the rest', () => {
  it('says that it stands behind another gate', async () => {
    const ended = await launch(['--', 'true'], LET_IN, { env: { GATEHOUSE: '1' } });
    expect(ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('behind another gate') as unknown,
    });
    expect((await launch(['--', 'true'])).stderr).toBe('');
  });

  it.each([[['keys', 'status']], [[]], [['--user', 'check']]])(
    'becomes Electron if no verdict is due: %j',
    async (args) => {
      const program = start(args, 'echo "$# $$ $facts"; exit 3');
      const ended = await program.ended;
      expect(ended.code).toBe(3);
      // Its own switch, the separator, and our words.
      expect(ended.stdout.toString()).toBe(`${String(args.length + 2)} ${String(program.pid)} \n`);
    },
  );

  it.each([[['--version']], [['-h']], [['config', 'show']], [['config', 'validate', 'check']]])(
    'becomes Electron without its sandbox for root if it prints and ends: %j (SEC-28)',
    async (args) => {
      const ended = await start(args, 'echo "$*"; exit 3').ended;
      const switches = process.getuid?.() === 0 ? '--no-sandbox --log-level=3' : '--log-level=3';
      expect(ended.code).toBe(3);
      expect(ended.stdout.toString()).toBe(`${switches} -- ${args.join(' ')}\n`);
    },
  );

  it.each([
    [['check', '--user', 'x', '--help']],
    [['check', '-h']],
    [['check', '--version']],
    [['--help', 'check']],
    [['check', '--', 'x']],
    [['config', 'show', '--', 'x']],
    [['check', '--user', '--help', '--', 'x']],
    [['--version', 'check']],
    [['--user', 'x', '-h', 'check']],
    [['--help', '--', 'x']],
    [['--version', '--', 'x']],
  ])(
    'ends with 64 if a login was to decide and cannot, whatever Electron says: %j (SEC-29)',
    async (args) => {
      const ended = await launch(args, 'echo information; exit 0');
      expect([ended.code, ended.stdout.toString()]).toEqual([64, 'information\n']);
    },
  );

  it('keeps standard output free of everything else', async () => {
    const ended = await launch(shell('echo mine'), `echo noise; ${LET_IN}`);
    expect(ended.stdout.toString()).toBe('mine\n');
    expect(ended.stderr).toBe('noise\n');
  });

  it('gives Electron standard input for codes only', async () => {
    const reading = `IFS= read -r text; echo "read $text"; ${LET_IN}`;
    const code = await launch(['check', '--no-ui', '--passcode-stdin'], reading, {
      input: '123456\nrest\n',
    });
    expect(code.stderr).toBe('read 123456\n');
    const none = await launch(['--', 'cat'], reading, { input: 'all of it\n' });
    expect(none).toMatchObject({ stderr: 'read \n' });
    expect(none.stdout.toString()).toBe('all of it\n');
  });

  it.each(['check', 'gate'])(
    'shows the login of a %s at once that it is gone when it is killed',
    async (mode) => {
      const seen = join(folder(), 'seen');
      // A reader that waits for a line gets no line, only the end of the stream.
      const reader = `echo up >&2; IFS= read -r line <&$1 || echo "ended:$line" >${seen}`;
      // Where the kernel does not kill it, as on macOS.
      const script = `exec setpriv --pdeathsig clear sh -c '${reader}' sh "$launcher"`;
      const program = start(
        mode === 'check' ? ['check'] : ['--result', 'stdin', '--', 'true'],
        script,
      );
      await eventually('the login to start', () => program.said().includes('up'));
      expect(existsSync(seen)).toBe(false);
      program.signal('SIGKILL');
      await eventually(
        'the login to see it',
        () => existsSync(seen) && readFileSync(seen, 'utf8') !== '',
      );
      expect(readFileSync(seen, 'utf8')).toBe('ended:\n');
      expect(bench.left()).toEqual([]);
    },
  );

  it('works without a folder for the run, and without a PATH', async () => {
    const env = { XDG_RUNTIME_DIR: '/nowhere/at/all', PATH: '' };
    const { stdout } = await launch(['--', '/bin/echo', 'ran'], LET_IN, { env });
    expect(stdout.toString()).toBe('ran\n');
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/**
 * Kills a stand-in that ignores the signal, once the launcher's handler has run: the handler
 * continues the process that it forwards the signal to.
 */
async function killedAfterSignal(launcher: number, pid: number): Promise<void> {
  await eventually('the launcher to hear the signal', () => {
    const pending = /^(?:SigPnd|ShdPnd):\s*0*[1-9a-f]/m;
    return !pending.test(readFileSync(`/proc/${String(launcher)}/status`, 'utf8'));
  });
  process.kill(pid, 'SIGKILL');
}
