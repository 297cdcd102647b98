/**
 * The launcher's common parts in the form of Windows, compiled for this system under sanitizers
 * (pure.c).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VERDICT_CASES } from '../../../support/verdicts/cases.ts';
import { CONFIRMED } from '../../../../lab/verdict-lines.ts';
import { usePureParts, withoutCompiler } from './pure-parts.ts';

describe.skipIf(withoutCompiler !== '')(
  `the launcher's common parts, in the form of Windows ${withoutCompiler}`,
  () => {
    const run = usePureParts('windows');
    const ask = (what: string, text: string): string[] =>
      run([what], Buffer.from(`${text}\0`, 'utf16le'))
        .toString('utf16le')
        .split('\0')
        .slice(0, -1);

    describe('the words of a command line', () => {
      // Microsoft, "Parsing C command-line arguments", and the rule for quotes in quotes of the
      // Universal C Runtime.
      it.each<readonly [string, readonly string[]]>([
        ['p "abc" d e', ['abc', 'd', 'e']],
        ['p a\\\\b d"e f"g h', ['a\\\\b', 'de fg', 'h']],
        ['p a\\\\\\"b c d', ['a\\"b', 'c', 'd']],
        ['p a\\\\\\\\"b c" d e', ['a\\\\b c', 'd', 'e']],
        ['p a"b"" c d', ['ab" c d']],
        ['p "" x ""', ['', 'x', '']],
        ['p  \t a\t', ['a']],
        ['p "unclosed  ', ['unclosed  ']],
        ['"C:\\with blank\\p.exe"x y', ['y']],
        ['p "a"""b', ['a"b']],
      ])('splits the words of the command line %s', (text, expected) => {
        expect(ask('words', text).slice(1, -1)).toEqual(expected);
      });

      it('quotes words so that they are read back', () => {
        const unit = fc.constantFrom('a', ' ', '\t', '\\', '"', '\n', 'é', '%', '^', '🙂');
        const words = fc.array(fc.string({ unit, maxLength: 12 }), { maxLength: 6 });
        fc.assert(
          fc.property(words, (given) => {
            // By the other rule, written down once more: Node quotes so for Windows too.
            const quote = (word: string): string =>
              `"${word.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;
            const read = ask('words', ['p', ...given.map(quote)].join(' '));
            const again = read.at(-1) ?? '';
            expect(read.slice(1, -1)).toEqual(given);
            expect(ask('words', `p ${again}`).slice(1, -1)).toEqual(given);
          }),
          { numRuns: 50 },
        );
      });
    });

    describe('the options', () => {
      const read = (text: string) => {
        const [mode, ours, tail, json, stdin, result, descriptor, status, file, misuse] = ask(
          'options',
          `p ${text}`,
        );
        return {
          mode:
            misuse === '1' && mode === '0' ? 'misuse' : ['direct', 'gate', 'check'][Number(mode)],
          ours,
          tail,
          json,
          stdin,
          result,
          descriptor,
          status,
          file,
        };
      };
      it.each([
        ['', 'direct', '', '(none)'],
        ['-- x', 'gate', '-- command', 'x'],
        ['--', 'gate', '--', ''],
        ['-- ""', 'gate', '-- ""', '""'],
        ['"--" x', 'gate', '-- command', 'x'],
        ['--user -- x', 'gate', '--user -- command', 'x'],
        ['--user check -- x  "y\\" ', 'gate', '--user check -- command', 'x  "y\\" '],
        ['--user=a=b -- x -- y', 'gate', '--user=a=b -- command', 'x -- y'],
        ['check', 'check', 'check', '(none)'],
        ['check -- x', 'misuse', 'check -- command', 'x'],
        ['--user check', 'direct', '--user check', '(none)'],
        ['check --help', 'misuse', 'check --help', '(none)'],
        ['check --json -h', 'misuse', 'check --json -h', '(none)'],
        ['check --user a --version', 'misuse', 'check --user a --version', '(none)'],
        ['check --user --help', 'check', 'check --user --help', '(none)'],
        ['--help', 'direct', '--help', '(none)'],
        ['config --help', 'direct', 'config --help', '(none)'],
        ['config --help -- x', 'misuse', 'config --help -- command', 'x'],
        ['--user a -h -- x', 'misuse', '--user a -h -- command', 'x'],
        ['--version --', 'misuse', '--version --', ''],
        ['--user --help -- x', 'gate', '--user --help -- command', 'x'],
        ['--help -- x', 'misuse', '--help -- command', 'x'],
        ['keys status -- x', 'gate', 'keys status -- command', 'x'],
        ['--help check', 'misuse', '--help check', '(none)'],
        ['--user x --version check', 'misuse', '--user x --version check', '(none)'],
        ['--help --user check', 'direct', '--help --user check', '(none)'],
        ['config validate check', 'direct', 'config validate check', '(none)'],
        ['config show -- x', 'misuse', 'config show -- command', 'x'],
      ])('reads the options of %j, with their mode', (text, mode, ours, tail) => {
        expect(read(text)).toMatchObject({ mode, ours, tail });
      });

      it.each([
        ['--result stdin --', { result: '2' }],
        ['--result=none --', { result: '3' }],
        ['--result=fd:7 --', { result: '1', descriptor: '7' }],
        ['--result=fd:77 --', { result: '0', descriptor: '0' }],
        ['--result=fd:2 --', { result: '0', descriptor: '0' }],
        ['--result=fd: --', { result: '0', descriptor: '0' }],
        ['--status-fd 5 --status-file "a b" --', { status: '5', file: 'a b' }],
        ['--status-fd 0 --', { status: '0' }],
        ['--status-fd 10 --', { status: '0' }],
        ['check --json --passcode-stdin', { json: '1', stdin: '1' }],
        ['check --nonce --json', { json: '0' }],
      ])('reads the options of %j, with their descriptors', (text, expected) => {
        expect(read(text)).toMatchObject(expected);
      });
    });

    describe('the verdict (SEC-29)', () => {
      const judge = (text: string | Buffer): string => {
        const [kind, , code] = run(['verdict'], Buffer.from(text)).toString('utf16le').split('\0');
        return kind === '2' ? `refused with ${String(code)}` : kind === '1' ? 'allowed' : 'none';
      };
      it.each(VERDICT_CASES)('judges the verdict of $name (SEC-29)', ({ text, judged }) => {
        expect(judge(text)).toBe(typeof judged === 'number' ? `refused with ${judged}` : judged);
      });

      it('rejects a verdict that is cut off or changed by a byte (SEC-29)', () => {
        const whole = Buffer.from(`${CONFIRMED}\n`);
        for (let length = whole.length - 1; length >= 0; length -= 7)
          expect(judge(whole.subarray(0, length))).toBe('none');
        for (let index = 0; index < 75; index += 1) {
          const changed = Buffer.from(whole);
          changed[index] = (changed[index] ?? 0) ^ 1;
          expect(judge(changed)).toBe('none');
        }
      });

      it('takes the ticket from the last member of a verdict, whatever the text before it pretends (SEC-29)', () => {
        const text = `${CONFIRMED.replace('alice', 'a\\",\\"ticket\\":null}')}\n`;
        const [kind, before] = run(['verdict'], Buffer.from(text)).toString('utf16le').split('\0');
        expect([kind, text.slice(0, Number(before))]).toEqual([
          '1',
          text.slice(0, text.lastIndexOf('"head')),
        ]);
      });
    });

    describe('the command that is looked up', () => {
      const look = (name: string, path: string, extensions: string, files: readonly string[]) => {
        const answers = ask('lookup', [name, path, extensions, ...files, ''].join('\0'));
        return {
          tried: answers.slice(0, -3),
          file: answers.at(-3),
          found: answers.at(-2),
          script: answers.at(-1),
        };
      };
      const EXTENSIONS = '.COM;.EXE;.CMD';
      it('looks a command up in the folders of PATH that have a drive or a server, with the extensions in their order', () => {
        const path = 'C:\\a;;.;b;\\c;D:e;"C:\\d;e";\\\\server\\share\\';
        expect(look('tool', path, EXTENSIONS, ['rC:\\d;e\\tool.EXE'])).toMatchObject({
          tried: [
            'C:\\a\\tool.COM',
            'C:\\a\\tool.EXE',
            'C:\\a\\tool.CMD',
            'C:\\d;e\\tool.COM',
            'C:\\d;e\\tool.EXE',
          ],
          file: 'C:\\d;e\\tool.EXE',
          found: '2',
        });
        expect(look('tool', path, '.EXE', []).tried.at(-1)).toBe('\\\\server\\share\\tool.EXE');
      });
      it('looks a command with an extension up by its own name first', () => {
        expect(look('a.exe', 'C:\\b', '.EXE', ['rC:\\b\\a.exe.EXE']).tried).toEqual([
          'C:\\b\\a.exe',
          'C:\\b\\a.exe.EXE',
        ]);
      });
      it('looks past a file that cannot be started, and keeps it if no other is found', () => {
        const files = ['nC:\\a\\x.CMD', 'rC:\\b\\x.EXE'];
        expect(look('x', 'C:\\a;C:\\b', EXTENSIONS, files)).toMatchObject({
          file: 'C:\\b\\x.EXE',
          found: '2',
        });
        expect(look('x', 'C:\\a', EXTENSIONS, files)).toMatchObject({
          file: 'C:\\a\\x.CMD',
          found: '1',
        });
      });
      it.each(['.\\x', 'sub/x', 'C:x', '\\x'])(
        'takes a command for a path if it is one: %s',
        (name) => {
          expect(look(name, 'C:\\a', '.EXE', []).tried).toEqual([`${name}.EXE`]);
        },
      );
      it('looks up no empty command, and follows no PATHEXT that leads elsewhere', () => {
        expect(look('', 'C:\\a', '.EXE', []).tried).toEqual([]);
        expect(look('x', 'C:\\a', 'EXE;.\\..\\x.EXE;:s', []).tried).toEqual([]);
      });
      it.each([
        ['a.bat', '1'],
        ['a.CMD', '1'],
        ['a.cmd. . ', '1'],
        ['a.cmd.exe', '0'],
        ['cmd', '0'],
        ['', '0'],
      ])('knows a script of the shell: %j', (name, script) => {
        expect(look(name, '', '', []).script).toBe(script);
      });
    });

    it('clears only names that change Electron from the environment, in any case (SEC-42)', () => {
      const ask2 = (text: string): string =>
        run(['environment'], Buffer.from(text, 'utf16le')).toString('utf16le');
      expect(
        ask2(
          '=C:=C:\\x\0A=1\0Electron_Run_As_Node=1\0NODE_OPTIONS=\0NODE_COMPILE_CACHE=c\0NODES=2\0\0',
        ),
      ).toBe('=C:=C:\\x\0A=1\0NODES=2\0\0');
      expect(ask2('\0')).toBe('\0\0');
      expect(ask2('SSLKEYLOGFILE=x\0\0')).toBe('\0\0');
    });

    describe('descriptors of the C runtime', () => {
      const block = (rows: readonly (readonly [number, bigint])[], count = rows.length): Buffer => {
        const bytes = Buffer.alloc(4 + rows.length * 9);
        bytes.writeUInt32LE(count, 0);
        rows.forEach(([flags, handle], index) => {
          bytes.writeUInt8(flags, 4 + index);
          bytes.writeBigUInt64LE(handle, 4 + rows.length + index * 8);
        });
        return bytes;
      };
      const open = (bytes: Buffer): string =>
        run(['descriptors'], bytes).toString('utf16le').replaceAll('\0', ' ').trim();
      const NONE = 0xffffffffffffffffn;
      it('reads the descriptors of the C runtime and writes them back', () => {
        expect(
          open(
            block([
              [1, 1n],
              [1, 2n],
              [1, 3n],
              [0, 4n],
              [9, 68n],
              [1, NONE],
              [1, 0n],
              [1, 9n],
            ]),
          ),
        ).toBe('4 68 7 9');
      });
      it('leaves the descriptors out if their block is broken', () => {
        for (const bytes of [
          Buffer.alloc(0),
          Buffer.from([9]),
          block([[1, 1n]], 2),
          block([[1, 1n]], 0xffffffff),
        ])
          expect(open(bytes)).toBe('');
      });
      it('leaves descriptors out beyond the most', () => {
        const rows = Array.from({ length: 300 }, () => [1, 5n] as const);
        expect(open(block(rows)).split(' ')).toHaveLength((256 - 3) * 2);
      });
      it('never reads descriptors beyond their block', () => {
        fc.assert(
          fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
            open(Buffer.from(bytes));
          }),
          { numRuns: 40 },
        );
      });
    });

    describe('the text shown at the console', () => {
      const wholeOf = (bytes: Buffer): number =>
        Number(run(['shown'], bytes).toString('utf16le').replace('\0', ''));
      it.each([
        ['', 0],
        ['61', 1],
        ['c3', 0],
        ['61c3', 1],
        ['e282', 0],
        ['e282ac', 3],
        ['f09f99', 0],
        ['f09f9982', 4],
        // No UTF-8: it is not waited for.
        ['80', 1],
        ['80808080', 4],
        ['c3a4a4', 3],
        ['e2828282', 4],
      ])('counts in the bytes %s whole characters of %i bytes', (bytes, whole) => {
        expect(wholeOf(Buffer.from(bytes, 'hex'))).toBe(whole);
      });
      it('never ends a shown text in the middle of a character, wherever it is cut', () => {
        const unit = fc.constantFrom('a', 'ß', '漢', '🙂');
        fc.assert(
          fc.property(fc.string({ unit, maxLength: 6 }), fc.nat(24), (text, cut) => {
            const bytes = Buffer.from(text).subarray(0, cut);
            const whole = bytes.subarray(0, wholeOf(bytes)).toString();
            expect(text.startsWith(whole)).toBe(true);
            expect(Buffer.from(text.slice(0, whole.length + 2)).length).toBeGreaterThanOrEqual(
              bytes.length,
            );
          }),
          { numRuns: 60 },
        );
      });
      it('shows no control characters but LF, CR and the tab', () => {
        const text = 'a\0\u0007\b\t\u001b[2Jß\u007f\u0080\u009b\u009f\u00a0漢🙂\r\n';
        const kept = run(['text'], Buffer.from(text, 'utf16le')).toString('utf16le');
        expect(kept).toBe('a\t[2Jß\u00a0漢🙂\r\n');
      });
    });
  },
);
