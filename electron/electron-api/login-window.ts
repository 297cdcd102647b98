import { app, BrowserWindow, nativeTheme, screen, type Session } from 'electron';
import { smallestSize, windowSize } from './window-size.ts';
import { APP_ENTRY } from './app-protocol.ts';
import { pagePreferences } from './page-preferences.ts';
import { zoomable } from './zoom.ts';

export type WindowOptions = Readonly<{
  session: Session;
  /** Absolute path. */
  preload: string;
  title: string;
  /** Absolute path of a PNG, for Linux desktops without a desktop entry of the program. */
  icon: string;
}>;

/** Makes the hidden login window and loads its page. Design: docs/look.md. */
export function openLoginWindow({ session, preload, title, icon }: WindowOptions): BrowserWindow {
  const { workAreaSize } = screen.getPrimaryDisplay();
  const smallest = smallestSize(workAreaSize);
  const window = new BrowserWindow({
    ...windowSize(workAreaSize),
    minWidth: smallest.width,
    minHeight: smallest.height,
    useContentSize: true,
    show: false,
    title,
    ...(process.platform === 'linux' ? { icon } : {}),
    autoHideMenuBar: true,
    backgroundColor: backgroundColour(),
    webPreferences: {
      session,
      preload,
      ...pagePreferences(),
    },
  });
  // SECURITY: SEC-4 WebRTC's UDP would bypass the session's web requests.
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  zoomable(window.webContents);
  reloadAfterCrash(window);
  returnToOwnPage(window);
  void window.loadURL(APP_ENTRY);
  return window;
}

/**
 * Sets the theme of all pages and dialogs. A window that is open already needs `setThemeOf`, for
 * its background.
 */
export function setTheme(theme: typeof nativeTheme.themeSource): void {
  nativeTheme.themeSource = theme;
}

/** Sets the theme of all pages and dialogs, and of the background of an open window. */
export function setThemeOf(window: BrowserWindow, theme: typeof nativeTheme.themeSource): void {
  if (window.isDestroyed()) return;
  setTheme(theme);
  window.setBackgroundColor(backgroundColour());
}

/** Same as the page's `--surface`; visible before the page's first frame. */
function backgroundColour(): string {
  return nativeTheme.shouldUseDarkColors ? '#14181c' : '#faf8f5';
}

export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

export function askForAttention(window: BrowserWindow): void {
  if (window.isDestroyed() || window.isFocused()) return;
  // On macOS, `flashFrame` would bounce the icon in the Dock until the user comes.
  if (process.platform !== 'darwin') window.flashFrame(true);
  app.dock?.bounce('informational');
}

/**
 * Returns the switch that excludes the window from screenshots (macOS: only those made by the old
 * interface).
 */
// SECURITY: SEC-96 best effort. The cost is that remote support sees a black window, so the
// administrator must ask for it.
export function captureProtection(window: BrowserWindow): (isProtected: boolean) => void {
  let isOn = false;
  // Windows drops the protection of a minimised window.
  const protectAgain = (): void => {
    if (isOn) window.setContentProtection(true);
  };
  window.on('restore', protectAgain);
  window.on('show', protectAgain);
  return (isProtected) => {
    if (isProtected === isOn || window.isDestroyed()) return;
    isOn = isProtected;
    window.setContentProtection(isOn);
  };
}

/** Crashes after which the page is loaded again; the next one closes the window. */
const MOST_RELOADS = 3;

/** Loads our page again after a crash: the login goes on, because it runs in main. */
function reloadAfterCrash(window: BrowserWindow): void {
  let crashes = 0;
  window.webContents.on('render-process-gone', () => {
    crashes += 1;
    if (crashes > MOST_RELOADS) window.destroy();
    else void window.loadURL(APP_ENTRY);
  });
}

/**
 * Loads our page in place of any other. A navigation to `about:blank` asks no permission
 * (`will-navigate`).
 */
function returnToOwnPage(window: BrowserWindow): void {
  window.webContents.on('did-navigate', (_event, url) => {
    if (url !== APP_ENTRY) void window.loadURL(APP_ENTRY);
  });
}
