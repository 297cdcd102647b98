import { app, Menu, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import { languageFor, type Language } from '../../shared/strings/language.ts';
import type { IpcPort } from '../ipc/register-channels.ts';
import type { Look } from '../look/look.ts';
import type { RememberedLook } from '../look/remembered-look.ts';
import { deferred } from '../promises/deferred.ts';
import { nodeTimers } from '../promises/timers.ts';
import { withTimeout } from '../promises/with-timeout.ts';
import { isOnWayland } from './display.ts';
import { ipcOf } from './ipc-main.ts';
import { menuTemplate } from './menu-template.ts';
import { APP_ORIGIN, registerAppScheme, serveApp } from './app-protocol.ts';
import { bringToFront, setTheme, openLoginWindow } from './login-window.ts';
import { denyNavigation } from './navigation.ts';
import { appSession } from './sessions.ts';

/**
 * The login window, which opens before the login is prepared, because Chromium starts slowly. With
 * a remembered look it is shown at its first picture, else by `reveal`. A call of the page waits
 * until `ipc` has its handler.
 */
export type EarlyWindow = Readonly<{
  window: BrowserWindow;
  /** The look of the first picture; null for the program's own. */
  look: Look | null;
  /**
   * The language of the first picture. Without a look it is the desktop's: the configuration is not
   * read yet.
   */
  language: Language;
  ipc: IpcPort;
  /** Whether the person has seen the window. */
  isShown: () => boolean;
  /** Resolves when the window is visible. */
  shown: Promise<void>;
  /**
   * Shows the window, unless it is shown already. Call it when a login, or a fault, answers the
   * page: from then on a closed window is the caller's to handle.
   *
   * @param drawn resolves with the page's final look; omit it if the first picture is final
   */
  reveal: (drawn?: Promise<unknown>) => void;
  /** Keeps the look for the next start; null forgets it. */
  remember: (look: Look | null) => void;
}>;

export function beforeReady(): void {
  registerAppScheme();
  // SECURITY: SEC-1 every renderer is sandboxed.
  app.enableSandbox();
  const menu = menuTemplate(process.platform, app.getName());
  Menu.setApplicationMenu(menu === null ? null : Menu.buildFromTemplate(menu));
  denyNavigation();
}

/** Maximum wait for `drawn`: wrong colours or a wrong language are better than no window. */
export const DRAWN_LATEST_MS = 3000;
/** Maximum wait for the first picture: a blank window is better than no window. */
const PICTURE_LATEST_MS = 3000;
/**
 * Maximum wait for the page's script and its first visible frame: main's modules are not to wait
 * long.
 */
const FRAME_LATEST_MS = 100;
/** Script for the page, which resolves at its next frame. */
const NEXT_FRAME = 'new Promise((resolve) => requestAnimationFrame(() => resolve(null)))';

/**
 * Resolves when the page has its script and, where the window is shown, draws it. Modules that main
 * loads earlier would delay both: main serves styles and script, and its thread brings frames to
 * the screen.
 *
 * @param remembered where the last start with this configuration left its look
 * @param onClosed called if the person closes the window, or cancels, before `reveal`
 */
export async function openEarlyWindow(
  remembered: RememberedLook,
  onClosed: () => void,
): Promise<EarlyWindow> {
  const look = remembered.read();
  await app.whenReady();
  const picture = deferred();
  const shown = deferred();
  const root = app.getAppPath();
  const language =
    look === null || look.language === 'system'
      ? languageFor(app.getPreferredSystemLanguages())
      : look.language;
  if (look !== null) setTheme(look.theme);
  const session = appSession();
  const servedPage = serveApp(session, {
    folder: join(root, 'dist', 'renderer'),
    language,
    look,
    scriptAfter: picture.promise,
  });
  const window = openLoginWindow({
    session,
    preload: join(root, 'dist', 'preload', 'preload.cjs'),
    title: look?.brand.name ?? app.getName(),
    icon: join(root, 'dist', 'main', 'icon.png'),
  });
  const ipc = ipcOf(window, APP_ORIGIN, onClosed);
  // Without a listener, Electron would end the program with 0.
  app.on('window-all-closed', onClosed);
  window.once('show', () => {
    shown.resolve();
  });
  let isShown = false;
  // The window command was started again, perhaps before this window has its login.
  app.on('second-instance', () => {
    if (isShown) bringToFront(window);
  });
  const show = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    window.show();
  };
  // On Wayland, Electron 38 and later draw no hidden window (electron/electron issue 48859).
  if (isOnWayland()) window.webContents.once('dom-ready', () => picture.resolve());
  else window.once('ready-to-show', () => picture.resolve());
  setTimeout(picture.resolve, PICTURE_LATEST_MS);
  await picture.promise;
  // Show the picture before the script is compiled, which would delay it.
  if (look !== null) show();
  await withTimeout(
    nodeTimers,
    FRAME_LATEST_MS,
    Promise.all([servedPage.delivered, look && nextFrame(window)]),
    null,
  );

  const reveal = (drawn: Promise<unknown> = Promise.resolve()): void => {
    app.off('window-all-closed', onClosed);
    void drawn.then(show);
    setTimeout(show, DRAWN_LATEST_MS);
  };
  return {
    window,
    look,
    language,
    ipc,
    isShown: () => isShown,
    shown: shown.promise,
    reveal,
    remember: (next) => {
      remembered.write(next);
    },
  };
}

async function nextFrame(window: BrowserWindow): Promise<unknown> {
  return window.isDestroyed() ? null : window.webContents.mainFrame.executeJavaScript(NEXT_FRAME);
}
