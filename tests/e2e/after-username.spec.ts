import { expect, test } from './fixtures.ts';
import { listen } from './support/announcements.ts';
import { heading, ready } from './support/screens.ts';

const isLater = (url: URL): boolean => url.pathname === '/assets/after-username.js';
const areWords = (url: URL): boolean => url.pathname === '/assets/en-window.js';
const TROUBLE = 'The next screen could not be loaded.';

test('fetches the script and the words of the later screens before any input', async ({
  launch,
}) => {
  const { window } = await launch();
  const scripts: string[] = [];
  window.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await window.reload();
  // Requests of the previous page may still be reported first.
  await expect
    .poll(() => scripts.slice(-3))
    .toEqual(['/assets/index.js', '/assets/after-username.js', '/assets/en-window.js']);
});

for (const [what, isMissing] of [
  ['a second script', isLater],
  ['the words of the window', areWords],
] as const)
  test(`reports that ${what} cannot be fetched, and resumes the login after another try`, async ({
    launch,
  }) => {
    const { window } = await launch();
    await window.route(isMissing, (route) => route.abort());
    await window.reload();
    await ready(window);
    const heard = await listen(window);
    await window.getByRole('textbox', { name: 'Username' }).fill('alice');
    await window.keyboard.press('Enter');
    await expect(window.getByRole('main')).toContainText(TROUBLE);
    await expect.poll(heard).toContainEqual(expect.stringContaining(`alert: ${TROUBLE}`));

    const again = window.waitForEvent('requestfailed', (request) =>
      isMissing(new URL(request.url())),
    );
    await window.getByRole('button', { name: 'Try again' }).click();
    await again;
    await expect(window.getByRole('main')).toContainText(TROUBLE);

    await window.unroute(isMissing);
    await window.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(window)).toHaveText('Confirm it is you');
  });
