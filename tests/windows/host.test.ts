/** The base of this suite's tests: a Windows program, its arguments, its streams, its end. */
import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { WINDOWS_USER, windowsPath } from './support/prefix.ts';
import { runWindows, skipped, WindowsProgram, windowsRun } from './support/windows-program.ts';

const asNode = { ELECTRON_RUN_AS_NODE: '1' };
const node = (script: string, ...words: string[]): [string, ...string[]] => [
  windowsPath(join(windowsRun().dist, 'electron.exe')),
  '-e',
  script,
  ...words,
];

describe.skipIf(skipped !== '')(
  `Windows programs under Wine${skipped && ` (skipped: ${skipped})`}`,
  () => {
    it('passes an exit code of Windows on whole', async () => {
      const { code } = await runWindows(node('process.exit(3221225786)'), { env: asNode });
      expect(code).toBe(3221225786);
    });

    it('passes bytes through the streams both ways, and arguments as they are', async () => {
      const bytes = Buffer.from(Array.from({ length: 4096 }, (_unused, index) => index % 256));
      const script =
        'process.stdin.pipe(process.stdout); process.stderr.write(JSON.stringify(process.argv.slice(1)));' +
        'require("node:fs").writeSync(3, "on three")';
      const words = ['', 'a b', '"', '\\"', 'c:\\', 'Zoë 漢字 🔑', '%PATH%', '^&|<>'];
      const ended = await runWindows(node(script, ...words), {
        env: asNode,
        input: bytes,
        listenTo: [3],
      });
      expect([ended.code, JSON.parse(ended.stderr)]).toEqual([0, words]);
      expect(ended.stdout.equals(bytes)).toBe(true);
      expect(ended.heard.get(3)).toBe('on three');
    });

    it('gives the person of Wine a folder with blanks and letters beyond ASCII, on Windows 10', async () => {
      const script =
        'process.stdout.write(JSON.stringify([process.env.APPDATA, require("node:os").release()]))';
      const ended = await runWindows(node(script), { env: asNode });
      const [appData, release] = JSON.parse(ended.stdout.toString()) as [string, string];
      expect(appData).toBe(`C:\\users\\${WINDOWS_USER}\\AppData\\Roaming`);
      expect(release).toMatch(/^10\./);
    });

    it('ends a job with its first process, whatever that leaves behind', async () => {
      const { actor } = windowsRun();
      const ended = await runWindows([actor, 'job', actor, 'child', 'exit', '7']);
      expect([ended.code, ended.stderr]).toEqual([7, expect.stringMatching(/^child \d+\n$/)]);
    });

    it('ends a program that crashes at once, without a debugger of Wine', async () => {
      const ended = await runWindows([windowsRun().actor, 'fault']);
      expect([ended.code, ended.stderr]).toEqual([0xc0000005, '']);
    });

    it('ends a program that does not end by itself', async () => {
      const program = new WindowsProgram(
        node('process.stdout.write("up"); setInterval(() => {}, 1000)'),
        {
          env: asNode,
          input: null,
        },
      );
      await expect.poll(() => program.said(1), { timeout: 60_000 }).toBe('up');
      program.kill();
      expect((await program.ended).code).not.toBe(0);
    });
  },
);
