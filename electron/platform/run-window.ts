import { app, Menu } from 'electron';
import { join } from 'node:path';
import type { Arguments } from '../../shared/gate/arguments.ts';
import type { Method } from '../../shared/service/methods.ts';
import { EXIT_CODES } from '../../shared/gate/verdict.ts';
import { APP_ORIGIN, registerAppScheme, serveApp } from './app-protocol.ts';
import { windowHandlers } from '../faces/window-face.ts';
import { registerChannels } from '../ipc/register-channels.ts';
import { ipcOf, sendTo } from './ipc-main.ts';
import { denyNavigation, openLoginWindow } from './login-window.ts';
import { runDoctor } from './run-doctor.ts';
import { copyText, openNetworkSignIn, openOutside } from './outside.ts';
import { prepareLogin, type PreparedLogin } from './prepare-login.ts';
import { shellSession } from './sessions.ts';
import { startEngine, type EngineListeners } from './start-engine.ts';

/** What is fixed before the app is ready, for every face that opens a window. */
export function beforeReady(): void {
  registerAppScheme();
  // SECURITY: SEC-1 every renderer is sandboxed, whatever its window says.
  app.enableSandbox();
  Menu.setApplicationMenu(null);
  denyNavigation();
}

/** The plain window: opens it and runs one login after the other in it. Ends with 0. */
export function runWindow(asked: Arguments): void {
  beforeReady();
  const prepared = prepareLogin(asked);
  if (!prepared.ok) {
    process.stderr.write(`gatehouse: ${prepared.error.words}\n`);
    app.exit(EXIT_CODES[prepared.error.outcome]);
    return;
  }
  if (!app.requestSingleInstanceLock()) {
    process.stderr.write('gatehouse: a login window is open already; it was brought to the front\n');
    app.exit(0);
    return;
  }
  void app.whenReady().then(() => {
    const quit = (): void => {
      app.quit();
    };
    const focus = openLogin(prepared.value, {
      isGate: false,
      method: null,
      canExtendLogin: true,
      onView: () => undefined,
      onOutcome: () => undefined,
      onLeave: quit,
      quit,
    });
    app.on('second-instance', focus);
    app.on('window-all-closed', quit);
  });
}

export type WindowLogin = EngineListeners &
  Readonly<{ isGate: boolean; method: Method | null; quit: () => void }>;

/**
 * Opens the window with a login in it.
 *
 * @returns what brings the window to the front
 */
export function openLogin(prepared: PreparedLogin, listeners: WindowLogin): () => void {
  const root = app.getAppPath();
  const session = shellSession();
  serveApp(session, join(root, 'dist', 'renderer'));
  const preload = join(root, 'dist', 'preload', 'preload.cjs');
  const window = openLoginWindow({ session, preload, title: app.getName() });
  const { isGate, method, quit, ...engineListeners } = listeners;
  const login = startEngine(prepared, {
    ...engineListeners,
    onView: (view) => {
      sendTo(window, 'login:view-changed', view);
      engineListeners.onView(view);
    },
  });
  const info = {
    version: app.getVersion(),
    platform: process.platform,
    language: 'en',
    brandName: app.getName(),
    isGate,
    isReaderOn: app.accessibilitySupportEnabled,
  };
  const { memory, config } = prepared;
  const handlers = windowHandlers({
    login,
    memory,
    config,
    info,
    copyText,
    openOutside,
    quit,
    method,
    proxyLogins: prepared.proxyLogins,
    openNetworkSignIn: () => openNetworkSignIn(config.service.baseUrl),
    runDoctor: () => runDoctor(prepared),
  });
  registerChannels(ipcOf(window), APP_ORIGIN, handlers, prepared.log);
  return () => {
    if (window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.focus();
  };
}
