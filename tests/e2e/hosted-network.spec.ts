import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { startProxy } from '../networks/support/proxies.ts';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import { issue, makeAuthority } from '../support/certificates/certificates.ts';
import { expect } from './fixtures.ts';
import {
  chooseHosted,
  confirmHosted,
  expectNoHostedPage,
  hostedPageOf,
  openHostedPage,
  PROMPT,
  test,
} from './support/hosted.ts';
import { heading, submitUsername, viewNow } from './support/screens.ts';

/* The network path of the hosted page in the window: the proxies and the certificates of the service's calls. */

const LOGIN = { username: 'proxy-user', password: 'pröxy pass' };

test('gives the proxy its earlier login for the hosted page, without asking again (SEC-11)', async ({
  launch,
  emulator,
}) => {
  const target = { host: '127.0.0.1', port: Number(new URL(emulator.url).port) };
  const proxy = await startProxy({ target, login: LOGIN });
  try {
    const config = { service: { ...PROMPT.service, proxy: proxy.url }, login: { bypass: 'deny' } };
    const { app, window, log } = await launch({ config, reducedMotion: true });
    await window.getByRole('textbox', { name: 'Username' }).fill('push-only');
    await window.keyboard.press('Enter');
    await expect(heading(window)).toHaveText('Sign in to the proxy');
    await window.getByRole('textbox', { name: 'Username for the proxy' }).fill(LOGIN.username);
    await window.getByLabel('Password for the proxy', { exact: true }).fill(LOGIN.password);
    await window.keyboard.press('Enter');
    await expect(heading(window)).toHaveText('Confirm on the service’s page');
    const page = await hostedPageOf(app);
    await chooseHosted(page, 'push');
    await confirmHosted(emulator, page, 'push');
    await expect(heading(window)).toHaveText('You are signed in');
    expect(
      proxy.asked().filter((one) => one.includes('/api/transaction/process/')).length,
    ).toBeGreaterThan(0);
    expect(log()).not.toContain(LOGIN.password);
  } finally {
    await proxy.close();
  }
});

const secureTest = test.extend<{ emulator: Emulator; caFile: string }>({
  caFile: async ({}, use) => {
    await use(join(makeSandboxFolder('authorities-'), 'ca.pem'));
  },
  emulator: async ({ caFile }, use) => {
    const authority = makeAuthority({ commonName: 'Company Root' });
    const server = issue(authority, { names: ['127.0.0.1'] });
    writeFileSync(caFile, authority.pem);
    prepareForSandboxUser(join(caFile, '..'));
    const emulator = await startEmulator({
      applicationType: 'prompt',
      tls: { key: server.key, cert: server.pem },
    });
    await use(emulator);
    await emulator.close();
  },
});

secureTest(
  'accepts a certificate by service.caFile for the hosted page, too (SEC-33)',
  async ({ launch, emulator, caFile }) => {
    const config = { service: { ...PROMPT.service, caFile } };
    const { app, window } = await launch({ config, reducedMotion: true });
    const page = await openHostedPage(app, window, 'push-only');
    expect(page.url()).toMatch(/^https:/);
    await chooseHosted(page, 'push');
    await confirmHosted(emulator, page, 'push');
    await expect(heading(window)).toHaveText('You are signed in');
    await expectNoHostedPage(app);
  },
);

secureTest(
  'ends the login, and says why, if the hosted page alone has a certificate that is refused (SEC-33)',
  async ({ launch, emulator, caFile }) => {
    // The same name and address with an untrusted certificate: after init, every connection goes
    // there.
    const stranger = issue(makeAuthority({ commonName: 'Somebody else' }), {
      names: ['127.0.0.1'],
    });
    const impostor = await startEmulator({
      applicationType: 'prompt',
      tls: { key: stranger.key, cert: stranger.pem },
    });
    const portOf = ({ url }: Emulator): number => Number(new URL(url).port);
    const target = {
      host: '127.0.0.1',
      get port() {
        return portOf(emulator.log.count('/api/transaction/init') === 0 ? emulator : impostor);
      },
    };
    const proxy = await startProxy({ target });
    try {
      const { app, window } = await launch({
        config: { service: { ...PROMPT.service, caFile, proxy: proxy.url } },
      });
      await submitUsername(window, 'alice');
      await expect(window.getByText('Reference', { exact: true })).toBeVisible();
      expect(await viewNow(window)).toMatchObject({ screen: 'failed', code: 'tls-untrusted' });
      await expectNoHostedPage(app);
      expect(emulator.log.count('/api/transaction/init')).toBe(1);
      expect(proxy.asked().length).toBeGreaterThan(1);
      expect(emulator.log.count('/api/transaction/credentials')).toBe(0);
    } finally {
      await proxy.close();
      await impostor.close();
    }
  },
);
