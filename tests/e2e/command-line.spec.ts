import { readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { USAGE } from '../../shared/command-line/usage.ts';
import {
  makeSandboxFolder,
  requireElectron,
  runElectron,
  type Ended,
} from '../../lab/electron-runtime.ts';
import { expect, test, writeConfig, type ConfigJson } from './fixtures.ts';
import { detachDebugger, exitCodeOf } from './support/gate-window.ts';
import { heading, ready, submitUsername } from './support/screens.ts';

/** Starts the program with these words behind the `--`, and waits for its end. */
async function run(
  words: readonly string[],
  {
    profile = makeSandboxFolder('profile-'),
    env = {},
  }: Readonly<{ profile?: string; env?: NodeJS.ProcessEnv }> = {},
): Promise<Ended> {
  return await runElectron(
    [`--user-data-dir=${profile}`, requireElectron().appDir, '--', ...words],
    { env },
  );
}

/** The program's own lines: ignore Chromium's noise. */
function said({ stderr }: Ended): string {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('gatehouse:'))
    .join('\n');
}

test('answers --help and --version on standard output and ends with 0, also without a display', async ({
  emulator,
}) => {
  expect(emulator.url).not.toBe('');
  const nowhere = { env: { DISPLAY: '', WAYLAND_DISPLAY: '' } };
  for (const words of [['--help'], ['-h'], ['--user', 'alice', '--help']]) {
    const ended = await run(words, nowhere);
    expect({ ...ended, stderr: said(ended) }).toEqual({
      code: 0,
      signal: null,
      stdout: USAGE,
      stderr: '',
    });
  }
  const { version } = JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as {
    version: string;
  };
  expect(await run(['--version'], nowhere)).toMatchObject({ code: 0, stdout: `${version}\n` });
  // SEC-29: where a login was to decide, information is no yes.
  for (const words of [
    ['check', '--version'],
    ['--version', '--', 'true'],
  ])
    expect(await run(words, nowhere)).toMatchObject({ code: 64, stdout: `${version}\n` });
});

test('ends with 64 for an invalid option, names it, and suggests a correction', async ({
  emulator,
}) => {
  const config = writeConfig(emulator);
  for (const [words, expected] of [
    [['--confg', config], '--confg: is not known; did you mean --config?'],
    [['--config', config, 'check'], 'check: must be the first word: gatehouse check --config …'],
  ] as const) {
    const ended = await run(words);
    expect(ended.code, words.join(' ')).toBe(64);
    expect(said(ended)).toBe(`gatehouse: ${expected}`);
    expect(ended.stdout).toBe('');
    // The list of options would push the fault out of sight.
    expect(ended.stderr).toContain('See gatehouse --help\n');
    expect(ended.stderr).not.toContain('Usage: gatehouse');
  }
});

test('refuses with 64 a word of ours before the first --, and names the program that takes it', async () => {
  const { appDir } = requireElectron();
  const ended = await runElectron(
    [`--user-data-dir=${makeSandboxFolder('profile-')}`, appDir, 'check'],
    {},
  );
  expect(ended).toMatchObject({ code: 64, signal: null, stdout: '' });
  expect(said(ended)).toBe(
    'gatehouse: check: is not taken by this program itself: start scripts/gatehouse',
  );
});

test('ends with 69 without a crash if there is no display, or a dead one', async ({ emulator }) => {
  const config = writeConfig(emulator);
  for (const display of ['', ':4242', 'unix:4242']) {
    const ended = await run(['--config', config], {
      env: { DISPLAY: display, WAYLAND_DISPLAY: '' },
    });
    expect(ended, display).toMatchObject({ code: 69, signal: null, stdout: '' });
    expect(said(ended)).toContain('there is no display');
    expect(said(ended)).toContain('the package gatehouse-cli');
  }
});

/**
 * The rules of the file are tested in tests/unit/electron; this is the program's reaction to a
 * fault.
 */
test('ends with 78 for a wrong configuration, names file and key, and repeats no secret', async ({
  emulator,
}) => {
  const { systemToken } = emulator;
  const rows: readonly (readonly [file: string, expected: RegExp])[] = [
    ['/nonexistent/config.json', /: does not exist$/],
    [
      writeConfig(emulator, { service: { systemTokn: systemToken } }),
      /: service.systemTokn: is not a known key; did you mean systemToken\?$/,
    ],
    [
      writeConfig(emulator, { service: { baseUrl: 'https://user:hunter2@mfa.example.com' } }),
      /: service.baseUrl: must not hold a user name or password$/,
    ],
  ];
  for (const [file, expected] of rows) {
    const ended = await run([
      'check',
      '--no-ui',
      '--user',
      'alice',
      '--method',
      'push',
      '--config',
      file,
    ]);
    const words = said(ended);
    expect.soft(ended.code, words).toBe(78);
    expect.soft(words).toContain(`gatehouse: ${file}`);
    expect.soft(words).toMatch(expected);
    expect.soft(ended.stderr + ended.stdout).not.toMatch(new RegExp(`${systemToken}|hunter2`));
  }
});

const USERNAME = (mode: string): ConfigJson => ({ login: { username: mode } });

test('fills in the name of --user, which the person may change if the name is asked for', async ({
  launch,
  person,
}) => {
  const name = "bob o'neil 🙂";
  const { window } = await launch({ args: ['--user', name] });
  const field = window.getByRole('textbox', { name: 'Username' });
  await expect(field).toHaveValue(name);
  await submitUsername(window, 'alice');
  await expect(heading(window)).toHaveText('Confirm it is you');
  expect((await person.log()).at(-1)?.body?.['username']).toBe('alice');
});

test('keeps the window from changing a name that is given, or the operating system’s (SEC-22)', async ({
  launch,
  person,
}) => {
  const own = requireElectron().sandboxUser?.name ?? userInfo().username;
  for (const [mode, args, name] of [
    ['given', ['--user=alice'], 'alice'],
    ['os', [], own],
  ] as const) {
    const { app, window } = await launch({ config: USERNAME(mode), args });
    await ready(window);
    const field = window.getByRole('textbox', { name: 'Username' });
    await expect(field).toHaveValue(name);
    await expect(field).toHaveAttribute('readonly');
    await window.keyboard.type('mallory');
    await expect(field).toHaveValue(name);
    await window.evaluate(() => self.gatehouse?.login.submitUsername({ username: 'mallory' }));
    await expect.poll(async () => (await person.log()).at(-1)?.body?.['username']).toBe(name);
    await app.close();
  }
});

test('ends with 64 if a required --user is missing', async ({ emulator }) => {
  const given = await run(['--config', writeConfig(emulator, USERNAME('given'))]);
  expect(given.code).toBe(64);
  expect(said(given)).toContain('--user is required');
});

test('brings the first window to the front by a second start of the same profile, which ends with 0', async ({
  launch,
  emulator,
}) => {
  const { app, window, profile } = await launch();
  await app.evaluate(({ BrowserWindow }) => {
    const calls: string[] = [];
    Object.assign(globalThis, { calls });
    const [first] = BrowserWindow.getAllWindows();
    if (first) Object.assign(first, { focus: () => calls.push('focus') });
  });
  const second = await run(['--config', writeConfig(emulator), '--user', 'mallory'], { profile });
  expect(second).toMatchObject({ code: 0, signal: null, stdout: '' });
  expect(said(second)).toContain('brought to the front');
  const calls = (): Promise<unknown> =>
    app.evaluate(() => (globalThis as unknown as { calls: string[] }).calls);
  await expect.poll(calls).toEqual(['focus']);
  // The second's arguments do not change the first.
  await expect(window.getByRole('textbox', { name: 'Username' })).toHaveValue('');
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('redraws a page after its process dies, with the login kept; ends after repeated deaths', async ({
  launch,
}) => {
  const { app, window } = await launch();
  await submitUsername(window, 'alice');
  await expect(heading(window)).toHaveText('Confirm it is you');
  const ended = exitCodeOf({ app });
  // The window's own page: an older Electron has one for its sockets too (lab/backports).
  await app.evaluate(({ BrowserWindow }) => {
    Object.assign(globalThis, { loads: 0 });
    BrowserWindow.getAllWindows()[0]?.webContents.on('did-finish-load', () => {
      (globalThis as unknown as { loads: number }).loads += 1;
    });
  });
  const loads = (): Promise<number> =>
    app.evaluate(() => (globalThis as unknown as { loads: number }).loads);
  const pageProcess = async (): Promise<number> => {
    const pid = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
    );
    if (pid === undefined) throw new Error('there is no window');
    return pid;
  };
  // Wait until it has loaded again: a page that is loading may never answer.
  const killAndAwait = async (): Promise<void> => {
    const before = await loads();
    process.kill(await pageProcess(), 'SIGKILL');
    await expect.poll(loads).toBe(before + 1);
  };
  const words = (): Promise<unknown> =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        'document.querySelector("h1")?.innerText',
      ),
    );
  await killAndAwait();
  await expect.poll(words).toBe('Confirm it is you');
  await killAndAwait();
  await killAndAwait();
  await expect.poll(words).toBe('Confirm it is you');
  const last = await pageProcess();
  await detachDebugger({ app });
  process.kill(last, 'SIGKILL');
  expect(await ended).toBe(0);
});
