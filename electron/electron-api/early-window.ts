import { app, Menu, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import { languageFor, type Language } from '../../shared/strings/language.ts';
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
   * Runs the page's script and shows the window. Call it when a login can answer the page. Without `drawn`,
   * the script starts after the first frame or 3 s.
   *
   * @param drawn resolves with the page's final look; omit it if the first frame is final
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
/** For the first frame: a blank window is better than no window. */
const SHOWN_LATEST_MS = 5000;

/** For the page: a missing one must not delay the login. */
const READ_LATEST_MS = 3000;

/** Resolves when Chromium has read the page: modules that main loads earlier would delay Chromium. */
export async function openEarlyWindow(): Promise<EarlyWindow> {
  await app.whenReady();
  const script = opening();
  const painted = opening();
  const seen = opening();
  const read = opening();
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
    showAfter: Promise.all([painted.promise, seen.promise]),
  });
  window.once('ready-to-show', painted.open);
  window.webContents.once('dom-ready', read.open);
  window.webContents.once('did-stop-loading', read.open);
  setTimeout(read.open, READ_LATEST_MS);
  await read.promise;
  const reveal = (drawn?: Promise<unknown>): void => {
    // Draw a final first frame before the script, because compiling would delay it.
    void (drawn === undefined ? painted.promise : Promise.resolve()).then(script.open);
    void (drawn ?? Promise.resolve()).then(seen.open);
    setTimeout(() => {
      script.open();
      seen.open();
    }, DRAWN_LATEST_MS);
    setTimeout(painted.open, SHOWN_LATEST_MS);
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
