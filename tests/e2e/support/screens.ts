import { expect, type ElectronApplication, type Locator, type Page } from '@playwright/test';
import type {} from '../../../renderer/bridge/bridge.ts';
import type { WebPreferences } from 'electron';
import type { LoginView } from '../../../shared/login/view/login-view.ts';

/** The preferences of every page in the window. */
export const SAFE = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
} satisfies WebPreferences;

/** The only level-1 heading of the screen. */
export function heading(window: Page): Locator {
  return window.getByRole('heading', { level: 1 });
}

/** Waits until React controls the page: the form of the first paint, or the screen that replaced it. */
export async function ready(window: Page): Promise<void> {
  await window.waitForFunction(() =>
    [...document.querySelectorAll('#username, h1')].some((element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps')),
    ),
  );
}

/** Waits until the username field has the focus. */
export async function readyToType(window: Page): Promise<void> {
  await ready(window);
  await expect(window.getByRole('textbox', { name: 'Username' })).toBeFocused();
}

/** Fills in a username and presses Enter. */
export async function submitUsername(window: Page, username: string): Promise<void> {
  await ready(window);
  await window.getByRole('textbox', { name: 'Username' }).fill(username);
  await window.keyboard.press('Enter');
}

/** Submits a username, and chooses a method by its row label. */
export async function chooseMethod(window: Page, username: string, row: string): Promise<void> {
  await submitUsername(window, username);
  await window.getByRole('button', { name: row }).click();
  await expect(heading(window)).not.toHaveText('Confirm it is you');
}

/** The current login view, from the main process. */
export async function viewNow(window: Page): Promise<LoginView> {
  const answer = await window.evaluate(() => self.gatehouse?.login.getView({}));
  if (answer?.ok !== true) throw new Error(`no view: ${JSON.stringify(answer)}`);
  return answer.value.view;
}

/**
 * Opens a second window from the main process, as a bug or an attacker there could, and returns its
 * page.
 */
export async function openSecondWindow(
  app: ElectronApplication,
  options: Readonly<{ url: string; session: 'ours' | 'default'; preload?: string }>,
): Promise<Page> {
  const opened = app.waitForEvent('window');
  await app.evaluate(
    async ({ BrowserWindow, session, webContents }, { url, session: whose, preload }) => {
      const ours = webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().startsWith('app://shell/'));
      const second = new BrowserWindow({
        show: false,
        webPreferences: {
          session: whose === 'ours' && ours ? ours.session : session.defaultSession,
          sandbox: true,
          ...(preload === undefined ? {} : { preload }),
        },
      });
      await second.loadURL(url).catch(() => undefined);
    },
    options,
  );
  return await opened;
}
