/**
 * Fixtures of every login test: an emulated service, the program in a window, a person with a
 * phone.
 */
import {
  _electron,
  expect,
  test as base,
  type ElectronApplication,
  type Page,
} from '@playwright/test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Person, resetEmulator, startEmulator, type Service } from './emulator.ts';
import { checkout, findProgram, stage, privateFolder } from './program.ts';

const LAUNCH_MS = 20_000;

type WorkerFixtures = {
  /** One emulator for all tests of a worker. */
  emulator: Service;
};

type Fixtures = {
  /** The emulator as it was at its start. */
  service: Service;
  /** The login window, ready to be typed into. */
  login: Page;
  /** The person of this name, with phone and mailbox. */
  person: (username: string) => Person;
};

export const test = base.extend<Fixtures, WorkerFixtures>({
  emulator: [
    async ({}, use) => {
      const { service, stop } = await startEmulator(checkout);
      await use(service);
      await stop();
    },
    { scope: 'worker' },
  ],
  service: async ({ emulator }, use) => {
    await resetEmulator(emulator);
    await use(emulator);
  },
  person: async ({ service }, use) => {
    await use((username) => new Person(service, username));
  },
  login: async ({ service }, use) => {
    const program = findProgram();
    if (typeof program === 'string') {
      base.skip(true, program);
      return;
    }
    const folder = privateFolder();
    const app = await _electron.launch({
      executablePath: program.executable,
      // Gatehouse never runs without Chromium's sandbox, and Playwright would switch it off.
      chromiumSandbox: true,
      // Chromium's own switches before the app, Gatehouse's options behind `--`.
      args: [
        ...program.loader,
        `--user-data-dir=${join(folder, 'profile')}`,
        program.app,
        '--',
        '--config',
        writeConfiguration(folder, service),
      ],
      timeout: LAUNCH_MS,
    });
    try {
      await use(await openWindow(app));
    } finally {
      await app.close();
    }
  },
});

export { expect };

/** The heading says which screen it is: a stable name, unlike the structure of the page. */
export async function expectScreen(login: Page, heading: string | RegExp): Promise<void> {
  await expect(login.getByRole('heading', { level: 1 })).toHaveText(heading);
}

/** Types a name and sends it. */
export async function giveUsername(login: Page, username: string): Promise<void> {
  await login.getByRole('textbox', { name: 'Username' }).fill(username);
  await login.keyboard.press('Enter');
}

/** Picks a way to confirm by the name of its row. */
export async function choose(login: Page, row: string): Promise<void> {
  await expectScreen(login, 'Confirm it is you');
  await login.getByRole('button', { name: row }).click();
}

async function openWindow(app: ElectronApplication): Promise<Page> {
  const window = await app.firstWindow({ timeout: LAUNCH_MS });
  // Without movements the success screen stays until it was read.
  await window.emulateMedia({ reducedMotion: 'reduce' });
  // The first picture cannot be typed into yet; the real one takes the focus.
  await expect(window.getByRole('textbox', { name: 'Username' })).toBeFocused();
  return window;
}

/**
 * A configuration of its own for each test, with the secret in a file beside it that only one user
 * can read.
 */
function writeConfiguration(folder: string, { url, systemToken, secretKey }: Service): string {
  const file = join(folder, 'config.json');
  const configuration = {
    service: { baseUrl: url, systemToken },
    credentials: { secretKeyFile: 'secret' },
  };
  writeFileSync(join(folder, 'secret'), secretKey, { mode: 0o600 });
  writeFileSync(file, JSON.stringify(configuration), { mode: 0o600 });
  stage(folder);
  return file;
}
