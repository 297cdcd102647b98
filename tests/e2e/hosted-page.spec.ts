import { startEmulator } from '../../emulator/emulator.ts';
import { confirmAtPage, leavePage, ledTo, visit } from '../support/hosted-browser.ts';
import { electronRuntime } from '../lab/electron-runtime.ts';
import { expect, test as base } from './fixtures.ts';
import { closeWindow, detachDebugger, openGateWindow, type GateWindow } from './support/gate-window.ts';
import { expectInitAsked, hangInit, SOON } from './support/hosted.ts';
import { recordOpened } from './support/opened.ts';
import { heading, submitUsername } from './support/screens.ts';

/*
 * The window of a prompt-capable application whose page is in the system's browser: the real Electron and its listener,
 * with a client without scripts as the browser.
 */
const CONFIG = { service: { applicationType: 'prompt', prompt: { display: 'browser' } } };
const MARK = 'the command ran';
const COMMAND = ['sh', '-c', `echo "${MARK}"; exit 23`];
const AT_PAGE = 'Confirm on the service’s page';
const AT_DENIAL = 'You cannot sign in now';

const test = base.extend<{
  open: () => Promise<Readonly<{ gate: GateWindow; address: () => Promise<string> }>>;
}>({
  emulator: async ({}, use) => {
    const runtime = electronRuntime();
    base.skip(!runtime.available, runtime.available ? '' : runtime.reason);
    const emulator = await startEmulator({ applicationType: 'prompt' });
    await use(emulator);
    await emulator.close();
  },
  open: async ({ emulator }, use) => {
    const opened: GateWindow[] = [];
    await use(async () => {
      const gate = await openGateWindow(emulator, [], COMMAND, CONFIG);
      opened.push(gate);
      const addresses = await recordOpened(gate.app);
      return {
        gate,
        address: async () => {
          let address: string | undefined;
          await expect.poll(async () => (address ??= (await addresses()).at(0)), SOON).toBeDefined();
          return ledTo(address);
        },
      };
    });
    for (const { app } of opened) await app.close().catch(() => undefined);
  },
});

async function expectRefused(gate: GateWindow, code: number, outcome: string, reason: string): Promise<void> {
  expect(await gate.ended, gate.stderr()).toEqual({ code, signal: null });
  expect(gate.stdout()).not.toContain(MARK);
  expect(gate.status()).toMatchObject({ outcome, reason, exitCode: code, ticket: null });
}

test('the page is in the browser, and can be opened and copied again; the window notices the rest', async ({
  launch,
  person,
}) => {
  const { app, window } = await launch({ config: CONFIG });
  const addresses = await recordOpened(app);
  await submitUsername(window, 'alice');
  await expect(heading(window)).toHaveText(AT_PAGE);
  await expect.poll(async () => (await addresses()).length, SOON).toBe(1);
  await window.getByRole('button', { name: 'Open the page again' }).click();
  let again = '';
  await expect.poll(async () => (again = (await addresses()).join()), SOON).not.toBe('');
  const page = await ledTo(again);
  await expect(window.getByText(page)).toBeVisible();
  await window.getByRole('button', { name: 'Copy the address' }).click();
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe(page);

  // The page's address must not be enough to forge the callback.
  const callback = await confirmAtPage(page, person, 'alice');
  expect((await visit(new URL('/?serviceState=ok&serviceToken=forged', callback).href)).status).toBe(404);
  await expect(heading(window)).toHaveText(AT_PAGE);
  expect((await visit(callback)).text).toContain('You can close this page');
  await expect(heading(window)).toHaveText('You are signed in');
});

test('confirmed: the window closes, the command runs', async ({ open, person }) => {
  const { gate, address } = await open();
  await submitUsername(gate.window, 'alice');
  const page = await address();
  await detachDebugger(gate);
  await visit(await confirmAtPage(page, person, 'alice'));
  expect(await gate.ended, gate.stderr()).toEqual({ code: 23, signal: null });
  expect(gate.stdout()).toContain(MARK);
  expect(gate.status()).toMatchObject({ outcome: 'confirmed', username: 'alice', method: null });
});

test('closed while init is unanswered: cancelled', async ({ open, emulator }) => {
  const { gate } = await open();
  hangInit(emulator);
  await submitUsername(gate.window, 'alice');
  await expectInitAsked(emulator);
  await closeWindow(gate);
  await expectRefused(gate, 130, 'cancelled', 'cancelled');
  expect(emulator.log.count('/api/transaction/credentials')).toBe(0);
});

test('cancelled on the page, the person is back at the name; closed at the next page: cancelled, and a late callback is ignored', async ({
  open,
}) => {
  const { gate, address } = await open();
  await submitUsername(gate.window, 'alice');
  await visit(await leavePage(await address(), 'cancel'));
  await expect(heading(gate.window)).toHaveText('Who is signing in?');

  await submitUsername(gate.window, 'alice');
  const callback = await leavePage(await address(), 'cancel');
  await expect(heading(gate.window)).toHaveText(AT_PAGE);
  await closeWindow(gate);
  await expectRefused(gate, 130, 'cancelled', 'cancelled');
  await expect(visit(callback)).rejects.toThrow();
});

test('closed while the token of the callback is checked: cancelled', async ({ open, person, emulator }) => {
  await person.fault({ path: '/api/transaction/credentials', kind: 'hang' });
  const { gate, address } = await open();
  await submitUsername(gate.window, 'alice');
  await visit(await confirmAtPage(await address(), person, 'alice'));
  await expect.poll(() => emulator.log.count('/api/transaction/credentials'), SOON).toBeGreaterThan(0);
  await closeWindow(gate);
  await expectRefused(gate, 130, 'cancelled', 'cancelled');
});

test('closed after the page came back with an error, it stays that refusal', async ({ open }) => {
  const { gate, address } = await open();
  await submitUsername(gate.window, 'alice');
  await visit(await leavePage(await address(), 'error'));
  await expect(heading(gate.window)).toHaveText('Not confirmed');
  await closeWindow(gate);
  await expectRefused(gate, 75, 'not-now', 'hosted-page');
});

test('denied or waiting: one sentence for both, and the refusal stands whatever happens to the page', async ({
  open,
}) => {
  const { gate, address } = await open();
  await submitUsername(gate.window, 'waiting');
  await expect(heading(gate.window)).toHaveText(AT_DENIAL);
  await expect(gate.window.getByText('or an administrator has to approve your account')).toBeVisible();
  expect(await address()).toContain('/deny/');
  await closeWindow(gate);
  await expectRefused(gate, 77, 'denied', 'denied-by-service');
});
