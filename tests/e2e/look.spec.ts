/** The look that a start leaves for the next one's first picture (docs/decisions/0018). */
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { windowStrings } from '../../shared/strings/window-strings.ts';
import { messagesFor } from '../support/strings.ts';
import { expect, test, type ConfigJson } from './fixtures.ts';
import { wholeBrand } from './support/brand.ts';
import { RepeatedStart } from './support/seen-pictures.ts';

const AR_HEADING = windowStrings(messagesFor('ar', 'window')).username.heading;
const looksIn = ({ profile }: RepeatedStart): string => join(profile, 'looks');
const lookOf = (start: RepeatedStart): string =>
  join(looksIn(start), readdirSync(looksIn(start))[0] ?? '');

/** The whole look: a brand with logo and colour, from right to left, dark. */
const wholeLook = (): ConfigJson => ({
  brand: wholeBrand('Northwind'),
  language: 'ar',
  theme: 'dark',
});

test('shows the remembered look at the first picture, and changes nothing of it', async ({
  emulator,
}) => {
  const start = new RepeatedStart(emulator, wholeLook());
  const first = await start.pictures();
  expect(first).toHaveLength(1);
  expect(first[0]).toMatchObject({
    ...{ name: 'Northwind', direction: 'rtl', heading: AR_HEADING },
    ...{ hasLogo: true, isDark: true },
  });
  expect(await start.pictures()).toEqual(first);
  const text = readFileSync(lookOf(start), 'utf8');
  expect(text).not.toContain(emulator.systemToken);
  expect(text).not.toContain(emulator.secretKey);
});

test('makes the window in the colour of the remembered theme, so that nothing white is seen', async ({
  emulator,
}) => {
  const start = new RepeatedStart(emulator, { theme: 'dark' });
  await start.pictures();
  const tellsColour = `app.on('browser-window-created', (_event, window) => {
    window.once('show', () => { tell(window.getBackgroundColor().toLowerCase()); leave(); });
  });`;
  expect((await start.run(tellsColour)).stdout).toBe('#14181c\n');
});

const FROM: ConfigJson = { brand: { name: 'Northwind', accent: '#b01030' }, theme: 'light' };

test('changes the picture once if the configuration says another look', async ({ emulator }) => {
  const start = new RepeatedStart(emulator, FROM);
  const [before] = await start.pictures();
  start.change({ ...FROM, brand: { name: 'Southwind' } });
  const pictures = await start.pictures();
  expect(pictures.map(({ name }) => name)).toEqual(['Northwind', 'Southwind']);
  expect(pictures[0]).toEqual(before);
});

test('never shows the look of one configuration for another', async ({ emulator }) => {
  const one = new RepeatedStart(emulator, FROM);
  await one.pictures();
  const other = new RepeatedStart(emulator, { brand: { name: 'Southwind' } }, one.profile);
  expect((await other.pictures()).map(({ name }) => name)).toEqual(['Southwind']);
  expect((await one.pictures()).map(({ name }) => name)).toEqual(['Northwind']);
  expect(readdirSync(looksIn(one))).toHaveLength(2);
});

test('shows the window with its own picture if the folder cannot be written', async ({
  emulator,
}) => {
  const start = new RepeatedStart(emulator, FROM);
  const first = await start.pictures();
  rmSync(lookOf(start));
  chmodSync(looksIn(start), 0o500);
  for (let run = 0; run < 2; run += 1) expect(await start.pictures()).toEqual(first);
  expect(readdirSync(looksIn(start))).toEqual([]);
});

/** Tells the order of the first things that main does, and leaves at the first view. */
const ORDER = `const Module = require('node:module');
  const compile = Module.prototype._compile;
  Module.prototype._compile = function (content, file) {
    if (/run-(window|login)/.test(file)) tell('login loaded');
    return compile.call(this, content, file);
  };
  const handle = ipcMain.handle.bind(ipcMain);
  ipcMain.handle = (channel, answer) => handle(channel, async (...given) => {
    const said = await answer(...given);
    if (channel === 'app:report-drawn') setTimeout(leave);
    return said;
  });
  app.on('browser-window-created', (_event, window) => {
    window.once('ready-to-show', () => tell('first picture'));
    window.on('show', () => tell('shown'));
  });`;

test('shows the window before main loads the login, from the second start on', async ({
  emulator,
}) => {
  const start = new RepeatedStart(emulator, FROM);
  const first = ['first picture', 'login loaded', 'shown', ''];
  expect((await start.run(ORDER)).stdout.split('\n')).toEqual(first);
  const second = ['first picture', 'shown', 'login loaded', ''];
  expect((await start.run(ORDER)).stdout.split('\n')).toEqual(second);
});

test('brings a window to the front that is shown before its login, when the program is started again', async ({
  emulator,
}) => {
  const start = new RepeatedStart(emulator, FROM);
  await start.pictures();
  const secondStart = `app.on('browser-window-created', (_event, window) => {
    window.once('show', () => {
      window.focus = () => { tell('to the front'); leave(); };
      app.emit('second-instance');
    });
  });`;
  expect(await start.run(secondStart)).toMatchObject({ code: 0, stdout: 'to the front\n' });
});

/** Tells that the window is shown, and the reference of a failed start, and leaves. */
const FAULT = `app.on('browser-window-created', (_event, window) => {
  window.once('show', async () => {
    tell('shown');
    for (;;) {
      const said = await window.webContents.executeJavaScript(
        "document.querySelector('h1').textContent === 'Who is signing in?' ? '' : document.querySelector('main').textContent",
      );
      if (said !== '') {
        tell(said);
        leave();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
});`;

test('says a wrong configuration in the window that is shown already, and ends with 78', async ({
  emulator,
}) => {
  const start = new RepeatedStart(emulator, FROM);
  await start.pictures();
  start.change({ ...FROM, login: { username: 'nobody knows' } });
  const ended = await start.run(FAULT);
  expect(ended).toMatchObject({ code: 78 });
  expect(ended.stdout).toMatch(/^shown\n.*login\.username/s);
});

const AS_ALICE = ['check', '--user', 'alice'];

test('opens no window for a wrong call on a first start, and says it in one that is shown', async ({
  emulator,
}) => {
  const fixed: ConfigJson = { ...FROM, login: { username: 'os' } };
  const first = new RepeatedStart(emulator, fixed);
  expect(await first.run(FAULT, AS_ALICE)).toMatchObject({ code: 64, stdout: '' });

  const start = new RepeatedStart(emulator, FROM);
  await start.run(ORDER, AS_ALICE);
  start.change(fixed);
  const ended = await start.run(FAULT, AS_ALICE);
  expect(ended).toMatchObject({ code: 64 });
  expect(ended.stdout).toMatch(/^shown\n.*--user/s);
});

/** Closes the window as soon as it is shown. */
const CLOSES = `app.on('browser-window-created', (_event, window) => {
  window.once('show', () => { tell('shown'); window.close(); });
});`;

test('ends a check as cancelled, and the window’s own start with 0, when the window is closed before a login', async ({
  emulator,
}) => {
  const start = new RepeatedStart(emulator, FROM);
  await start.run(ORDER, ['check', '--json']);
  const ended = await start.run(CLOSES, ['check', '--json']);
  expect(ended).toMatchObject({ code: 130, signal: null });
  expect(JSON.parse(ended.stdout.replace('shown\n', ''))).toMatchObject({ outcome: 'cancelled' });
  await start.run(ORDER);
  expect(await start.run(CLOSES)).toMatchObject({ code: 0, stdout: 'shown\n' });
});

/**
 * A key store that never answers holds the login; Cancel is pressed on the form that is shown
 * meanwhile.
 */
const CANCELS_MEANWHILE = `const { safeStorage } = require('electron');
  process.env.DBUS_SESSION_BUS_ADDRESS = 'unix:path=/nowhere';
  safeStorage.getSelectedStorageBackend = () => 'gnome_libsecret';
  safeStorage.encryptStringAsync = () => new Promise(() => undefined);
  app.on('browser-window-created', (_event, window) => {
    window.once('show', () => {
      void window.webContents.executeJavaScript(
        "[...document.querySelectorAll('button')].find((one) => one.textContent === 'Cancel').click(); 'pressed'",
      ).then(tell);
    });
  });`;

test('ends a check as cancelled when Cancel is pressed before a login stands behind the form', async ({
  emulator,
}) => {
  const start = new RepeatedStart(emulator, FROM);
  await start.run(ORDER, ['check', '--json']);
  rmSync(join(start.profile, 'ticket-key.json'));
  const ended = await start.run(CANCELS_MEANWHILE, ['check', '--json']);
  expect(ended).toMatchObject({ code: 130, signal: null });
  expect(JSON.parse(ended.stdout.replace('pressed\n', ''))).toMatchObject({ outcome: 'cancelled' });
});
