import type { Method } from '../../shared/service/methods.ts';
import { attention } from '../frontends/window/attention.ts';
import { showsCode } from '../frontends/window/screen-protection.ts';
import { windowHandlers } from '../frontends/window/window-handlers.ts';
import { registerChannels } from '../ipc/register-channels.ts';
import { APP_ORIGIN } from '../electron-api/app-protocol.ts';
import { ipcOf, sendTo } from '../electron-api/ipc-main.ts';
import {
  askForAttention,
  bringToFront,
  captureProtection,
  useTheme,
} from '../electron-api/login-window.ts';
import {
  copyText,
  openInAuthenticator,
  openNetworkSignIn,
  openOutside,
} from '../electron-api/outside.ts';
import { opening, type EarlyWindow } from '../electron-api/early-window.ts';
import { appInfo } from './app-info.ts';
import { hostedInWindow } from './hosted-display.ts';
import type { PreparedLogin } from './prepare-login.ts';
import { startEngine, type EngineListeners } from './start-engine.ts';

export type WindowLogin = Omit<EngineListeners, 'hostedPage'> &
  Readonly<{ isGate: boolean; method: Method | null; quit: () => void }>;

/** @returns a function that brings the window to the front */
export function openLogin(
  earlyWindow: EarlyWindow,
  prepared: PreparedLogin,
  listeners: WindowLogin,
): () => void {
  const { window } = earlyWindow;
  const { isGate, method, quit, ...engineListeners } = listeners;
  const { preferences, config } = prepared;
  const hosted = hostedInWindow(window, prepared);
  const protect = config.window.protectScreen ? captureProtection(window) : null;
  const wantsAttention = config.window.attention ? attention() : null;
  const login = startEngine(prepared, {
    ...engineListeners,
    hostedPage: hosted.display,
    onView: (view) => {
      sendTo(window, 'login:view-changed', view);
      protect?.(showsCode(view.view));
      if (wantsAttention?.(view) === true) askForAttention(window);
      engineListeners.onView(view);
    },
  });
  const { language, messages } = prepared.spoken;
  const { promise: drawn, open: onDrawn } = opening();
  const handlers = windowHandlers({
    login,
    preferences,
    config,
    info: appInfo({ language, messages, brand: prepared.brand, isGate }),
    onDrawn,
    copyText,
    openOutside,
    openAuthenticator: (qrText) => openInAuthenticator(qrText, config.login.authenticatorScheme),
    quit,
    method,
    hostedView: hosted.view,
    proxyLogins: prepared.proxyLogins,
    openNetworkSignIn: () => openNetworkSignIn(config.service.baseUrl),
    makeSupportFile: async (report) =>
      (await import('./support-file.ts')).makeSupportFile(prepared, report),
    runDoctor: async () => (await import('./run-doctor.ts')).runDoctor(prepared),
  });
  registerChannels(ipcOf(window), APP_ORIGIN, handlers, prepared.log);
  // Wait for `show`: a keyring may ask for its password, and the window shows the reason.
  window.once('show', () => void prepared.credentials.open());
  useTheme(window, config.theme);
  // The static page has the program's name, and the desktop's language and theme.
  const isPageRight =
    language === earlyWindow.language &&
    Object.keys(messages).length === 0 &&
    config.theme === 'system' &&
    Object.values(config.brand).every((said) => said === null);
  if (isPageRight) earlyWindow.reveal();
  else earlyWindow.reveal(drawn);
  return () => {
    bringToFront(window);
  };
}
