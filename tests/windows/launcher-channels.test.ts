/**
 * The launcher of Windows alone: the command's arguments and environment, and the places of the
 * result and the verdict. Under Wine, which shows behaviour but not access control (decision
 * 0008).
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CONFIRMED, DENIED } from '../../lab/verdict-lines.ts';
import { eventually } from '../support/eventually.ts';
import { telling, useLauncherBench } from './support/launcher-bench.ts';
import { skipped, WindowsProgram, type WindowsStart } from './support/windows-program.ts';

const LET_IN = telling([CONFIRMED], 0);
const PUBLIC = CONFIRMED.replace('"head.claims.signature"', 'null');
const WAIT_MS = 60_000;

describe.skipIf(skipped !== '')(
  `the launcher of Windows${skipped && ` (skipped: ${skipped})`}`,
  () => {
    const { folder, inside, actor, start, launch } = useLauncherBench(LET_IN);
    let places = 0;
    /** A new folder that the programs may write to. */
    const place = (): string => {
      const name = `place ${String((places += 1))}`;
      mkdirSync(join(folder(), 'files', name));
      // The programs run as another user where the tests are root's.
      chmodSync(join(folder(), 'files', name), 0o777);
      return name;
    };
    const verbatim = (line: string, options: WindowsStart = {}) =>
      launch([line], LET_IN, { ...options, verbatim: true });

    describe('gives the command', () => {
      it.each([
        'line 1  "a  b"   \\"c\\" ^& %PATH% *.* "" d:\\ "e:\\\\" ',
        'line 1 exit 0 -- --json "unclosed  ',
        'line 1 Zoë 漢字 🔑 \\\\\\"',
      ])('gives the command its line, unit by unit: %s', async (words) => {
        const tail = `"${actor()}" ${words}`;
        const ended = await verbatim(`--user x -- ${tail}`);
        expect([ended.stdout.toString(), ended.code]).toEqual([tail, 0]);
      });

      it('gives the command three megabytes on standard input, and takes them back', async () => {
        const input = randomBytes(3_000_000);
        const ended = await launch(['--', actor(), 'copy', '0', '1'], LET_IN, { input });
        expect(ended.stdout.equals(input)).toBe(true);
      });

      it('gives the command its folder and its environment, with our variables', async () => {
        const env = { EMPTYISH: ' ', GATEHOUSE_RESULT_FD: '8', GATEHOUSE_RESULT_HANDLE: '4' };
        const at = { cwd: inside('files'), env };
        const words = ['folder', '1', 'environment', '2'];
        const ended = await launch(['--', actor(), ...words], LET_IN, at);
        const variables = (text: string): readonly string[] =>
          text
            .split(/\r?\n/)
            .filter((row) => row !== '' && !/^GATEHOUSE/.test(row))
            .sort();
        const plain = await new WindowsProgram([actor(), 'environment', '2'], {
          ...at,
          env: { ...env, STAND_IN: LET_IN },
        }).ended;
        expect(ended.stdout.toString()).toBe(inside('files'));
        expect(variables(ended.stderr)).toEqual(variables(plain.stderr));
        expect(ended.stderr).toMatch(/^GATEHOUSE=1$/m);
        expect(ended.stderr).toMatch(/^GATEHOUSE_RESULT_FD=3$/m);
        expect(ended.stderr.match(/GATEHOUSE_RESULT_HANDLE=/g)).toHaveLength(1);
      });

      it('gives the command no handle but its own', async () => {
        const words = `"${inside('bin', 'gatehouse.exe')}" --status-fd 5 -- "${actor()}" open 1 leaked 1`;
        const ended = await new WindowsProgram([actor(), `call ${words}`], {
          env: { STAND_IN: LET_IN },
          listenTo: [5],
          verbatim: true,
        }).ended;
        // 4 was unused, but open: the host fills every descriptor up to the last one.
        expect(ended.stdout.toString()).toMatch(/^(\d\n)*tight\n$/);
        expect(ended.stdout.toString()).not.toContain('5\n');
      });
    });

    describe('finds the command', () => {
      it('finds the command in PATH with PATHEXT, never in the working folder', async () => {
        const here = place();
        copyFileSync(join(folder(), 'actor.exe'), join(folder(), 'files', here, 'tool.exe'));
        const found = inside('files', here);
        const words = ['--', 'tool', 'to', '1', 'ran'];
        const run = (env: Record<string, string>) => launch(words, LET_IN, { cwd: found, env });
        expect((await run({ PATH: `C:\\windows;${found}` })).stdout.toString()).toBe('ran\n');
        // The stand-in lets in whatever it is told of the command, so that the launcher has the
        // last word.
        for (const PATH of ['C:\\windows', '.', '', '.;;'])
          expect(await run({ PATH })).toMatchObject({ code: 127 });
      });

      it.each(['batch.cmd', 'batch.bat', 'batch', 'batch.cmd ', 'batch.bat.'])(
        'refuses a batch file as the command, and says so: %j (SEC-57)',
        async (name) => {
          const here = place();
          for (const end of ['cmd', 'bat'])
            writeFileSync(join(folder(), 'files', here, `batch.${end}`), 'MZ\r\n@echo ran\r\n');
          const env = { PATH: inside('files', here) };
          const ended = await launch(['--', name, '" & echo injected'], LET_IN, { env });
          expect([ended.code, ended.stdout.toString()]).toEqual([126, '']);
          expect(ended.stderr).toContain('a batch file is not started');
        },
      );

      it('refuses as the command a file that is not a program or is missing', async () => {
        const here = place();
        writeFileSync(join(folder(), 'files', here, 'text.exe'), 'text');
        expect(await launch(['--', inside('files', here, 'text.exe')])).toMatchObject({
          code: 126,
        });
        expect(await launch(['--', inside('files', here, 'gone.exe')])).toMatchObject({
          code: 127,
        });
        expect([126, 127]).toContain((await launch(['--', '\\\\.\\NUL'])).code);
      });
    });

    describe('puts the result', () => {
      it('puts the result on descriptor 3 and in its handle', async () => {
        const ended = await launch([
          '--',
          actor(),
          'variable',
          '1',
          'GATEHOUSE_RESULT_FD',
          'first',
          '3',
          '1',
        ]);
        expect(ended.stdout.toString()).toBe(`3\n${CONFIRMED}\n`);
        const handle = await launch([
          '--',
          actor(),
          'handle',
          '1',
          'until',
          '3',
          'to',
          '1',
          'ended',
        ]);
        expect(handle.stdout.toString()).toBe(`${CONFIRMED}\nended\n`);
      });

      it('puts the result on the number that was asked for, or the next free one', async () => {
        const words = ['--', actor(), 'variable', '1', 'GATEHOUSE_RESULT_FD', 'first'];
        const seven = await launch(['--result', 'fd:7', ...words, '7', '1']);
        expect(seven.stdout.toString()).toBe(`7\n${CONFIRMED}\n`);
        const next = await launch([...words, '4', '1', 'to', '3', 'theirs'], LET_IN, {
          listenTo: [3],
        });
        expect([next.stdout.toString(), next.heard.get(3)]).toEqual([
          `4\n${CONFIRMED}\n`,
          'theirs\n',
        ]);
      });

      it('puts the result on standard input, ahead of its content', async () => {
        const input = randomBytes(1_000_000);
        const words = [
          '--result=stdin',
          '--',
          actor(),
          'variable',
          '1',
          'GATEHOUSE_RESULT_FD',
          'copy',
          '0',
          '1',
        ];
        const ended = await launch(words, LET_IN, { input });
        expect(ended.stdout.equals(Buffer.concat([Buffer.from(`0\n${CONFIRMED}\n`), input]))).toBe(
          true,
        );
      });

      it('puts the result nowhere if that was asked for, and needs no reader', async () => {
        const ended = await launch([
          '--result',
          'none',
          '--',
          actor(),
          'open',
          '1',
          'environment',
          '1',
        ]);
        expect(ended.stdout.toString()).toMatch(/^GATEHOUSE=1$/m);
        expect(ended.stdout.toString()).not.toMatch(/^[3-9]$|GATEHOUSE_RESULT/m);
        expect(await launch(['--', actor(), 'exit', '5'])).toMatchObject({ code: 5 });
      });
    });

    describe('puts the verdict', () => {
      it('writes the verdict to both places before the command starts', async () => {
        const here = place();
        const file = inside('files', here, 'status.json');
        const words = ['--status-fd', '5', '--status-file', file, '--', actor(), 'file', '1', file];
        const ended = await launch(words, LET_IN, { listenTo: [5] });
        expect(ended.heard.get(5)).toBe(`${PUBLIC}\n`);
        expect(ended.stdout.toString()).toBe(`${PUBLIC}\n`);
        expect(readdirSync(join(folder(), 'files', here))).toEqual(['status.json']);
      });

      it('writes the verdict in the working folder, and removes that of another time at once', async () => {
        const here = place();
        const file = join(folder(), 'files', here, 'status.json');
        writeFileSync(file, 'old', { mode: 0o666 });
        const at = { cwd: inside('files', here) };
        const program = start(['--status-file=status.json', '--', actor()], 'to 2 up forever', at);
        await eventually(
          'the login to start',
          () => program.said().includes('up'),
          WAIT_MS,
          () => program.said(),
        );
        expect(existsSync(file)).toBe(false);
        program.kill();
        await program.ended;
        expect(existsSync(file)).toBe(false);
        const ended = await launch(
          ['--status-file=status.json', '--', actor()],
          telling([DENIED], 77),
          at,
        );
        expect([ended.code, readFileSync(file, 'utf8')]).toEqual([77, `${DENIED}\n`]);
      });

      it.each<readonly [string, readonly string[], RegExp]>([
        [
          'a descriptor that is not open',
          ['--status-fd', '7'],
          /--status-fd: descriptor 7 is not open/,
        ],
        [
          'a missing folder',
          ['--status-file', 'C:\\no\\where'],
          /--status-file: the folder C:\\no\\ does not exist/,
        ],
        ['a folder', ['--status-file', 'C:\\windows'], /--status-file: .* is not a file/],
        ['a device', ['--status-file', 'NUL'], /--status-file: NUL is not a file/],
        ['a pipe', ['--status-file', '\\\\.\\pipe\\x'], /--status-file: .* is not a file/],
        ['a stream of a file', ['--status-file', 'C:\\x:y'], /--status-file: .* is not a file/],
        ['a taken result', ['--result', 'fd:5'], /--result: descriptor 5 is open already/],
      ])(
        'refuses the login before it starts if the verdict or result is to go to %s',
        async (_what, words, said) => {
          const ended = await launch([...words, '--', actor(), 'to', '1', 'ran'], 'to 2 started', {
            listenTo: [5],
          });
          expect(ended.stderr).toMatch(said);
          expect(ended.stderr).not.toContain('started');
          expect([ended.code, ended.stdout.toString()]).toEqual([64, '']);
        },
      );
    });
  },
);
