import { spawn } from 'node:child_process';
import type { Emulator } from '../../emulator/emulator.ts';
import { makeSandboxFolder, type Ended } from '../../lab/electron-runtime.ts';
import { expect, test, writeConfig } from './fixtures.ts';
import { hooked, NO_LATEST } from './support/first-seen.ts';
import { ready } from './support/screens.ts';

/** The page as it is between its first picture and its script. */
type HeldPage = Readonly<{ letGo: () => void }>;

test('keeps text typed before the script runs, with its focus, its caret and its element', async ({
  launch,
}) => {
  const { window } = await launch();
  const faults: string[] = [];
  window.on('pageerror', (error) => faults.push(error.message));
  await window.addInitScript(() => {
    let isHeld = true;
    const keep = (event: Event): void => {
      if (isHeld) event.stopImmediatePropagation();
    };
    Object.defineProperty(document, 'readyState', { get: () => (isHeld ? 'loading' : 'complete') });
    document.addEventListener('DOMContentLoaded', keep);
    Object.assign(self, {
      letGo: (): void => {
        isHeld = false;
        document.dispatchEvent(new Event('DOMContentLoaded'));
      },
    });
  });
  await window.reload();
  const field = window.getByRole('textbox', { name: 'Username' });
  await expect(field).toBeFocused();
  await window.keyboard.type('alie');
  await window.keyboard.press('ArrowLeft');
  const before = await field.elementHandle();
  expect(await field.evaluate((element) => Object.keys(element))).toEqual([]);

  await window.evaluate(() => {
    (self as unknown as HeldPage).letGo();
  });
  await ready(window);
  await window.keyboard.type('c');
  await expect(field).toHaveValue('alice');
  await expect(field).toBeFocused();
  expect(await field.evaluate((element, one) => element === one, before)).toBe(true);
  expect(faults).toEqual([]);
});

/**
 * Runs the program and watches its windows. Delays main's reading of the configuration until the
 * page is done.
 *
 * @param atWindow script of main, run as soon as there is a window
 */
const watched = (words: readonly string[], atWindow = ''): Promise<Ended> =>
  hooked(
    words,
    `global.setImmediate = (callback, ...rest) => setTimeout(callback, 1000, ...rest);
    app.on('browser-window-created', (_event, window) => {
      tell('made');
      window.once('show', () => { tell('shown'); leave(); });
      ${atWindow}
    });`,
  );

/** How long a login has from the first picture to its second screen, on a busy machine. */
const SECOND_SCREEN_MS = 60_000;

/** How long the first picture is held back: a script that does not wait for it runs meanwhile. */
const HELD_MS = 1500;

/** The window as it is made, and whether the page's script has taken it over. */
const AT_WINDOW = `app.on('browser-window-created', (_event, window) => {
  const isTakenOver = () => window.webContents.mainFrame.executeJavaScript(
    "Object.keys(document.querySelector('#username') ?? {}).some((key) => key.startsWith('__reactProps'))",
  );`;

/**
 * Reports the page's state at the first picture, which main hears of late, and the moment the
 * script has taken over.
 */
const LATE_PICTURE = `${NO_LATEST} ${AT_WINDOW}
  const emit = window.emit.bind(window);
  window.emit = (name, ...rest) => {
    if (name !== 'ready-to-show') return emit(name, ...rest);
    later(async () => {
      tell((await isTakenOver()) ? 'taken over before' : 'static');
      emit(name, ...rest);
      while (!(await isTakenOver())) await new Promise((resolve) => setTimeout(resolve, 20));
      tell('taken over');
      leave();
    }, ${HELD_MS});
    return true;
  };
});`;

/**
 * Main never hears of the first picture. Tells when the window shows, and when the script has taken
 * the page over.
 */
const NO_PICTURE = `${AT_WINDOW}
  const emit = window.emit.bind(window);
  window.emit = (name, ...rest) => name === 'ready-to-show' || emit(name, ...rest);
  window.once('show', async () => {
    tell('shown');
    while (!(await isTakenOver())) await new Promise((resolve) => setTimeout(resolve, 20));
    tell('taken over');
    leave();
  });
});`;

/** The page never says that it looks as it is to look. Tells when the window shows. */
const NEVER_DRAWN = `const handle = ipcMain.handle.bind(ipcMain);
const never = () => new Promise(() => undefined);
ipcMain.handle = (channel, answer) => handle(channel, channel === 'app:report-drawn' ? never : answer);
app.on('browser-window-created', (_event, window) => {
  window.once('show', () => { tell('shown'); leave(); });
});`;

/** The page as the person is left with it: behind the first screen. */
const METHODS = { heading: 'Confirm it is you', username: null, problem: null };

/**
 * Types from the first picture on. Prints the screen's state once the first screen is left or shows
 * a problem.
 *
 * @param text the keys to type; `\r` is Enter
 * @param pauseMs delay after the picture
 * @param everyMs interval between repetitions; null types once
 */
const typing = (text: string, pauseMs: number, everyMs: number | null): string =>
  `app.on('browser-window-created', (_event, window) => {
  const contents = window.webContents;
  const type = () => {
    for (const key of ${JSON.stringify(text)}) {
      if (key === '\\r') contents.sendInputEvent({ type: 'keyDown', keyCode: 'Enter' });
      contents.sendInputEvent({ type: 'char', keyCode: key });
      if (key === '\\r') contents.sendInputEvent({ type: 'keyUp', keyCode: 'Enter' });
    }
  };
  const read = () => contents.mainFrame.executeJavaScript(\`({
    heading: document.querySelector('h1').textContent,
    username: document.querySelector('#username')?.value ?? null,
    problem: document.querySelector('#username-problem')?.textContent ?? null,
  })\`);
  window.once('ready-to-show', async () => {
    setTimeout(type, ${String(pauseMs)});
    const again = ${String(everyMs !== null)} ? setInterval(type, ${String(everyMs)}) : undefined;
    const until = Date.now() + ${String(SECOND_SCREEN_MS)};
    for (;;) {
      const left = await read();
      if (left.heading !== 'Who is signing in?' || left.problem !== null || Date.now() > until) {
        clearInterval(again);
        tell(JSON.stringify(left));
        leave();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
});`;

function broken(emulator: Emulator): string {
  return writeConfig(emulator, { login: { username: 'nobody knows' } });
}

test('shows the window for a wrong configuration too, which ends with 78', async ({ emulator }) => {
  expect(await watched(['--config', writeConfig(emulator)])).toMatchObject({
    code: 0,
    stdout: 'made\nshown\n',
  });
  const ended = await watched(['--config', broken(emulator)]);
  expect(ended).toMatchObject({ code: 78, stdout: 'made\nshown\n' });
  expect(ended.stderr).toContain('login.username');
});

test('runs the script only after the first picture', async ({ emulator }) => {
  const ended = await hooked(['--config', writeConfig(emulator)], LATE_PICTURE);
  expect(ended).toMatchObject({ code: 0, stdout: 'static\ntaken over\n' });
});

test('shows the window even if the first picture never comes', async ({ emulator }) => {
  expect(await hooked(['--config', writeConfig(emulator)], NO_PICTURE)).toMatchObject({
    code: 0,
    stdout: 'shown\ntaken over\n',
  });
});

test('shows the window even if the page never reports that it is drawn', async ({ emulator }) => {
  const branded = writeConfig(emulator, { brand: { name: 'Example Bank' } });
  expect(await hooked(['--config', branded], NEVER_DRAWN)).toMatchObject({
    code: 0,
    stdout: 'shown\n',
  });
});

/** Ends with this process, also where that is killed. */
const BUSY = 'for (const parent = process.ppid; process.ppid === parent;);';

/**
 * The keys typed during a start, and the caller's `--user`: Enter repeatedly, Enter once, or a
 * typed name.
 */
function early(start: number): Readonly<{ words: readonly string[]; script: string }> {
  const given = ['--user', 'alice'];
  const pauseMs = (start * 37) % 300;
  if (start % 3 === 0) return { words: given, script: typing('\r', 0, 25) };
  if (start % 3 === 1) return { words: given, script: typing('\r', pauseMs, null) };
  return { words: [], script: typing('alice\r', pauseMs, null) };
}

// Most starts show the window at its first picture, with a remembered look; each fourth is a first
// start. 200 starts beside four busy processes in the nightly.
test('sends the name once by Enter from the first picture on, and never loses it', async ({
  emulator,
  person,
}) => {
  const starts = Number(process.env['GATEHOUSE_EARLY_STARTS'] ?? 10);
  const busy = Array.from({ length: Number(process.env['GATEHOUSE_BUSY_PROCESSES'] ?? 0) }, () =>
    spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }),
  );
  test.setTimeout(60_000 + starts * 30_000);
  const config = writeConfig(emulator);
  const kept = makeSandboxFolder('profile-');
  try {
    for (let start = 0; start < starts; start += 1) {
      await person.reset();
      const { words, script } = early(start);
      const ended = await hooked([...words, '--config', config], script, {
        limitMs: 2 * SECOND_SCREEN_MS,
        profile: start % 4 === 3 ? makeSandboxFolder('profile-') : kept,
      });
      const said = `start ${String(start)}: ${JSON.stringify(ended)}`;
      expect(JSON.parse(ended.stdout || 'null'), said).toEqual(METHODS);
      expect(ended.code, said).toBe(0);
      const inits = (await person.log()).filter(({ path }) => path.endsWith('/init'));
      expect(
        inits.map(({ body }) => body?.['username']),
        said,
      ).toEqual(['alice']);
    }
  } finally {
    for (const one of busy) one.kill();
  }
});

test('ends as cancelled by a signal between the window and the login', async ({ emulator }) => {
  const words = ['check', '--json', '--config', writeConfig(emulator)];
  const ended = await watched(words, "process.kill(process.pid, 'SIGTERM');");
  expect(ended).toMatchObject({ code: 130, signal: null });
  expect(ended.stdout).not.toContain('shown');
  expect(JSON.parse(ended.stdout.replace('made\n', ''))).toMatchObject({ outcome: 'cancelled' });
});

test('opens no window for a login without one', async ({ emulator }) => {
  const words = ['check', '--no-ui', '--user', 'bypassed', '--method', 'push'];
  const ended = await watched([...words, '--config', writeConfig(emulator)]);
  expect(ended).toMatchObject({ code: 0, stdout: '' });
});
