import { app, BrowserWindow, nativeTheme, screen, type Session } from 'electron';
import { smallestSize, windowSize } from './window-size.ts';
import { APP_ENTRY } from './app-protocol.ts';
import { pagePreferences } from './page-preferences.ts';
import { zoomable } from './zoom.ts';

export type WindowOptions = Readonly<{
  session: Session;
  /** Absolute path of the built preload. */
  preload: string;
  title: string;
  /** Absolute path of its icon, a PNG, for a desktop that knows no entry of the program (Linux); others look at the program. */
  icon: string;
  /** Shows the window, once, when it resolves. */
  showAfter: Promise<unknown>;
}>;

/** The one login window (docs/look.md). */
export function openLoginWindow({ session, preload, title, icon, showAfter }: WindowOptions): BrowserWindow {
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
  // SECURITY: SEC-4 WebRTC would send UDP past every web request of the session.
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  void showAfter.then(() => {
    if (!window.isDestroyed()) window.show();
  });
  zoomable(window.webContents);
  drawAgain(window);
  void window.loadURL(APP_ENTRY);
  return window;
}

/** Light or dark, whatever the desktop is; `system` follows it. */
export function useTheme(window: BrowserWindow, theme: typeof nativeTheme.themeSource): void {
  nativeTheme.themeSource = theme;
  window.setBackgroundColor(backgroundColour());
}

/** The colour before the first picture: `--surface` of the page. */
function backgroundColour(): string {
  return nativeTheme.shouldUseDarkColors ? '#14181c' : '#faf8f5';
}

/** Brings it to the front, if it is still there. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

/** Has the taskbar point to a window that the person is not at, until they come to it; the dock, once. */
export function askForAttention(window: BrowserWindow): void {
  if (window.isDestroyed() || window.isFocused()) return;
  // There it bounces until the person comes.
  if (process.platform !== 'darwin') window.flashFrame(true);
  app.dock?.bounce('informational');
}

/**
 * Leaves a window out of screenshots and shared screens while it is told to. Windows does so; macOS for programs that
 * ask in the old way; Linux has no such feature.
 *
 * @returns a function that turns the protection on or off
 */
// SECURITY: SEC-96 best effort, by the administrator's wish alone: it also blacks out remote support.
export function captureProtection(window: BrowserWindow): (isProtected: boolean) => void {
  let isOn = false;
  // Windows forgets it of a window that was minimised.
  const again = (): void => {
    if (isOn) window.setContentProtection(true);
  };
  window.on('restore', again);
  window.on('show', again);
  return (isProtected) => {
    if (isProtected === isOn || window.isDestroyed()) return;
    isOn = isProtected;
    window.setContentProtection(isOn);
  };
}

const MOST_DEATHS = 3;

/** The login lives in main: a page is drawn again after its process died, unless it dies again and again. */
function drawAgain(window: BrowserWindow): void {
  let deaths = 0;
  window.webContents.on('render-process-gone', () => {
    deaths += 1;
    if (deaths > MOST_DEATHS) window.destroy();
    else void window.loadURL(APP_ENTRY);
  });
  // A page may blank itself without asking; this window shows no other page.
  window.webContents.on('did-navigate', (_event, url) => {
    if (url !== APP_ENTRY) void window.loadURL(APP_ENTRY);
  });
}
