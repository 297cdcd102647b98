import type { WebPreferences } from 'electron';
import { expect } from './fixtures.ts';
import { chooseHosted, confirmHosted, expectNoHostedPage, openHostedPage, PROMPT } from './support/hosted.ts';
import {
  ASKS,
  clickInView,
  expectCancellable,
  fault,
  NOTHING,
  outcomes,
  test,
  tried,
  triedAddresses,
} from './support/hosted-attempts.ts';
import { recordOpened } from './support/opened.ts';
import { heading } from './support/screens.ts';

/*
 * What the page of the service may not do in the window, tried from inside it: a service that is hostile or broken
 * (the faults with the path `prompt` of the emulator).
 */

test('SEC-85: the page is isolated in a process and a session of its own, without Node and without permissions', async ({
  launch,
  emulator,
}) => {
  fault(emulator, { kind: 'permissions' });
  const { app, window } = await launch({ config: PROMPT });
  const page = await openHostedPage(app, window, 'alice');
  await expect
    .poll(() => outcomes(page), { timeout: 30_000 })
    .toMatchObject({
      camera: 'refused',
      microphone: 'refused',
      screen: 'refused',
      geolocation: 'refused',
      notifications: 'refused',
      clipboard: 'refused',
      'camera-state': 'denied',
      'geolocation-state': 'denied',
      'notifications-state': 'denied',
    });
  const words = ['process', 'require', 'module', 'Buffer', 'gatehouse', 'ipcRenderer', 'electron'];
  expect(await page.evaluate((names) => names.filter((name) => name in self), words)).toEqual([]);
  const facts = await app.evaluate(({ BrowserWindow, session, webContents }) => {
    const view = webContents.getAllWebContents().find((one) => one.getURL().includes('/api/transaction/'));
    const ours = BrowserWindow.getAllWindows()[0]?.webContents;
    return {
      preferences: (
        view as unknown as { getLastWebPreferences: () => WebPreferences } | undefined
      )?.getLastWebPreferences(),
      isInMemory: view?.session.storagePath === null,
      isOwn: view?.session !== ours?.session && view?.session !== session.defaultSession,
      isOtherProcess: view?.getOSProcessId() !== ours?.getOSProcessId(),
    };
  });
  expect(facts).toMatchObject({ isInMemory: true, isOwn: true, isOtherProcess: true });
  expect(facts.preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
  });
  expect(facts.preferences?.preload ?? null).toBe(null);
  await expectCancellable(app, window);
});

test('SEC-86: a redirect elsewhere at once lets nobody out and nobody in', async ({
  launch,
  emulator,
  outside,
}) => {
  fault(emulator, { kind: 'navigate', url: `${outside.url}/redirect` });
  const { app, window } = await launch({ config: PROMPT });
  await window.getByRole('textbox', { name: 'Username' }).fill('alice');
  await window.keyboard.press('Enter');
  await expect(window.getByText('Reference', { exact: true })).toBeVisible();
  await expectNoHostedPage(app);
  expect(outside.touches()).toEqual(NOTHING);
});

for (const by of ['script', 'meta', 'form'] as const) {
  test(`SEC-86: the page that leads elsewhere by ${by} stays where it is`, async ({
    launch,
    emulator,
    outside,
  }) => {
    fault(emulator, { kind: 'navigate', url: `${outside.url}/${by}`, by });
    const { app, window } = await launch({ config: PROMPT });
    const opened = await recordOpened(app);
    await tried(app);
    const page = await openHostedPage(app, window, 'alice');
    await expect.poll(() => triedAddresses(app), { timeout: 30_000 }).toContain(`${outside.url}/${by}`);
    expect(new URL(page.url()).origin).toBe(new URL(emulator.url).origin);
    expect(await opened()).toEqual([]);
    expect(outside.touches()).toEqual(NOTHING);
    await expectCancellable(app, window);
  });
}

test('SEC-4, SEC-32, SEC-86: frames of others, and parts over plain http, are not loaded', async ({
  launch,
  emulator,
  outside,
}) => {
  const code = `
    const settle = (name, promise) => promise.then(() => (outcomes[name] = 'loaded'), () => (outcomes[name] = 'refused'));
    settle('fetch', fetch('${outside.url}/fetch', { mode: 'no-cors' }));
    settle('image', new Promise((yes, no) => Object.assign(new Image(), { onload: yes, onerror: no, src: '${outside.url}/image' })));
    settle('socket', new Promise((yes, no) => Object.assign(new WebSocket('${outside.url.replace('http', 'ws')}/socket'), { onopen: yes, onerror: no })));
    navigator.sendBeacon('${outside.url}/beacon', 'x');
    const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${String(outside.port)}' }] });
    peer.createDataChannel('x');
    settle('rtc', peer.createOffer().then((offer) => peer.setLocalDescription(offer)));
  `;
  fault(emulator, { kind: 'frame', url: `${outside.url}/frame` }, { kind: 'script', code });
  const { app, window } = await launch({ config: PROMPT });
  const page = await openHostedPage(app, window, 'alice');
  await expect
    .poll(() => outcomes(page), { timeout: 30_000 })
    .toMatchObject({ fetch: 'refused', image: 'refused', socket: 'refused', rtc: 'loaded' });
  expect(await page.evaluate(() => document.querySelector('iframe')?.contentDocument?.title ?? '')).not.toBe(
    'outside',
  );
  expect(outside.touches()).toEqual(NOTHING);
  await expectCancellable(app, window);
});

for (const kind of ['navigate', 'pop-up'] as const) {
  test(`SEC-7, SEC-86: a link elsewhere (${kind}) opens in the browser by the person’s act, once, and never by script`, async ({
    launch,
    emulator,
  }) => {
    const url = 'https://elsewhere.example/help';
    fault(emulator, { kind, url, by: 'link' });
    const { app, window } = await launch({ config: PROMPT });
    const opened = await recordOpened(app);
    const page = await openHostedPage(app, window, 'alice');
    await expect(page.locator('#hostile')).toHaveCount(1);
    await page.evaluate(() => {
      document.getElementById('hostile')?.click();
      globalThis.open('https://elsewhere.example/script');
    });
    expect(await opened()).toEqual([]);
    await clickInView(app, page, 'hostile');
    await expect.poll(opened, { timeout: 30_000 }).toEqual([url]);
    expect(new URL(page.url()).origin).toBe(new URL(emulator.url).origin);
    expect(app.windows()).toHaveLength(2);
    await expectCancellable(app, window);
  });
}

test('SEC-87: the callback is caught before a request leaves, however often it comes', async ({
  launch,
  emulator,
  outside,
}) => {
  fault(emulator, { kind: 'callback-repeated' });
  const service = { ...PROMPT.service, prompt: { callbackUrl: `${outside.url}/back` } };
  const { app, window } = await launch({ config: { service }, reducedMotion: true });
  const page = await openHostedPage(app, window, 'push-only');
  await chooseHosted(page, 'push');
  await confirmHosted(emulator, page, 'push');
  await expect(heading(window)).toHaveText('You are in');
  expect(outside.touches()).toEqual(NOTHING);
  expect(emulator.log.count('/api/transaction/credentials')).toBe(1);
  await expectNoHostedPage(app);
});

for (const [name, kind, parameters] of [
  ['another address', 'callback-elsewhere', { url: 'OUTSIDE' }],
  ['an altered value of ours', 'callback-forged', { how: 'altered' }],
  ['no value of ours', 'callback-forged', { how: 'missing' }],
] as const) {
  test(`SEC-87: a callback with ${name} lets nobody in and ends nothing`, async ({
    launch,
    emulator,
    outside,
  }) => {
    const given = 'url' in parameters ? { url: `${outside.url}/away` } : parameters;
    fault(emulator, { kind, times: 1, ...given });
    const service = { ...PROMPT.service, prompt: { callbackUrl: `${outside.url}/back` } };
    const { app, window } = await launch({ config: { service }, reducedMotion: true });
    const page = await openHostedPage(app, window, 'totp-only');
    await chooseHosted(page, 'totp');
    await tried(app);
    await confirmHosted(emulator, page, 'totp');
    await expect
      .poll(async () => (await triedAddresses(app)).some((one) => one.startsWith(outside.url)), {
        timeout: 30_000,
      })
      .toBe(true);
    await expect(heading(window)).toHaveText(ASKS);
    expect(outside.touches()).toEqual(NOTHING);
    expect(emulator.log.count('/api/transaction/credentials')).toBe(0);
    await expectCancellable(app, window);
  });
}

test('SEC-87: a part of the page that asks for the callback ends nothing', async ({
  launch,
  emulator,
  outside,
}) => {
  const service = { ...PROMPT.service, prompt: { callbackUrl: `${outside.url}/back` } };
  const { app, window } = await launch({ config: { service } });
  const page = await openHostedPage(app, window, 'alice');
  await expect(heading(page)).toHaveText(/Log in to/);
  const [transaction] = emulator.transactions.all();
  const callback = `${transaction?.callbackUrl ?? ''}?serviceState=cancel`;
  const seen = await page.evaluate(async (address) => {
    const frame = document.createElement('iframe');
    const done = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.src = address;
    document.body.append(frame);
    const asked = await fetch(address, { mode: 'no-cors' }).then(
      () => 'loaded',
      () => 'refused',
    );
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 1000))]);
    return asked;
  }, callback);
  expect(seen).toBe('refused');
  expect(outside.touches()).toEqual(NOTHING);
  await expectCancellable(app, window);
});
