import { startEmulator } from '../../emulator/strict.ts';
import { expect, test as base } from '../e2e/fixtures.ts';
import {
  closeWindow,
  detachDebugger,
  openGateWindow,
  type GateWindow,
} from '../e2e/support/gate-window.ts';
import { chooseHosted } from '../e2e/support/hosted.ts';
import { heading, submitUsername } from '../e2e/support/screens.ts';
import { electronRuntime } from '../../lab/electron-runtime.ts';
import { visit } from '../support/hosted-browser.ts';
import { BrowserDesktop, missingPrograms } from './desktop.ts';

/*
 * A full login of a prompt-capable application in the person's browser, without stand-ins: the real Gatehouse, the real
 * `xdg-open`, a real Chromium and its redirects.
 */
const CONFIG = { service: { applicationType: 'prompt', prompt: { display: 'browser' } } };
const MARK = 'the command ran';
const COMMAND = ['sh', '-c', `echo "${MARK}"; exit 23`];
const OWN = /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{43}$/;
const CALLBACK_PAGE = 'You can close this page';

const test = base.extend<{ desktop: BrowserDesktop; gate: GateWindow }>({
  emulator: async ({}, use) => {
    const runtime = electronRuntime();
    base.skip(!runtime.available, runtime.available ? '' : runtime.reason);
    const missing = missingPrograms();
    base.skip(missing.length > 0, `cannot be started: ${missing.join(' ')}`);
    const emulator = await startEmulator({ applicationType: 'prompt' });
    await use(emulator);
    await emulator.close();
  },
  desktop: async ({ emulator }, use) => {
    const desktop = new BrowserDesktop(emulator.url);
    await use(desktop);
    await desktop.close();
  },
  gate: async ({ emulator, desktop }, use) => {
    const gate = await openGateWindow(emulator, [], COMMAND, CONFIG, desktop.env());
    await use(gate);
    await gate.app.close().catch(() => undefined);
  },
});

test('shows the callback page and runs the command after a passcode in the browser', async ({
  emulator,
  person,
  desktop,
  gate,
}) => {
  await submitUsername(gate.window, 'alice');
  const [page] = await desktop.pages();
  if (page === undefined) throw new Error('no page');
  await expect(heading(page)).toHaveText(/Log in to/);
  expect(page.url()).toContain('/process/');
  // SEC-101: other accounts can read Chromium's arguments; the address in them no longer works.
  const [address = ''] = desktop.addresses();
  expect(address).toMatch(OWN);
  expect((await visit(address)).status).toBe(404);
  await chooseHosted(page, 'totp');
  await page.getByRole('textbox').fill((await person.codes('alice')).totp);
  await detachDebugger(gate);
  await page.getByRole('textbox').press('Enter');
  await expect(heading(page)).toHaveText(CALLBACK_PAGE);
  // The browser is on our page; the callback's parameters no longer work.
  expect(new URL(page.url()).hostname).toBe('127.0.0.1');
  expect(await gate.ended, gate.stderr()).toEqual({ code: 23, signal: null });
  await expect.poll(gate.stdout).toContain(MARK);
  expect(gate.status()).toMatchObject({
    outcome: 'confirmed',
    exitCode: 0,
    username: 'alice',
    method: null,
  });
  expect(emulator.log.count('/api/transaction/credentials')).toBe(1);
});

test('opens the page twice, then ends with 130 and no login after Cancel in the browser', async ({
  emulator,
  desktop,
  gate,
}) => {
  await submitUsername(gate.window, 'alice');
  const [page] = await desktop.pages();
  if (page === undefined) throw new Error('no page');
  await gate.window.getByRole('button', { name: 'Open the page again' }).click();
  await desktop.pages(2);
  expect(desktop.addresses().filter((address) => OWN.test(address))).toHaveLength(2);

  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(heading(page)).toHaveText(CALLBACK_PAGE);
  await expect(heading(gate.window)).toHaveText('Who is signing in?');
  await closeWindow(gate);
  expect(await gate.ended, gate.stderr()).toEqual({ code: 130, signal: null });
  expect(gate.stdout()).not.toContain(MARK);
  expect(gate.status()).toMatchObject({ outcome: 'cancelled', exitCode: 130, ticket: null });
  expect(emulator.log.count('/api/transaction/credentials')).toBe(0);
});
