import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { USAGE } from '../../shared/command-line/usage.ts';
import type { Emulator } from '../../emulator/emulator.ts';
import {
  makeSandboxFolder,
  prepareForSandboxUser,
  requireElectron,
  runElectron,
  type Ended,
} from '../lab/electron-runtime.ts';
import { expect, test, writeConfig, type ConfigJson } from './fixtures.ts';
import { heading, ready, submitUsername } from './support/screens.ts';

/** Starts the program with these words behind the `--`, and waits for its end. */
async function run(
  words: readonly string[],
  {
    profile = makeSandboxFolder('profile-'),
    env = {},
  }: Readonly<{ profile?: string; env?: NodeJS.ProcessEnv }> = {},
): Promise<Ended> {
  return await runElectron([`--user-data-dir=${profile}`, requireElectron().appDir, '--', ...words], { env });
}

/** The program's own lines: ignore Chromium's noise. */
function said({ stderr }: Ended): string {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('gatehouse:'))
    .join('\n');
}

test('--help and --version answer on standard output and end with 0, also without a display', async ({
  emulator,
}) => {
  expect(emulator.url).not.toBe('');
  const nowhere = { env: { DISPLAY: '', WAYLAND_DISPLAY: '' } };
  for (const words of [['--help'], ['-h'], ['--user', 'alice', '--help']]) {
    const ended = await run(words, nowhere);
    expect({ ...ended, stderr: said(ended) }).toEqual({ code: 0, signal: null, stdout: USAGE, stderr: '' });
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

test('ends with 64 for an invalid option, names it, and suggests a correction', async ({ emulator }) => {
  const config = writeConfig(emulator);
  for (const [words, expected] of [
    [['--confg', config], '--confg: is not known; did you mean --config?'],
    [['--no-sandbox'], '--no-sandbox: is not known'],
    [['alice'], 'alice: is not known'],
    [['--config', config, 'check'], 'check: must be the first word: gatehouse check --config …'],
    [[''], ': is not known'],
    [['--config'], '--config: needs a file'],
    [['--config', config, '--config', config], '--config: is given twice'],
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

test('a word of ours before the first -- ends with 64, and names the program that takes it', async () => {
  const { appDir } = requireElectron();
  const ended = await runElectron([`--user-data-dir=${makeSandboxFolder('profile-')}`, appDir, 'check'], {});
  expect(ended).toMatchObject({ code: 64, signal: null, stdout: '' });
  expect(said(ended)).toBe('gatehouse: check: is not taken by this program itself: start scripts/gatehouse');
});

test('no display, or a dead one, ends with 69 and does not crash', async ({ emulator }) => {
  const config = writeConfig(emulator);
  for (const display of ['', ':4242', 'unix:4242']) {
    const ended = await run(['--config', config], { env: { DISPLAY: display, WAYLAND_DISPLAY: '' } });
    expect(ended, display).toMatchObject({ code: 69, signal: null, stdout: '' });
    expect(said(ended)).toContain('there is no display');
  }
});

/** A configuration file with this text, where the program can read it. */
function configText(
  emulator: Emulator,
  change: (config: Record<string, unknown>, text: string) => string,
): string {
  const file = writeConfig(emulator);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, change(JSON.parse(text) as Record<string, unknown>, text));
  prepareForSandboxUser(dirname(file));
  return file;
}

/** The rules of the file are tested in tests/unit/electron; this is the program's reaction to a fault. */
test('a configuration that is wrong ends with 78, names file and key, and repeats no secret', async ({
  emulator,
}) => {
  const { systemToken } = emulator;
  const set = (section: string, value: object): string =>
    configText(emulator, (config) =>
      JSON.stringify({ ...config, [section]: { ...(config[section] as object), ...value } }),
    );
  const without = (section: string): string =>
    configText(emulator, (config) => JSON.stringify({ ...config, [section]: undefined }));
  const rows: readonly (readonly [file: string, expected: string | RegExp])[] = [
    ['/nonexistent/config.json', ': does not exist'],
    [dirname(writeConfig(emulator)), /: is not a file; name a plain file$/],
    [
      configText(emulator, (_config, text) => text.replace(':', '=')),
      /: is not JSON: fault at line 1, column \d+$/,
    ],
    [
      set('service', { systemTokn: systemToken }),
      ': service.systemTokn: is not a known key; did you mean systemToken?',
    ],
    [set('service', { systemToken: [systemToken] }), ': service.systemToken: must be of type string'],
    [set('service', { baseUrl: 'http://mfa.example.com' }), /: service.baseUrl: must begin with https:/],
    [
      set('service', { baseUrl: 'https://user:hunter2@mfa.example.com' }),
      /: service.baseUrl: must not hold a user name or password$/,
    ],
    [
      set('service', { prompt: { display: 'browser' } }),
      /: service.prompt.display: is for service.applicationType "prompt"/,
    ],
    [
      set('login', { timeouts: { requestSeconds: 0 } }),
      /: login.timeouts.requestSeconds: must be at least 1/,
    ],
    [without('service'), ': service.baseUrl: is required: the address of the service'],
    [
      without('credentials'),
      /: credentials.secretKeyFile: is required: .*; or set credentials.signer, or import one with "gatehouse keys import"$/,
    ],
  ];
  for (const [file, expected] of rows) {
    const ended = await run(['check', '--no-ui', '--user', 'alice', '--method', 'push', '--config', file]);
    const words = said(ended);
    expect.soft(ended.code, words).toBe(78);
    expect.soft(words).toContain(`gatehouse: ${file}`);
    if (typeof expected === 'string')
      expect.soft(words.endsWith(expected), `${words} | ${expected}`).toBe(true);
    else expect.soft(words).toMatch(expected);
    expect.soft(ended.stderr + ended.stdout).not.toContain(systemToken);
    expect.soft(ended.stderr + ended.stdout).not.toContain('hunter2');
  }
});

test('SEC-25: a secret file that is not kept well ends with 78 and names it', async ({ emulator }) => {
  const spoilt = (spoil: (secret: string, folder: string) => void): string => {
    const file = writeConfig(emulator);
    spoil(join(dirname(file), 'secret'), dirname(file));
    prepareForSandboxUser(dirname(file));
    return file;
  };
  const rows: readonly (readonly [file: string, expected: string])[] = [
    [spoilt((secret) => rmSync(secret)), 'does not exist'],
    [spoilt((secret) => chmodSync(secret, 0o644)), 'must not be accessible to others (chmod 600)'],
    [spoilt((secret) => chmodSync(secret, 0o640)), 'must not be accessible to its group (chmod 600)'],
    [spoilt((secret) => writeFileSync(secret, '\n')), 'is empty'],
    [
      spoilt((secret, folder) => {
        writeFileSync(join(folder, 'other'), emulator.secretKey, { mode: 0o600 });
        rmSync(secret);
        symlinkSync(join(folder, 'other'), secret);
      }),
      'is a symbolic link',
    ],
  ];
  for (const [file, expected] of rows) {
    const ended = await run(['check', '--no-ui', '--user', 'alice', '--method', 'push', '--config', file]);
    expect.soft(ended.code, expected).toBe(78);
    const secret = join(dirname(file), 'secret');
    expect.soft(said(ended)).toBe(`gatehouse: ${secret}: credentials.secretKeyFile: ${expected}`);
    expect.soft(ended.stderr).not.toContain(emulator.secretKey);
  }
});

const USERNAME = (mode: string): ConfigJson => ({ login: { username: mode } });

test('--user fills the name in; it may be changed where it is asked for', async ({ launch, person }) => {
  const name = "bob o'neil 🙂";
  const { window } = await launch({ args: ['--user', name] });
  const field = window.getByRole('textbox', { name: 'Username' });
  await expect(field).toHaveValue(name);
  await submitUsername(window, 'alice');
  await expect(heading(window)).toHaveText('Confirm it is you');
  expect((await person.log()).at(-1)?.body?.['username']).toBe('alice');
});

test('SEC-22: a name that is given, or the operating system’s, cannot be changed by the window', async ({
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

test('--user where it is refused or missing ends with 64', async ({ emulator }) => {
  const os = await run(['--config', writeConfig(emulator, USERNAME('os')), '--user', 'alice']);
  expect(os.code).toBe(64);
  expect(said(os)).toContain('--user is refused');
  const given = await run(['--config', writeConfig(emulator, USERNAME('given'))]);
  expect(given.code).toBe(64);
  expect(said(given)).toContain('--user is required');
});

test('a second start of the same profile brings the first to the front and ends with 0', async ({
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
  const ended = new Promise((end) => app.process().once('exit', end));
  // The window's own page: an older Electron has one for its sockets too (lab/backports).
  await app.evaluate(({ BrowserWindow }) => {
    Object.assign(globalThis, { loads: 0 });
    BrowserWindow.getAllWindows()[0]?.webContents.on('did-finish-load', () => {
      (globalThis as unknown as { loads: number }).loads += 1;
    });
  });
  const loads = (): Promise<number> => app.evaluate(() => (globalThis as unknown as { loads: number }).loads);
  const kill = async (): Promise<void> => {
    const page = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
    );
    process.kill(page ?? 0, 'SIGKILL');
  };
  // Wait until it has loaded again: a page that is loading may never answer.
  const killAndAwait = async (): Promise<void> => {
    const before = await loads();
    await kill();
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
  await kill();
  expect(await ended).toBe(0);
});
