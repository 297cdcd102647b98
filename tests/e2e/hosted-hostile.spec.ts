import type { WebPreferences } from 'electron';
import { expect } from './fixtures.ts';
import {
  chooseHosted,
  confirmHosted,
  expectNoHostedPage,
  openHostedPage,
  PROMPT,
  SOON,
  test,
} from './support/hosted.ts';
import {
  ASKS,
  clickInView,
  expectCancellable,
  fault,
  NOTHING,
  outcomes,
  runInView,
  tried,
  triedAddresses,
} from './support/hosted-attempts.ts';
import { recordOpened } from './support/opened.ts';
import { heading, SAFE, submitUsername } from './support/screens.ts';

/*
 * Forbidden actions of the service's page in the window, tried from inside it: a service that is hostile or broken (the
 * emulator's faults with the path `prompt`).
 */

test('isolates the hosted page in a process and a session of its own, without Node and permissions (SEC-85)', async ({
  launch,
  emulator,
}) => {
  fault(emulator, { kind: 'permissions' });
  const { app, window } = await launch({ config: PROMPT });
  const page = await openHostedPage(app, window, 'alice');
  await expect
    .poll(() => outcomes(page), SOON)
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
    const view = webContents
      .getAllWebContents()
      .find((one) => one.getURL().includes('/api/transaction/'));
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
  expect(facts.preferences).toMatchObject(SAFE);
  expect(facts.preferences?.preload ?? null).toBe(null);
  await expectCancellable(app, window);
});

test('keeps a hosted page in place that leads elsewhere by script, meta or form, and ends at a redirect (SEC-86)', async ({
  launch,
  emulator,
  outside,
}) => {
  const { app, window } = await launch({ config: PROMPT });
  const opened = await recordOpened(app);
  await tried(app);
  for (const by of ['script', 'meta', 'form'] as const) {
    fault(emulator, { kind: 'navigate', url: `${outside.url}/${by}`, by });
    const page = await openHostedPage(app, window, 'alice');
    await expect.poll(() => triedAddresses(app), SOON).toContain(`${outside.url}/${by}`);
    expect(new URL(page.url()).origin).toBe(new URL(emulator.url).origin);
    expect(await opened()).toEqual([]);
    expect(outside.touches()).toEqual(NOTHING);
    await expectCancellable(app, window);
    emulator.faults.clear();
  }

  fault(emulator, { kind: 'navigate', url: `${outside.url}/redirect` });
  await submitUsername(window, 'alice');
  await expect(window.getByText('Reference', { exact: true })).toBeVisible();
  await expectNoHostedPage(app);
  expect(await opened()).toEqual([]);
  expect(outside.touches()).toEqual(NOTHING);
});

test('loads no frame of others, and no part over plain http, in the hosted page (SEC-4, SEC-32, SEC-86)', async ({
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
  await openHostedPage(app, window, 'alice');
  // Not by Playwright, whose contexts end when the frame changes its process (`runInView`).
  await expect
    .poll(() => runInView(app, '({ ...globalThis.outcomes })'), SOON)
    .toMatchObject({ fetch: 'refused', image: 'refused', socket: 'refused', rtc: 'loaded' });
  const title = await runInView(
    app,
    "document.querySelector('iframe')?.contentDocument?.title ?? ''",
  );
  expect(title).not.toBe('outside');
  expect(outside.touches()).toEqual(NOTHING);
  await expectCancellable(app, window);
});

test('lets a frame hold a document that the hosted page makes, which loads no more than the page may (SEC-32, SEC-86)', async ({
  launch,
  emulator,
  outside,
}) => {
  const html = (title: string): string => `<title>${title}</title><script>
    fetch('${outside.url}/fetch', { mode: 'no-cors' }).then(() => 'loaded', () => 'refused').then((end) => (self.end = end));
  </script>`;
  const code = `
    const add = (src) => document.body.append(Object.assign(document.createElement('iframe'), { src }));
    add(URL.createObjectURL(new Blob([${JSON.stringify(html('a blob'))}], { type: 'text/html' })));
    add('data:text/html,' + encodeURIComponent(${JSON.stringify(html('data'))}));
  `;
  fault(emulator, { kind: 'script', code });
  const { app, window } = await launch({ config: PROMPT });
  await openHostedPage(app, window, 'alice');
  // Not by Playwright (`runInView`).
  const seen = (): Promise<readonly (readonly string[])[]> =>
    app.evaluate(({ webContents }) => {
      const contents = webContents
        .getAllWebContents()
        .find((one) => one.getURL().includes('/api/transaction/'));
      const look = '[document.title, String(self.end)]';
      const frames = contents?.mainFrame.frames ?? [];
      return Promise.all(
        frames.map((frame) => frame.executeJavaScript(look) as Promise<string[]>),
        // A frame that is leaving its first, empty document does not answer.
      ).catch(() => []);
    });
  await expect.poll(seen, SOON).toEqual([
    ['a blob', 'refused'],
    ['data', 'refused'],
  ]);
  expect(outside.touches()).toEqual(NOTHING);
  await expectCancellable(app, window);
});

test('opens a link elsewhere in the browser once by the person’s act, and never by script (SEC-7, SEC-86)', async ({
  launch,
  emulator,
}) => {
  const url = 'https://elsewhere.example/help';
  const { app, window } = await launch({ config: PROMPT });
  const opened = await recordOpened(app);
  for (const kind of ['navigate', 'pop-up'] as const) {
    fault(emulator, { kind, url, by: 'link' });
    const page = await openHostedPage(app, window, 'alice');
    await expect(page.locator('#hostile'), kind).toHaveCount(1);
    await page.evaluate(() => {
      document.getElementById('hostile')?.click();
      globalThis.open('https://elsewhere.example/script');
    });
    expect(await opened(), kind).toEqual([]);
    await clickInView(app, page, 'hostile');
    await expect.poll(opened, { ...SOON, message: kind }).toEqual([url]);
    expect(new URL(page.url()).origin).toBe(new URL(emulator.url).origin);
    expect(app.windows()).toHaveLength(2);
    await expectCancellable(app, window);
    emulator.faults.clear();
  }
});

test('ignores a callback at another address, or with our value altered or missing (SEC-87)', async ({
  launch,
  emulator,
  outside,
}) => {
  const service = { ...PROMPT.service, prompt: { callbackUrl: `${outside.url}/back` } };
  const { app, window } = await launch({ config: { service } });
  await tried(app);
  for (const given of [
    { kind: 'callback-elsewhere', url: `${outside.url}/away` },
    { kind: 'callback-forged', how: 'altered' },
    { kind: 'callback-forged', how: 'missing' },
  ]) {
    fault(emulator, { ...given, times: 1 });
    const page = await openHostedPage(app, window, 'totp-only');
    await chooseHosted(page, 'totp');
    const before = (await triedAddresses(app)).length;
    await confirmHosted(emulator, page, 'totp');
    await expect
      .poll(
        async () =>
          (await triedAddresses(app)).slice(before).some((one) => one.startsWith(outside.url)),
        {
          ...SOON,
          message: JSON.stringify(given),
        },
      )
      .toBe(true);
    await expect(heading(window)).toHaveText(ASKS);
    expect(outside.touches()).toEqual(NOTHING);
    expect(emulator.log.count('/api/transaction/credentials')).toBe(0);
    await expectCancellable(app, window);
  }
});

test('ignores the callback in a part of a page, and takes the page’s once, before any request (SEC-87)', async ({
  launch,
  emulator,
  outside,
}) => {
  const service = { ...PROMPT.service, prompt: { callbackUrl: `${outside.url}/back` } };
  const { app, window } = await launch({ config: { service }, reducedMotion: true });
  const first = await openHostedPage(app, window, 'alice');
  await expect(heading(first)).toHaveText(/Log in to/);
  const [transaction] = emulator.transactions.all();
  const callback = `${transaction?.callbackUrl ?? ''}?serviceState=cancel`;
  const code = `(async (address) => {
    const frame = document.createElement('iframe');
    const done = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
    frame.src = address;
    document.body.append(frame);
    const asked = await fetch(address, { mode: 'no-cors' }).then(() => 'loaded', () => 'refused');
    await Promise.race([done, new Promise((resolve) => setTimeout(resolve, 1000))]);
    return asked;
  })(${JSON.stringify(callback)})`;
  expect(await runInView(app, code)).toBe('refused');
  expect(outside.touches()).toEqual(NOTHING);
  await expectCancellable(app, window);

  fault(emulator, { kind: 'callback-repeated' });
  const page = await openHostedPage(app, window, 'push-only');
  await chooseHosted(page, 'push');
  await confirmHosted(emulator, page, 'push');
  await expect(heading(window)).toHaveText('You are signed in');
  expect(outside.touches()).toEqual(NOTHING);
  expect(emulator.log.count('/api/transaction/credentials')).toBe(1);
  await expectNoHostedPage(app);
});
