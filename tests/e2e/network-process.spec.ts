import type { Page, Request } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import { startChangingFront } from '../networks/support/changing-front.ts';
import { homeThatTrusts } from '../networks/support/places.ts';
import { startProxy } from '../networks/support/proxies.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';
import { eventually } from '../support/eventually.ts';
import { killNetworkProcess } from '../support/network/network-process.ts';
import { expect } from './fixtures.ts';
import {
  chooseHosted,
  confirmHosted,
  openHostedPage,
  PROMPT,
  SOON,
  test,
} from './support/hosted.ts';
import { heading } from './support/screens.ts';

/* Chromium's network service ends while a page of the service is open: the page goes on, under the same rule. */

test.skip(process.platform !== 'linux', 'the network process is found by /proc');

/**
 * Chooses push, and waits until the page has asked once whether the person has answered, as it does
 * all the time: its script, which a page that loses the network before lacks, has come then.
 *
 * @returns whether a question has no answer yet
 */
async function choosePush(page: Page): Promise<() => boolean> {
  const open = new Set<Request>();
  page.on('request', (request) => {
    if (request.url().endsWith('/answer')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const answered = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/answer'),
  );
  await chooseHosted(page, 'push');
  await answered;
  return () => open.size > 0;
}

test('goes on with the hosted page after the end of the network process', async ({
  launch,
  emulator,
}) => {
  const { app, window } = await launch({ config: PROMPT });
  const page = await openHostedPage(app, window, 'push-only');
  await choosePush(page);
  await killNetworkProcess(app.process().pid ?? 0);
  await confirmHosted(emulator, page, 'push');
  await expect(heading(window)).toHaveText('You are signed in');
});

test('goes on with the hosted page if its request waited for the certificate rule when the network process ended', async ({
  launch,
  emulator,
}) => {
  const { app, window } = await launch({ config: PROMPT });
  const page = await openHostedPage(app, window, 'push-only');
  const isAsking = await choosePush(page);
  await killNetworkProcess(app.process().pid ?? 0, () =>
    eventually('a question of the page', isAsking),
  );
  await confirmHosted(emulator, page, 'push');
  await expect(heading(window)).toHaveText('You are signed in');
});

test('checks the network by the doctor of the window after the end of the network process', async ({
  launch,
}) => {
  const { app, window } = await launch({ config: PROMPT });
  await openHostedPage(app, window, 'push-only');
  await killNetworkProcess(app.process().pid ?? 0);
  await window.getByRole('button', { name: 'Cancel' }).click();
  await window.getByRole('button', { name: 'Something wrong?' }).click();
  await expect(heading(window)).toHaveText('Connection check');
  await expect(window.getByRole('list').first()).toBeVisible({ timeout: 45_000 });
  await expect(window.getByRole('heading', { name: /^Answer of the service.+OK$/ })).toBeVisible();
});

const own = makeAuthority({ commonName: 'Company Root' });
const ofSystem = makeAuthority({ commonName: 'Root of the System' });

const secureTest = test.extend<{ emulator: Emulator }>({
  emulator: async ({}, use) => {
    const { key, pem: cert } = issue(own, { names: ['127.0.0.1'] });
    const emulator = await startEmulator({ applicationType: 'prompt', tls: { key, cert } });
    await use(emulator);
    await emulator.close();
  },
});

secureTest(
  'counts no answer under a certificate that the system alone trusts in the hosted page, with "file", after the end of the network process (SEC-100)',
  async ({ emulator, launch }) => {
    const caFile = join(makeSandboxFolder('authorities-'), 'ca.pem');
    writeFileSync(caFile, own.pem, { mode: 0o644 });
    prepareForSandboxUser(join(caFile, '..'));
    const impostor = await startChangingFront(emulator.port, issue(own, { names: ['127.0.0.1'] }));
    impostor.show(issue(ofSystem, { names: ['127.0.0.1'] }));
    let isImpostor = false;
    const target = {
      host: '127.0.0.1',
      get port() {
        return isImpostor ? impostor.port : emulator.port;
      },
    };
    const proxy = await startProxy({ target });
    const config = {
      service: { ...PROMPT.service, caFile, authorities: 'file', proxy: proxy.url },
    };
    try {
      const env = homeThatTrusts(ofSystem) as Record<string, string>;
      const { app, window } = await launch({ config, env });
      const page = await openHostedPage(app, window, 'push-only');
      await choosePush(page);
      isImpostor = true;
      await killNetworkProcess(app.process().pid ?? 0);
      // The page asks all the time whether the person has answered. Now that they have, one answer
      // of the impostor that counts would end the login.
      await confirmHosted(emulator, page, 'push');
      const before = impostor.refusals();
      await expect
        .poll(impostor.refusals, { ...SOON, message: 'refusals' })
        .toBeGreaterThan(before + 1);
      expect(impostor.acceptedAlone()).toBe(0);
      await expect(heading(window)).not.toHaveText('You are signed in');
      isImpostor = false;
      await expect(heading(window)).toHaveText('You are signed in');
    } finally {
      await proxy.close();
      await impostor.close();
    }
  },
);
