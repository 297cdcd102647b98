/**
 * Secrets through the real gate of Windows: absent from all places open to other users; `keys` and
 * `doctor` through the launcher. Under Wine, which enforces no access control (decision 0008).
 */
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { canariesIn, filesBelow, type Canaries } from '../e2e/support/canaries.ts';
import { login } from '../support/bench/login.ts';
import { eventually } from '../support/eventually.ts';
import { ONE_LOGIN_MS, statusIn, textOf, useGateBench, WAIT_MS } from './support/gate-bench.ts';
import { useLauncherBench } from './support/launcher-bench.ts';
import { WINDOWS_USER } from './support/prefix.ts';
import { inPersonsFolder, saidOn, writeThere } from './support/product.ts';
import { runWindows, skipped, WindowsProgram, windowsRun } from './support/windows-program.ts';

const SECRET = 'canary-secret-key-of-the-gate-5e1d90';
const TOKEN = 'canary-system-token-of-the-gate-c47b';
const FINGERPRINT = createHmac('sha256', SECRET)
  .update('gatehouse key fingerprint')
  .digest('hex')
  .slice(0, 16)
  .replace(/(.{4})(?=.)/g, '$1 ');

type Found = Readonly<{ place: string; text: string }>;

describe.skipIf(skipped !== '')(`secrets in Windows${skipped && ` (skipped: ${skipped})`}`, () => {
  const { actor } = useLauncherBench('');
  const bench = useGateBench({ secretKey: SECRET, systemToken: TOKEN });
  const { person, at, inFolder, trace, allGone, run } = bench;
  const on = at();

  /** Every command line of the prefix. */
  const commandLines = (): Found => ({
    place: 'a command line',
    text: windowsRun()
      .prefix.processes()
      .map(({ words }) => words)
      .join('\n'),
  });

  /** Every file that the program could have written: of the person, of all users, of the package. */
  function files(): readonly Found[] {
    const drive = join(windowsRun().prefix.folder, 'prefix', 'drive_c');
    const belongs = join(drive, 'users', WINDOWS_USER, 'gate 漢字', 'secret');
    return [
      join(drive, 'users'),
      join(drive, 'ProgramData'),
      join(drive, 'windows', 'temp'),
      join(bench.folder(), 'bin'),
      join(bench.folder(), 'resources', 'app'),
    ]
      .filter((place) => existsSync(place))
      .flatMap((folder) =>
        filesBelow(folder).map(({ path, text }) => ({ place: join(folder, path), text })),
      )
      .filter(({ place }) => place !== belongs);
  }

  const foundIn = (where: readonly Found[], canaries: Canaries): readonly string[] =>
    where.flatMap(({ place, text }) =>
      canariesIn(text, canaries).map((name) => `${name} in ${place}`),
    );

  it('finds planted secrets in Windows by its search', async () => {
    const planted = inPersonsFolder(windowsRun().prefix, 'AppData', 'Local', 'Temp', 'planted');
    writeThere(planted, Buffer.from(SECRET).toString('base64'));
    expect(foundIn(files(), BOTH)).toEqual([`the secret key in ${planted.here}`]);
    writeThere(planted, '');
    // It stays until it has been seen.
    const program = new WindowsProgram([actor(), 'until', '0', 'to', '1', TOKEN], { input: null });
    await eventually(
      'the word to be seen',
      () => foundIn([commandLines()], BOTH).length > 0,
      WAIT_MS,
    );
    program.end();
    expect((await program.ended).stdout.toString()).toBe(`${TOKEN}\n`);
  });

  it(
    'keeps secrets from places where others could look, in an approved login and beside the command',
    async () => {
      const [log, status] = [inFolder('log of secrets'), inFolder('status of secrets')];
      const running = await login(on)
        .saying('--log-file', log.there, '--status-file', status.there)
        .before([`"${actor()}" first 3 1 to 1 ENVIRONMENT environment 1 to 1 waits until 0`])
        .asked();
      const { program } = running;
      const during = [commandLines(), ...files()];
      await running.approve();
      await eventually('the command to run', () => program.said(1).endsWith('waits\n'), WAIT_MS);
      const beside = [commandLines(), ...files()];
      program.end();
      const ended = await running.ends('confirmed');
      const [line = '', environment = ''] = ended.stdout.toString().split('ENVIRONMENT\n');
      expect(environment).toContain('GATEHOUSE=1');
      const ticket = /"ticket":"([^"]+)"/.exec(line)?.[1] ?? '';
      expect(ticket.split('.')).toHaveLength(3);
      const tokens = (await person().log()).map(({ body }) => body?.['accessToken']);
      const canaries = new Map([
        ...BOTH,
        ['the ticket', ticket],
        ...tokens
          .filter((token): token is string => typeof token === 'string')
          .map((token, index): [string, string] => [`access token ${String(index)}`, token]),
      ] as readonly (readonly [string, string])[]);
      expect(canaries.size).toBeGreaterThan(3);
      expect(textOf(log)).toContain('"login-outcome"');
      expect(statusIn(status)).toMatchObject({ outcome: 'confirmed', ticket: null });
      const said: readonly Found[] = [
        { place: 'the environment of the command', text: environment },
        { place: 'standard error', text: ended.stderr },
      ];
      expect(foundIn([...during, ...beside, ...said], canaries)).toEqual([]);
      // To the command alone, and once.
      expect(foundIn([{ place: 'the result', text: line }], canaries)).toEqual([
        'the ticket in the result',
      ]);
    },
    ONE_LOGIN_MS,
  );

  it(
    'writes no memory to a file when Electron crashes, ends with 70, and never starts the command',
    async () => {
      const { file, command } = trace('ran after a crash');
      const running = await login(on).before([command]).asked();
      const { pid } = running.program;
      const crashed = await runWindows([actor(), 'crash-electron-of', String(pid)]);
      expect(crashed.code, crashed.stderr).toBe(0);
      const ended = await running.ends('internal');
      expect(ended.stderr).toContain('the login ended without a verdict (exit code 3221225477)');
      expect(existsSync(file.here)).toBe(false);
      await allGone();
      const dumps = files().filter(
        ({ place, text }) => place.endsWith('.dmp') || text.startsWith('MDMP'),
      );
      expect(dumps.map(({ place }) => place)).toEqual([]);
      expect(foundIn([...files(), { place: 'standard error', text: ended.stderr }], BOTH)).toEqual(
        [],
      );
    },
    ONE_LOGIN_MS,
  );

  it(
    'finds by gatehouse.exe doctor service and key store well, and shows no secret',
    async () => {
      const ended = await run(['doctor', '--json']);
      const report = JSON.parse(saidOn(ended)) as {
        findings: readonly Readonly<{ check: string; verdict: string; tried: string }>[];
      };
      expect(ended.code, JSON.stringify(report)).toBe(0);
      const verdicts = new Map(report.findings.map(({ check, verdict }) => [check, verdict]));
      for (const check of ['key-store', 'connection', 'answer', 'credentials'])
        expect([check, verdicts.get(check)]).toEqual([check, 'well']);
      expect(foundIn([{ place: 'the report', text: JSON.stringify(report) }], BOTH)).toEqual([]);
    },
    ONE_LOGIN_MS,
  );

  it(
    'imports, shows and removes keys by gatehouse.exe without showing a secret',
    async () => {
      const stored = inPersonsFolder(
        windowsRun().prefix,
        'AppData',
        'Roaming',
        'Gatehouse',
        'credentials.json',
      );
      const imported = await run(['keys', 'import'], { input: `${SECRET}\r\n${TOKEN}\r\n` });
      expect([imported.code, saidOn(imported)], imported.stderr).toEqual([
        0,
        `Key store: dpapi\nSecret key: stored, fingerprint ${FINGERPRINT}\nSystem token: stored\n`,
      ]);
      expect(canariesIn(readFileSync(stored.here, 'latin1'), BOTH)).toEqual([]);
      const status = await run(['keys', 'status', '--json']);
      expect(status.code, status.stderr).toBe(0);
      expect(JSON.parse(saidOn(status))).toMatchObject({
        keyStore: { backend: 'dpapi', protects: true },
        credentials: { state: 'ready', fingerprint: FINGERPRINT, file: stored.there },
      });
      const removed = await run(['keys', 'forget', '--yes']);
      expect([removed.code, existsSync(stored.here)], removed.stderr).toEqual([0, false]);
      const after = await run(['keys', 'status', '--json']);
      expect(JSON.parse(saidOn(after))).toMatchObject({ credentials: { fingerprint: null } });
      const said = [imported, status, removed, after].flatMap(({ stdout, stderr }) => [
        { place: 'standard output', text: stdout.toString() },
        { place: 'standard error', text: stderr },
      ]);
      expect(foundIn([...said, ...files()], BOTH)).toEqual([]);
    },
    2 * ONE_LOGIN_MS,
  );
});

const BOTH: Canaries = new Map([
  ['the secret key', SECRET],
  ['the system token', TOKEN],
]);
