import { app, BrowserWindow, nativeTheme, screen, type Session } from 'electron';
import { SMALLEST, windowSize } from '../frontends/window/window-size.ts';
import { APP_ENTRY } from './app-protocol.ts';

export type WindowOptions = Readonly<{
  session: Session;
  /** Absolute path of the built preload. */
  preload: string;
  title: string;
  /** It is shown with its first picture, but not before this. */
  showAfter: Promise<unknown>;
}>;

/** The one login window (docs/look.md), shown when its first picture is ready. */
export function openLoginWindow({ session, preload, title, showAfter }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...windowSize(screen.getPrimaryDisplay().workAreaSize),
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    useContentSize: true,
    show: false,
    title,
    autoHideMenuBar: true,
    backgroundColor: backgroundColour(),
    webPreferences: {
      session,
      preload,
      // SECURITY: SEC-1 the page is isolated, sandboxed, and has neither Node nor tools in a package.
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
      navigateOnDragDrop: false,
      devTools: !app.isPackaged,
    },
  });
  // SECURITY: SEC-4 WebRTC would send UDP past every web request of the session.
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  window.once('ready-to-show', () => {
    void showAfter.then(() => {
      if (!window.isDestroyed()) window.show();
    });
  });
  zoomable(window);
  drawAgain(window);
  void window.loadURL(APP_ENTRY);
  return window;
}

/** Light or dark, whatever the desktop is; `system` follows it. */
export function useTheme(window: BrowserWindow, theme: typeof nativeTheme.themeSource): void {
  nativeTheme.themeSource = theme;
  window.setBackgroundColor(backgroundColour());
}

/** What is seen before anything is drawn: `--surface` of the page. */
function backgroundColour(): string {
  return nativeTheme.shouldUseDarkColors ? '#14181c' : '#faf8f5';
}

/** Brings it to the front, if it is still there. */
export function bringToFront(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (window.isMinimized()) window.restore();
  window.focus();
}

const MOST_DEATHS = 3;

/** The login lives in main: a page whose process died is drawn again, unless it dies again and again. */
function drawAgain(window: BrowserWindow): void {
  let deaths = 0;
  window.webContents.on('render-process-gone', () => {
    deaths += 1;
    if (deaths > MOST_DEATHS) window.destroy();
    else void window.loadURL(APP_ENTRY);
  });
  // A page may blank itself without asking; nothing else is ever shown here.
  window.webContents.on('did-navigate', (_event, url) => {
    if (url !== APP_ENTRY) void window.loadURL(APP_ENTRY);
  });
}

const ZOOM_STEP = 1.1;
const ZOOM_RANGE = { least: 0.5, most: 4 } as const;

/** Text can be enlarged by key and by wheel, as in a browser; without a menu nothing else does it (WCAG 1.4.4). */
function zoomable(window: BrowserWindow): void {
  const { webContents } = window;
  const zoom = (factor: number): void => {
    webContents.setZoomFactor(Math.min(ZOOM_RANGE.most, Math.max(ZOOM_RANGE.least, factor)));
  };
  webContents.on('before-input-event', (event, input) => {
    const isZoomKey = input.type === 'keyDown' && (input.control || input.meta) && !input.alt;
    const change = isZoomKey
      ? { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP, '0': 0 }[input.key]
      : undefined;
    if (change === undefined) return;
    event.preventDefault();
    zoom(change === 0 ? 1 : webContents.getZoomFactor() * change);
  });
  webContents.on('zoom-changed', (_event, direction) => {
    zoom(webContents.getZoomFactor() * (direction === 'in' ? ZOOM_STEP : 1 / ZOOM_STEP));
  });
}

/** Denies every way out of the page, for whatever contents are ever made. */
// SECURITY: SEC-6 no navigation, no new windows, no webview.
export function denyNavigation(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
    });
    contents.on('will-navigate', (event) => {
      event.preventDefault();
    });
    contents.on('will-redirect', (event) => {
      event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      event.preventDefault();
    });
  });
}
