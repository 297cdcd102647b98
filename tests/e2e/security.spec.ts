import type { ElectronApplication, Page } from '@playwright/test';
import type { WebPreferences } from 'electron';

import { expect, test } from './fixtures.ts';
import {
  CODE_ATTEMPTS,
  NETWORK_ATTEMPTS,
  tryInPage,
  type AttemptName,
} from './support/page-attempts.ts';
import { leave, WAYS_OUT, type WayOut } from './support/page-navigation.ts';
import { ASKED_PERMISSIONS, askForEverything } from './support/page-permissions.ts';
import { hasProc, processTree } from '../../lab/processes.ts';
import { refused, served, statusesOf } from './support/scheme.ts';
import { openSecondWindow, SAFE } from './support/screens.ts';

const ENTRY = 'app://shell/index.html';

/** The page still stands where it stood, works, and is the only one. */
async function expectUnmoved(app: ElectronApplication, window: Page): Promise<void> {
  expect(window.url().replace(/#.*$/, '')).toBe(ENTRY);
  // Not by a locator: after a navigation that was stopped it waits for the end of one that never
  // comes.
  const shown = await window.evaluate(async () => ({
    heading: document.querySelector('h1')?.textContent,
    view: await self.gatehouse?.login.getView({}),
  }));
  expect(shown).toMatchObject({ heading: 'Who is signing in?', view: { ok: true } });
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
}

test('gives the page no Node and no way to the world of the preload, and sandboxes its process (SEC-1)', async ({
  launch,
}) => {
  const { app, window } = await launch();

  await test.step('exposes no Node API to the page', async () => {
    const words = [
      'process',
      'require',
      'module',
      'Buffer',
      'global',
      '__dirname',
      'ipcRenderer',
      'electron',
    ];
    const found = await window.evaluate((names) => names.filter((name) => name in self), words);
    expect(found).toEqual([]);
  });

  await test.step('built-ins that the page breaks are not those that the preload uses', async () => {
    const answer = await window.evaluate(async () => {
      const broken = [
        [Function.prototype, 'call'],
        [Function.prototype, 'apply'],
        [Promise.prototype, 'then'],
        [Object, 'keys'],
        [JSON, 'stringify'],
        [Object, 'entries'],
      ] as const;
      const whole = broken.map(
        ([place, name]) => [place, name, Object.getOwnPropertyDescriptor(place, name)] as const,
      );
      let given: unknown;
      // Playwright's own call is over in a later task.
      await new Promise((resolve) => setTimeout(resolve));
      try {
        for (const [place, name] of broken)
          Reflect.defineProperty(place, name, { value: null, configurable: true });
        given = await self.gatehouse?.login.getView({});
      } finally {
        for (const [place, name, descriptor] of whole)
          if (descriptor) Reflect.defineProperty(place, name, descriptor);
      }
      return given;
    });
    expect(answer).toMatchObject({ ok: true });
  });

  await test.step('as the program set it up', async () => {
    const all = await app.evaluate(({ webContents }) =>
      webContents
        .getAllWebContents()
        .map((contents) =>
          (
            contents as unknown as { getLastWebPreferences: () => WebPreferences }
          ).getLastWebPreferences(),
        ),
    );
    expect(all).toHaveLength(1);
    expect(all[0]).toMatchObject(SAFE);
  });

  await test.step('as the kernel sees it', async () => {
    test.skip(!hasProc, 'needs /proc');
    const tree = processTree(app.process().pid ?? 0);
    expect(tree.length).toBeGreaterThan(2);
    // Chromium writes the command lines of its children as one text.
    expect(tree.filter(({ command }) => / --no-sandbox\b/.test(` ${command.join(' ')}`))).toEqual(
      [],
    );
    expect(tree.map(({ uid }) => uid)).not.toContain(0);
    const main = tree.find(({ pid }) => pid === app.process().pid);
    const pids = await app.evaluate(({ webContents }) =>
      webContents.getAllWebContents().map((contents) => contents.getOSProcessId()),
    );
    const renderers = tree.filter(({ pid }) => pids.includes(pid));
    expect(renderers).toHaveLength(1);
    for (const renderer of renderers) {
      expect(renderer).toMatchObject({ seccomp: 2, noNewPrivileges: 1, capabilities: 0n });
      expect(renderer.userNamespace).not.toBe(main?.userNamespace);
    }
  });
});

test('serves only known files over the scheme (SEC-2)', async ({ launch }) => {
  const { app, window } = await launch();
  const asset = await window.evaluate(() => document.querySelector('script')?.src ?? '');
  const statuses = await statusesOf(app, [...served(asset), ...refused(asset)]);
  const found = Object.entries(statuses).filter(([, status]) => status === '200');
  expect(found.map(([address]) => address)).toEqual(served(asset));
  expect(statuses['GET file:///etc/passwd']).toBe('ERR_BLOCKED_BY_CLIENT');
});

/** Both pages make the same attempts: unless they succeed in the free page, the test proves little. */
async function inOurPageAndInFreeOne(
  pages: Readonly<{ ours: Page; free: Page }>,
  names: readonly AttemptName[],
  server: string,
): Promise<Readonly<Record<'ours' | 'free', Awaited<ReturnType<typeof tryInPage>>>>> {
  return {
    free: await pages.free.evaluate(tryInPage, { names, server, isFree: true }),
    ours: await pages.ours.evaluate(tryInPage, { names, server }),
  };
}

test('runs no injected inline script, nor any other code or style that is not ours (SEC-3)', async ({
  launch,
  outside,
}) => {
  const { app, window } = await launch();
  const free = await openSecondWindow(app, { url: outside.url, session: 'default' });
  const { ours, free: control } = await inOurPageAndInFreeOne(
    { ours: window, free },
    CODE_ATTEMPTS,
    outside.url,
  );
  for (const name of CODE_ATTEMPTS) {
    expect
      .soft(control[name]?.result, `${name}, in a page without a policy`)
      .toMatch(/^(ran|loaded)$/);
    expect.soft(ours[name]?.result, name).toMatch(/^(nothing|refused|threw \w+)$/);
    expect.soft(ours[name]?.violated, name).not.toEqual([]);
  }
  expect(await window.evaluate(() => 'ran' in self)).toBe(false);
});

test('loads no remote content and makes no connection from the page (SEC-3, SEC-4)', async ({
  launch,
  outside,
}) => {
  const { app, window } = await launch();
  const free = await openSecondWindow(app, { url: outside.url, session: 'default' });
  const names = NETWORK_ATTEMPTS;
  await free.evaluate(tryInPage, { names, server: outside.url, isFree: true });
  // All of them: a late one would count as ours.
  const sent = [
    'image',
    'fetch',
    'xhr',
    'events',
    'beacon',
    'ping',
    'frame',
    'c.css',
    'font.woff2',
    'prefetch',
  ];
  await expect
    .poll(() => outside.arrivals.map(({ path }) => path))
    .toEqual(expect.arrayContaining(sent.map((name) => `/${name}`)));
  await free.close();
  outside.forget();

  const ours = await window.evaluate(tryInPage, { names, server: outside.url });
  for (const name of names) {
    expect.soft(ours[name]?.result, name).not.toMatch(/^(answered|moved)/);
    expect.soft(ours[name]?.violated, name).not.toEqual([]);
  }
  expect(outside.touches()).toEqual({ connections: 0, requests: 0, packets: 0 });
  await expectUnmoved(app, window);
});

test('refuses the page’s session any network, past its policy too (SEC-4)', async ({
  launch,
  outside,
}) => {
  const { app, window } = await launch();
  const free = await openSecondWindow(app, { url: outside.url, session: 'default' });
  outside.forget();
  const ask = (whose: 'ours' | 'default'): Promise<string> =>
    app.evaluate(
      ({ net, session, webContents }, { url, whose }) =>
        new Promise<string>((resolve) => {
          const ours = webContents
            .getAllWebContents()
            .find((contents) => contents.getURL().startsWith('app://'));
          const of = whose === 'ours' && ours ? ours.session : session.defaultSession;
          const request = net.request({ url, session: of });
          request.on('response', (response) => resolve(`HTTP ${String(response.statusCode)}`));
          request.on('error', (error) => resolve(error.message));
          request.end();
        }),
      { url: outside.url, whose },
    );
  expect(await ask('default')).toBe('HTTP 200');
  outside.forget();
  expect(await ask('ours')).toBe('net::ERR_BLOCKED_BY_CLIENT');
  expect(outside.touches()).toEqual({ connections: 0, requests: 0, packets: 0 });

  await test.step('WebRTC, which asks no policy and no web request', async () => {
    const { port } = outside;
    const isFound = (): boolean =>
      outside.touches().packets > 0 && outside.touches().connections > 0;
    const gathered = free.evaluate(gatherWebRtc, { port, forMs: 60_000 }).catch(() => []);
    await expect.poll(isFound, 'a packet and a connection').toBe(true);
    await free.close();
    await gathered;
    outside.forget();
    expect(await window.evaluate(gatherWebRtc, { port, forMs: 600 })).toEqual([]);
    expect(outside.touches()).toEqual({ connections: 0, requests: 0, packets: 0 });
  });
});

/** Makes WebRTC look for its ways to the outside; gives back the addresses it found. */
async function gatherWebRtc({
  port,
  forMs,
}: Readonly<{ port: number; forMs: number }>): Promise<readonly string[]> {
  const connection = new RTCPeerConnection({
    iceServers: [
      { urls: `stun:127.0.0.1:${String(port)}` },
      { urls: `turn:127.0.0.1:${String(port)}?transport=tcp`, username: 'a', credential: 'b' },
    ],
  });
  const found: string[] = [];
  connection.createDataChannel('x');
  connection.addEventListener('icecandidate', ({ candidate }) => {
    if (candidate && candidate.candidate !== '') found.push(candidate.candidate);
  });
  await connection.setLocalDescription(await connection.createOffer());
  await new Promise((resolve) => setTimeout(resolve, forMs));
  connection.close();
  return found;
}

test('denies every permission that the page asks for or looks up (SEC-5)', async ({
  launch,
  outside,
}) => {
  const { app, window } = await launch();
  const free = await openSecondWindow(app, { url: outside.url, session: 'default' });
  const granted = await free.evaluate(askForEverything, ASKED_PERMISSIONS);
  expect(new Set(Object.values(granted.states))).toEqual(new Set(['granted']));
  expect(granted.uses).toMatchObject({ notification: 'got granted', 'staying awake': 'got it' });

  const { states, uses } = await window.evaluate(askForEverything, ASKED_PERMISSIONS);
  expect(states).toEqual(Object.fromEntries(ASKED_PERMISSIONS.map((name) => [name, 'denied'])));
  expect(uses).toEqual({
    notification: 'got denied',
    'reading the clipboard': 'NotAllowedError',
    'writing to the clipboard': 'NotAllowedError',
    'staying awake': 'NotAllowedError',
    'persistent storage': 'got false',
    'names of fonts': 'got none',
    place: 'Error',
  });
});

test('blocks navigation, windows and downloads of the page (SEC-6)', async ({
  launch,
  outside,
}) => {
  const { app, window } = await launch();
  await app.evaluate(({ app: program, webContents }) => {
    const seen: string[] = [];
    Object.assign(globalThis, { seen });
    program.on('web-contents-created', (_event, contents) =>
      seen.push(`made a ${contents.getType()}`),
    );
    for (const contents of webContents.getAllWebContents()) {
      contents.on('did-navigate', (_event, url) => seen.push(`went to ${url}`));
      contents.on('render-process-gone', () => seen.push('crashed'));
      contents.session.on('will-download', (event, item) => {
        if (!event.defaultPrevented) seen.push(`downloaded ${item.getURL()}`);
      });
    }
  });
  const seen = (): Promise<unknown> =>
    app.evaluate(() => (globalThis as unknown as { seen: string[] }).seen.splice(0));

  const takeWay = (way: WayOut): Promise<string> =>
    window.evaluate(leave, { way, server: outside.url });

  for (const way of WAYS_OUT) {
    expect.soft(await takeWay(way), way).toBe('nothing');
    expect.soft(await seen(), way).toEqual([]);
  }
  await test.step('a file, and an address, dropped on the window', async () => {
    const debug = await window.context().newCDPSession(window);
    for (const data of [
      { items: [], files: ['/etc/hostname'], dragOperationsMask: 1 },
      { items: [{ mimeType: 'text/uri-list', data: outside.url }], dragOperationsMask: 1 },
    ]) {
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await debug.send('Input.dispatchDragEvent', { type, x: 200, y: 300, data });
    }
    expect(await seen()).toEqual([]);
  });
  expect(outside.touches()).toEqual({ connections: 0, requests: 0, packets: 0 });
  await expectUnmoved(app, window);

  await test.step('the same ways lead out once the rule is taken away', async () => {
    await app.evaluate(({ webContents }) => {
      for (const contents of webContents.getAllWebContents()) {
        contents.removeAllListeners('will-navigate');
        contents.setWindowOpenHandler(() => ({ action: 'allow' }));
      }
    });
    expect(await takeWay('window.open with nothing')).toBe('a window');
    await takeWay('location to another page of ours').catch(() => undefined);
    await expect.poll(seen).toContain('went to app://shell/elsewhere.html');
  });
});
