/**
 * A window that waits, counted without a clock of its own: whoever is not there to see it should
 * not pay for it with the battery.
 */
import type { ElectronApplication, Page } from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeSandboxFolder, prepareForSandboxUser } from '../../lab/electron-runtime.ts';
import { expect, test, type LaunchOptions, type Launched } from './fixtures.ts';
import { METHOD_NAMES, onScreen } from './scenarios.ts';
import { stopClock, wakeUpsWithin } from './support/page-clock.ts';

// About the window alone: tried once more when it fails (CONTRIBUTING.md).
test.describe.configure({ retries: 1 });

const SECOND_MS = 1000;
/** Of the page, in ten seconds: one timer a second is a clock that runs; a wait needs none. */
const MOST_WAKE_UPS = 5;

/** As Node has it. */
type NodeTimer = Readonly<{ _destroyed: boolean; _idleTimeout: number }>;

/** In main, before the program: keeps its timers. */
const HOOK = `const kept = (globalThis.timersOfMain = []);
const setTimer = global.setTimeout;
global.setTimeout = Object.defineProperties((...given) => {
  const timer = setTimer(...given);
  kept.push(timer);
  return timer;
}, Object.getOwnPropertyDescriptors(setTimer));
`;

/** The delays of main's timers that have not ended, in milliseconds. */
function timersOf(app: ElectronApplication): Promise<readonly number[]> {
  return app.evaluate(() => {
    const { timersOfMain } = globalThis as typeof globalThis & { timersOfMain: NodeTimer[] };
    return timersOfMain.filter((timer) => !timer._destroyed).map((timer) => timer._idleTimeout);
  });
}

/** Opens the window and goes to the list of methods. */
async function atTheMethods(
  launch: (options: LaunchOptions) => Promise<Launched>,
): Promise<Readonly<{ app: ElectronApplication; window: Page }>> {
  const hook = join(makeSandboxFolder('hook-'), 'hook.cjs');
  writeFileSync(hook, HOOK);
  const { app, window } = await launch({ switches: ['-r', prepareForSandboxUser(hook)] });
  await stopClock(window);
  await wakeUpsWithin(window, SECOND_MS);
  const name = window.getByRole('textbox', { name: 'Username' });
  await name.pressSequentially('alice');
  await name.press('Enter');
  await nextScreen(window, 'Confirm it is you');
  return { app, window };
}

/** The clock that stands also holds up the picture of the next screen. */
async function nextScreen(window: Page, heading: string): Promise<void> {
  await expect(async () => {
    await wakeUpsWithin(window, SECOND_MS);
    await onScreen(window, heading);
  }).toPass();
}

test('wakes the page rarely, and main less than once a second, in a wait for a push', async ({
  launch,
}) => {
  const { app, window } = await atTheMethods(launch);
  await window.getByRole('button', { name: METHOD_NAMES.push }).click();
  await expect(window.getByRole('button', { name: 'Other methods' })).toBeVisible();
  await wakeUpsWithin(window, SECOND_MS);

  expect(await wakeUpsWithin(window, 10 * SECOND_MS)).toBeLessThanOrEqual(MOST_WAKE_UPS);
  await expect
    .poll(async () => Math.min(...(await timersOf(app))), 'the shortest timer of main')
    .toBeGreaterThan(SECOND_MS);
});

test('wakes the page rarely in a wait for a code', async ({ launch }) => {
  const { window } = await atTheMethods(launch);
  await window.getByRole('button', { name: METHOD_NAMES.totp }).click();
  await expect(window.getByRole('textbox', { name: 'Code' })).toBeFocused();
  await wakeUpsWithin(window, SECOND_MS);

  expect(await wakeUpsWithin(window, 10 * SECOND_MS)).toBeLessThanOrEqual(MOST_WAKE_UPS);
});
