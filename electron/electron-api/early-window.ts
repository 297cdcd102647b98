import { app, Menu, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import { languageFor, type Language } from '../../shared/strings/language.ts';
import { isOnWayland } from './display.ts';
import { menuTemplate } from './menu-template.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { openLoginWindow } from './login-window.ts';
import { denyNavigation } from './navigation.ts';
import { appSession } from './sessions.ts';

/** The login window, hidden until `reveal`. Opens before the login is prepared, because Chromium starts slowly. */
export type EarlyWindow = Readonly<{
  window: BrowserWindow;
  /** The desktop's language, because the configuration is still unread. */
  language: Language;
  /**
   * Runs the page's script and shows the window. Call it when a login can answer the page.
   *
   * @param drawn resolves with the page's final look; omit it if the first picture is final
   */
  reveal: (drawn?: Promise<unknown>) => void;
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
const DRAWN_LATEST_MS = 3000;
/** For the first picture: a blank window is better than no window. */
const PICTURE_LATEST_MS = 3000;

/** Resolves at the first picture: modules that main loads earlier would delay it, because main serves its styles. */
export async function openEarlyWindow(): Promise<EarlyWindow> {
  await app.whenReady();
  const picture = opening();
  const script = opening();
  const seen = opening();
  const root = app.getAppPath();
  const language = languageFor(app.getPreferredSystemLanguages());
  const session = appSession();
  serveApp(session, {
    folder: join(root, 'dist', 'renderer'),
    language,
    scriptAfter: script.promise,
  });
  const window = openLoginWindow({
    session,
    preload: join(root, 'dist', 'preload', 'preload.cjs'),
    title: app.getName(),
    icon: join(root, 'dist', 'main', 'icon.png'),
    showAfter: seen.promise,
  });
  // On Wayland, Electron 38 and later draw no hidden window (electron/electron issue 48859).
  if (isOnWayland()) window.webContents.once('dom-ready', picture.open);
  else window.once('ready-to-show', picture.open);
  setTimeout(picture.open, PICTURE_LATEST_MS);
  await picture.promise;
  const reveal = (drawn: Promise<unknown> = Promise.resolve()): void => {
    // Compiling would have delayed the picture.
    script.open();
    void drawn.then(seen.open);
    setTimeout(seen.open, DRAWN_LATEST_MS);
  };
  return { window, language, reveal };
}

type Opening = Readonly<{ promise: Promise<void>; open: () => void }>;

export function opening(): Opening {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
