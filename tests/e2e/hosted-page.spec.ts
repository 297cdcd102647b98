import { confirmAtPage, leavePage, ledTo, visit } from '../support/hosted-browser.ts';
import { expect } from './fixtures.ts';
import { recordCopies } from './support/copies.ts';
import { closeWindow, expectRefused, openGateWindow } from './support/gate-window.ts';
import { SOON, test } from './support/hosted.ts';
import { recordOpened } from './support/opened.ts';
import { heading, submitUsername } from './support/screens.ts';

/*
 * The window of a prompt-capable application whose page is in the system's browser: the real Electron and its listener,
 * with a client without scripts as the browser.
 */
const CONFIG = { service: { applicationType: 'prompt', prompt: { display: 'browser' } } };
const AT_PAGE = 'Confirm on the service’s page';

test('opens the hosted page in the browser, again on request, copies its address, and ends by its callback', async ({
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
  const copied = await recordCopies(app);
  await window.getByRole('button', { name: 'Copy the address' }).click();
  await expect.poll(copied, SOON).toEqual([page]);

  // The page's address must not be enough to forge the callback.
  const callback = await confirmAtPage(page, person, 'alice');
  expect(
    (await visit(new URL('/?serviceState=ok&serviceToken=forged', callback).href)).status,
  ).toBe(404);
  await expect(heading(window)).toHaveText(AT_PAGE);
  expect((await visit(callback)).text).toContain('You can close this page');
  await expect(heading(window)).toHaveText('You are signed in');
});

test('ends as cancelled, and ignores a late callback, when the window is closed while the page is open', async ({
  emulator,
}) => {
  const gate = await openGateWindow(emulator, [], ['echo', 'ran'], CONFIG);
  try {
    const addresses = await recordOpened(gate.app);
    await submitUsername(gate.window, 'alice');
    await expect(heading(gate.window)).toHaveText(AT_PAGE);
    let address: string | undefined;
    await expect.poll(async () => (address ??= (await addresses()).at(0)), SOON).toBeDefined();
    const callback = await leavePage(await ledTo(address), 'cancel');
    await closeWindow(gate);
    await expectRefused(gate, 130, 'cancelled', 'cancelled');
    await expect(visit(callback)).rejects.toThrow();
  } finally {
    await gate.app.close().catch(() => undefined);
  }
});
