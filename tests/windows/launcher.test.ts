/**
 * The launcher of Windows alone, a program of the tests in Electron's place: which verdicts it
 * believes, and how it ends. Under Wine, which shows behaviour but not access control (decision
 * 0008).
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { verdictSchema, type Verdict } from '../../shared/outcomes/verdict.ts';
import { quoted, telling, useLauncherBench } from './support/launcher-bench.ts';
import { runWindows, skipped, WindowsProgram, windowsRun } from './support/windows-program.ts';
import { VERDICT_CASES } from '../support/verdicts/cases.ts';
import { CONFIRMED, DENIED } from '../../lab/verdict-lines.ts';
import { sampled } from '../support/random/sampled.ts';

const LET_IN = telling([CONFIRMED], 0);
const WAIT_MS = 60_000;

describe.skipIf(skipped !== '')(
  `the launcher of Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const { folder, inside, actor, start, launch } = useLauncherBench(LET_IN);
    const status = (heard: ReadonlyMap<number, string>): Verdict =>
      verdictSchema.parse(JSON.parse(heard.get(5) ?? ''));
    const LONG = CONFIRMED.replace('"email":null', `"email":"${'x'.repeat(59_000)}"`);

    describe('the start of the command', () => {
      /** Scripts of the stand-in that do more than write a text; the launcher's exit code by each. */
      const CONDUCTS: readonly (readonly [string, string, number])[] = [
        [
          'a line that a child of it wrote',
          `other ${quoted(`to 3 ${quoted(CONFIRMED)}`)} exit 0`,
          70,
        ],
        ['the words on standard output', `to 1 ${quoted(CONFIRMED)} exit 0`, 70],
        ['a flood', `many 3 2000 to 3 ${quoted(CONFIRMED)} exit 0`, 70],
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
        writeFileSync(join(folder(), 'files', 'text'), text);
        return `file 3 ${quoted(inside('files', 'text'))} exit ${String(exit)}`;
      }

      it.each(cases)(
        'starts the command, or ends with the code of the refusal, after %s (SEC-29)',
        async (_what, standIn, code) => {
          const words = ['--status-fd', '5', '--', actor(), 'to', '1', 'ran', 'exit', '23'];
          const ended = await launch(words, standIn(), { listenTo: [5] });
          expect([ended.code, ended.stdout.toString()]).toEqual(
            code === 0 ? [23, 'ran\n'] : [code, ''],
          );
          expect(status(ended.heard)).toMatchObject({ exitCode: code, ticket: null });
        },
      );

      it.each(cases)(
        'ends check with 0, or with the code of the refusal, after %s (SEC-29)',
        async (_what, standIn, code) => {
          const ended = await launch(['check', '--json'], standIn());
          expect(ended.code).toBe(code);
          const verdict = verdictSchema.parse(JSON.parse(ended.stdout.toString()));
          expect(verdict.exitCode).toBe(code);
          expect(verdict.ticket === null).toBe(code !== 0);
        },
      );
    });

    describe('one whole line decides, however Electron ends', () => {
      const half = `part 3 ${quoted(CONFIRMED)}`;
      const whole = `to 3 ${quoted(CONFIRMED)}`;
      const refusal = `to 3 ${quoted(DENIED)}`;
      const gate = (standIn: string) =>
        launch(['--', actor(), 'to', '1', 'ran', 'exit', '23'], standIn);
      // A child goes on for ever, has the pipe, and has the streams that the test reads to their
      // end.
      const ends = [
        'exit 0',
        'exit 1',
        'exit 3',
        'exit 70',
        'crash',
        'fault',
        'child exit 0',
        'child crash',
      ];

      it.each(sampled(ends, 4))(
        'decides by one whole line alone if Electron ends by: %s (SEC-29)',
        async (end) => {
          for (const before of ['', half]) {
            const ended = await gate(`${before} ${end}`);
            expect([ended.code, ended.stdout.toString()], before).toEqual([70, '']);
          }
          const ended = await gate(`${whole} ${end}`);
          expect([ended.code, ended.stdout.toString()]).toEqual([23, 'ran\n']);
          expect((await gate(`${refusal} ${end}`)).code).toBe(77);
        },
      );

      it.each(['forever', 'child forever'])(
        'ends an Electron that goes on behind its line, which decides: %s (SEC-29)',
        async (end) => {
          expect(await gate(`${whole} ${end}`)).toMatchObject({ code: 23 });
          expect(await gate(`${refusal} ${end}`)).toMatchObject({ code: 77 });
        },
      );

      it.each([
        ['before a line', `to 2 up forever`, 130],
        ['within a line', `${half} to 2 up forever`, 130],
        ['before the line that it was ended by', `to 2 up until 4 ${whole} forever`, 130],
      ])('ends as cancelled by Ctrl-C %s: %s (SEC-29)', async (_when, standIn, code) => {
        const line = `c "${inside('bin', 'gatehouse.exe')}" -- "${actor()}" to 1 ran`;
        const program = new WindowsProgram([actor(), line], {
          env: { STAND_IN: standIn },
          verbatim: true,
          input: null,
        });
        await eventually(
          'the login to start',
          () => program.said().includes('up\n'),
          WAIT_MS,
          () => program.said(),
        );
        program.write('\n');
        const ended = await program.ended;
        expect([ended.code, ended.stdout.toString()]).toEqual([code, '']);
      });
    });

    describe('how it ends', () => {
      it.each([0, 1, 199, 256, 3_221_225_786, 4_294_967_295])(
        'ends with the code of the command: %d',
        async (code) => {
          expect((await launch(['--', actor(), 'exit', String(code)])).code).toBe(code);
        },
      );

      it('leaves no stream to Electron or its child when the launcher is killed in the login', async () => {
        const program = start(['--', actor(), 'to', '1', 'ran'], 'child to 2 up forever');
        await eventually(
          'the login to start',
          () => program.said().includes('up\n'),
          WAIT_MS,
          () => program.said(),
        );
        program.kill();
        // Its streams end once no process holds them: neither Electron nor its child.
        const { stdout, stderr } = await program.ended;
        expect(stderr).toMatch(/^child \d+\nup\n$/);
        expect(stdout.toString()).toBe('');
      });

      it('leaves no stream to the command when the launcher is killed while it runs', async () => {
        const program = start(['--', actor(), 'to', '1', 'up', 'forever']);
        await eventually(
          'the command to run',
          () => program.said(1).includes('up'),
          WAIT_MS,
          () => program.said(),
        );
        program.kill();
        const { stdout, stderr } = await program.ended;
        expect([stdout.toString(), stderr]).toEqual(['up\n', '']);
      });

      it('leaves a program alive that it opened for the person, without our streams (SEC-106)', async () => {
        const mark = `opened ${String(process.pid)}`;
        const scheme = 'HKLM\\Software\\Classes\\gatehouse-test';
        const reg = (...words: string[]) =>
          runWindows(['C:\\windows\\system32\\reg.exe', 'add', ...words, '/f']);
        await reg(scheme, '/v', 'URL Protocol', '/d', '');
        await reg(
          `${scheme}\\shell\\open\\command`,
          '/ve',
          '/d',
          `"${actor()}" forever "${mark}" "%1"`,
        );
        const open = (address: string) =>
          `run ${quoted(`"${inside('gatehouse-system.exe')}" open ${address}`)}`;
        const left = () =>
          windowsRun()
            .prefix.processes()
            .filter(({ words }) => words.includes(mark));
        // Its streams end, so the opened program does not hold them.
        const ended = await launch(
          ['--', actor(), 'exit', '23'],
          `${open('gatehouse-test:x?y=1')} ${LET_IN}`,
        );
        expect([ended.code, ended.stderr]).toEqual([23, 'ended with 0\n']);
        // One that has just been created has no arguments yet.
        await eventually('the opened program', () => left().length > 0, WAIT_MS);
        expect(left().map(({ words }) => words.endsWith('gatehouse-test:x?y=1'))).toEqual([true]);
        for (const { pid } of left()) process.kill(pid, 'SIGKILL');
        for (const address of ['C:\\windows\\notepad.exe', '\\\\server\\x', ''])
          expect(
            (await launch(['--', actor(), 'exit', '23'], `${open(address)} ${LET_IN}`)).stderr,
            address,
          ).toBe('ended with 64\n');
      });

      it.each([
        [['keys', 'status'], 0],
        [['--help'], 0],
        [[], 3],
        [['--user', 'check'], 3],
        // Beside a login only an allowing outcome is 0 (SEC-29).
        [['check', '--help'], 64],
        [['check', '--json', '-h'], 64],
        [['--help', '--', 'x'], 64],
        [['--user', 'a', '--version', '--', 'x'], 64],
        [['check', '--', 'x'], 64],
      ])(
        'ends as Electron if no verdict is due, but never with 0 beside a login: %j, %d (SEC-29)',
        async (words, code) => {
          const ended = await launch(words, `open 1 line 1 exit ${String(code === 64 ? 0 : code)}`);
          const behind = words.includes('--')
            ? [...words.slice(0, words.indexOf('--')), '--', 'command']
            : words;
          expect(ended.code).toBe(code);
          expect(ended.stdout.toString()).toBe(
            [inside('Gatehouse.exe'), '--log-level=3', '--', ...behind].join(' '),
          );
        },
      );
    });

    describe('the start of Electron', () => {
      it('passes Electron its facts, our arguments quoted, and the word that a command follows', async () => {
        const own = ['--user', 'a "b" c\\', '--nonce=', '--config=C:\\x y\\'];
        const ended = await launch(
          [...own, '--', actor(), 'secret of the command'],
          'line 2 exit 1',
        );
        expect(ended.stderr).toContain(
          ',command:runnable,launcher:4,hangup:heeded -- ' +
            '--user "a \\"b\\" c\\\\" --nonce= "--config=C:\\x y\\\\" -- command',
        );
        expect(ended.stderr).toMatch(/--log-level=3 --gatehouse-launch=verdict:[\da-f]{32},/);
        expect(ended.stderr).not.toContain('secret');
      });

      it.each([
        ['nowhere-at-all', 'not-found'],
        ['', 'not-found'],
        ['C:\\windows\\win.ini', 'not-executable'],
        ['C:\\windows\\system32', 'not-found'],
      ])('passes Electron the state of the command: %j', async (command, found) => {
        expect((await launch(['--', command], 'line 2 exit 1')).stderr).toContain(
          `command:${found},`,
        );
      });

      it('passes Electron one descriptor, and no handle of the verdict’s pipe or other (SEC-105)', async () => {
        const words = `"${inside('bin', 'gatehouse.exe')}" --status-fd 5 -- "${actor()}"`;
        const ended = await new WindowsProgram([actor(), `call ${words}`], {
          env: { STAND_IN: 'open 2 leaked 2 exit 1' },
          listenTo: [5],
          verbatim: true,
        }).ended;
        expect(ended.stderr).toMatch(/^4\ntight\n/);
      });

      it('passes Electron no variable that changes the program, and the command all of them (SEC-42)', async () => {
        const bad = {
          ELECTRON_RUN_AS_NODE: '1',
          electron_no_asar: '1',
          NODE_OPTIONS: '--require=x',
          SSLKEYLOGFILE: 'C:\\keys',
          CHROME_LOG_FILE: 'C:\\log',
          __COMPAT_LAYER: 'RunAsAdmin',
        };
        const standIn = `environment 2 ${LET_IN}`;
        const ended = await launch(['--', actor(), 'environment', '1'], standIn, {
          env: { ...bad, KEPT: 'ä b' },
        });
        expect(ended.stderr).toContain('KEPT=ä b\n');
        for (const name of Object.keys(bad)) expect(ended.stderr).not.toContain(`${name}=`);
        // The command belongs to the caller: it gets them all.
        for (const [name, value] of Object.entries(bad))
          expect(ended.stdout.toString()).toContain(`${name}=${value}\n`);
      });

      it('passes Electron standard input for codes only, and standard error for its output', async () => {
        const reading = `first 0 1 ${LET_IN}`;
        const code = await launch(['check', '--no-ui', '--passcode-stdin'], reading, {
          input: '123456\nrest\n',
        });
        expect([code.stderr, code.stdout.toString()]).toEqual(['123456\n', '']);
        const none = await launch(['--', actor(), 'copy', '0', '1'], reading, {
          input: 'all of it\n',
        });
        expect([none.stderr, none.stdout.toString()]).toEqual(['', 'all of it\n']);
      });

      it('finds Electron by the place of its own file alone', async () => {
        const env = {
          PATH: inside('files'),
          ELECTRON_OVERRIDE_DIST_PATH: inside('files'),
          GATEHOUSE: '1',
        };
        const ended = await launch(['--', actor(), 'to', '1', 'ran'], LET_IN, {
          env,
          cwd: inside('files'),
        });
        expect(ended.stdout.toString()).toBe('ran\n');
        expect(ended.stderr).toContain('this gate was started behind another gate');
      });
    });

    it('believes a long line like any other', async () => {
      const ended = await launch(
        ['--result', 'stdin', '--', actor(), 'copy', '0', '1'],
        'variable 3 LINE exit 0',
        {
          env: {
            LINE:
              LONG.slice(0, 30_000).replace(/x+$/, '') +
              LONG.slice(LONG.indexOf('","consumerParams')),
          },
        },
      );
      expect(ended.stdout.toString()).toContain('"ticket":"head.claims.signature"}\n');
    });
  },
);
