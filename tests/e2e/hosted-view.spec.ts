import { expectNoHostedPage, openHostedPage, PROMPT, test } from './support/hosted.ts';
import { expect } from './fixtures.ts';
import { heading } from './support/screens.ts';

/** The hosted page of a prompt-capable application in the window: what a login in it comes to. */

test('a login in the page of the service, by a code', async ({ launch, emulator }) => {
  const { app, window } = await launch({ config: PROMPT, reducedMotion: true });
  const page = await openHostedPage(app, window, 'alice');
  await expect(heading(page)).toHaveText(/Log in to/);
  await page.getByRole('button', { name: 'Passcode' }).click();
  await page.getByRole('textbox').fill(emulator.users.find('alice')?.authenticator.acceptable() ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(window)).toHaveText('You are in');
  await expectNoHostedPage(app);
});
