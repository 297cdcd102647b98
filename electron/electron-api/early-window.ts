import { app, Menu, type BrowserWindow } from 'electron';
import { join } from 'node:path';
import { languageFor, type Language } from '../../shared/strings/language.ts';
import { menuTemplate } from './menu-template.ts';
import { registerAppScheme, serveApp } from './app-protocol.ts';
import { openLoginWindow } from './login-window.ts';
import { denyNavigation } from './navigation.ts';
import { appSession } from './sessions.ts';

/**
 * The login window before there is a login: Chromium needs longest for it, so it is made first, and the modules of a
 * login are loaded when its page has been read. Until then it is hidden, and its script does not run.
 */
export type EarlyWindow = Readonly<{
  window: BrowserWindow;
  /** The language of the page as it is served: the desktop's, before any configuration was read. */
  language: Language;
  /**
   * There is a login that answers the page: the window shows with its first picture, and after that the page's script runs.
   *
   * @param drawn where that picture is not the one to be seen: resolves when the page has its final look. The script,
   *   which draws that, runs at once; without `drawn` it waits for the picture, three seconds at most. The window waits
   *   three seconds for `drawn` and five for a picture; then it shows without
   */
  reveal: (drawn?: Promise<unknown>) => void;
}>;

/** Settings before the app is ready, for every frontend that may open a window. */
export function beforeReady(): void {
  registerAppScheme();
  // SECURITY: SEC-1 every renderer is sandboxed, whatever its window says.
  app.enableSandbox();
  const menu = menuTemplate(process.platform, app.getName());
  Menu.setApplicationMenu(menu === null ? null : Menu.buildFromTemplate(menu));
  denyNavigation();
}

/** A window in the wrong colours, or in another language, is better than no window. */
const DRAWN_LATEST_MS = 3000;
/** And so is a blank one. By now the page's script had time to draw. */
const SHOWN_LATEST_MS = 5000;

/** A page that does not come must not hold up the login: its faults are printed without a window. */
const READ_LATEST_MS = 3000;

/** Opens it, and resolves when Chromium has read the page, so that main has time for the rest. */
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
  // Not before: while main loads modules, Chromium waits for its answers, and on a busy computer for a processor.
  window.webContents.once('dom-ready', read.open);
  window.webContents.once('did-stop-loading', read.open);
  setTimeout(read.open, READ_LATEST_MS);
  await read.promise;
  const reveal = (drawn?: Promise<unknown>): void => {
    // Compiling it would hold up the first picture, where that is the one to be seen.
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

function opening(): Opening {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
