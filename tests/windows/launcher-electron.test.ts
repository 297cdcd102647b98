/**
 * The gate of Windows as people have it: the real launcher, the real Electron for Windows with the built program, a
 * command behind it. Under Wine (decision 0029).
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, type Emulator } from '../../emulator/emulator.ts';
import { verdictSchema } from '../../shared/verdict/verdict.ts';
import { eventually } from '../support/eventually.ts';
import { personAt, type Person } from '../support/person.ts';
import { skipped as withoutBench, useLauncherBench } from './support/launcher-bench.ts';
import { makeWindowsPackage } from './support/package-bench.ts';
import { windowsPath } from './support/prefix.ts';
import { inPersonsFolder, writeThere, type SharedFile } from './support/product.ts';
import { runWindows, WindowsProgram, windowsRun, type WindowsEnded } from './support/windows-program.ts';

const ONE_LOGIN_MS = 150_000;
const GONE_MS = 60_000;
const POLICY = 'HKLM\\Software\\Policies\\Gatehouse';
const PUSH = ['--user', 'push-only', '--method', 'push', '--no-ui'];

describe.skipIf(withoutBench !== '')(
  `the gate of Windows${withoutBench && ` (skipped: ${withoutBench})`}`,
  () => {
    const { actor } = useLauncherBench('');
    let folder = '';
    let emulator: Emulator;
    let person: Person;
    let config: string;
    beforeAll(async () => {
      folder = makeWindowsPackage();
      emulator = await startEmulator();
      person = personAt(emulator.url);
      // An installed program takes a service on loopback from an administrator alone, whom Wine knows in the registry only.
      await registry('add', `${POLICY}\\service`, '/v', 'baseUrl', '/t', 'REG_SZ', '/d', emulator.url);
      config = writeConfig(emulator);
    });
    afterAll(async () => {
      await registry('delete', POLICY);
      await emulator.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Starts the launcher, and waits until a person is asked. */
    async function gate(
      words: readonly string[],
      {
        program = 'gatehouse.exe',
        ...options
      }: Readonly<{ program?: string; env?: Record<string, string> }> = {},
    ): Promise<Readonly<{ started: WindowsProgram; tid: string }>> {
      await person.reset();
      const all = [windowsPath(join(folder, 'bin', program)), '--config', config, ...PUSH, ...words] as const;
      const started = new WindowsProgram([...all], options);
      const early = started.ended.then((ended) => {
        throw new Error(`ended before anybody was asked: ${inWords(ended)}`);
      });
      const { tid } = await Promise.race([person.delivered('push-only', 'push'), early]);
      return { started, tid };
    }

    const statusFile = (name: string): SharedFile =>
      inPersonsFolder(windowsRun().prefix, 'AppData', `${name} Größe.json`);
    /** What runs of the package, as this system sees it. */
    const electrons = (): readonly string[] =>
      windowsRun()
        .prefix.processes()
        .map(({ pid, words }) => `${String(pid)} ${words}`)
        .filter((words) => words.includes('Gatehouse.exe'));
    const allGone = (): Promise<void> =>
      eventually(
        'every process of Electron to be gone',
        () => electrons().length === 0,
        GONE_MS,
        () => electrons().join('\n'),
      );

    it(
      'approved: the command runs, alone, with the verdict and its own exit code',
      async () => {
        const words = 'to 1 ran first 3 1 to 1 waits until 0 exit 4711'.split(' ');
        const { started, tid } = await gate(['--', actor(), ...words]);
        expect(electrons().length).toBeGreaterThan(1);
        await person.approve(tid);
        await eventually(
          'the command to run',
          () => started.said(1).includes('waits'),
          GONE_MS,
          () => started.said(),
        );
        // The login is over, and nothing of it is left beside the command.
        await allGone();
        expect(started.said(1)).toMatch(/^ran\n\{[^\n]+\}\nwaits\n$/);
        const verdict = verdictSchema.parse(JSON.parse(started.said(1).split('\n')[1] ?? ''));
        expect(verdict).toMatchObject({ outcome: 'confirmed', exitCode: 0 });
        expect(verdict.ticket?.split('.')).toHaveLength(3);
        started.end();
        const ended = await started.ended;
        expect([ended.code, ended.stderr], inWords(ended)).toEqual([
          4711,
          expect.stringContaining('gatehouse:'),
        ]);
      },
      ONE_LOGIN_MS,
    );

    it(
      'denied: 77, a line in the status file, and the command never starts',
      async () => {
        const status = statusFile('denied');
        const made = statusFile('never made');
        const { started, tid } = await gate(
          ['--status-file', status.there, '--', 'cmd.exe', '/c', `echo ran> "${made.there}"`],
          { env: { PATH: 'C:\\windows\\system32' } },
        );
        await person.deny(tid);
        const ended = await started.ended;
        expect([ended.code, ended.stdout.toString()], inWords(ended)).toEqual([77, '']);
        const verdict = verdictSchema.parse(JSON.parse(readFileSync(status.here, 'utf8')));
        expect(verdict).toMatchObject({ outcome: 'denied', exitCode: 77, ticket: null });
        expect(existsSync(made.here)).toBe(false);
        await allGone();
      },
      ONE_LOGIN_MS,
    );

    it(
      'gatehousew.exe does the same without a console',
      async () => {
        const status = statusFile('shortcut');
        const words = ['--status-file', status.there, '--', actor(), 'to', '1', 'ran', 'exit', '5'];
        const { started, tid } = await gate(words, { program: 'gatehousew.exe' });
        await person.approve(tid);
        const ended = await started.ended;
        expect([ended.code, ended.stdout.toString()], inWords(ended)).toEqual([5, 'ran\n']);
        const verdict = verdictSchema.parse(JSON.parse(readFileSync(status.here, 'utf8')));
        expect(verdict).toMatchObject({ outcome: 'confirmed', exitCode: 0, ticket: null });
      },
      ONE_LOGIN_MS,
    );

    it(
      'killed during the login it takes all of Electron along, and an approval after it starts nothing',
      async () => {
        const made = statusFile('killed');
        const { started, tid } = await gate(['--', 'cmd.exe', '/c', `echo ran> "${made.there}"`], {
          env: { PATH: 'C:\\windows\\system32' },
        });
        started.kill();
        await started.ended;
        await allGone();
        await person.approve(tid).catch(() => undefined);
        expect(existsSync(made.here)).toBe(false);
      },
      ONE_LOGIN_MS,
    );
  },
);

/** Wine's own reg.exe, as an administrator has it. */
async function registry(...words: readonly string[]): Promise<void> {
  const ended = await runWindows(['C:\\windows\\system32\\reg.exe', ...words, '/f']);
  if (ended.code !== 0) throw new Error(`reg ${words.join(' ')}: ${inWords(ended)}`);
}

/** What a person may have in a configuration of their own; its Windows path. */
function writeConfig({ systemToken, secretKey }: Emulator): string {
  const folder = ['AppData', 'gate 漢字'];
  const { prefix } = windowsRun();
  writeThere(inPersonsFolder(prefix, ...folder, 'secret'), secretKey);
  const file = inPersonsFolder(prefix, ...folder, 'config.json');
  writeThere(file, JSON.stringify({ service: { systemToken }, credentials: { secretKeyFile: 'secret' } }));
  return file.there;
}

const inWords = ({ code, stdout, stderr }: WindowsEnded): string =>
  `${String(code)}\n${stdout.toString()}\n${stderr}`;
