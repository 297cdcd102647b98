import type { Method } from '../../shared/service/methods.ts';
import { attention } from '../frontends/window/attention.ts';
import { showsCode } from '../frontends/window/screen-protection.ts';
import { messagesBeyondPage } from '../frontends/window/page-messages.ts';
import { windowHandlers } from '../frontends/window/window-handlers.ts';
import type { LoginListeners } from '../login/login-listeners.ts';
import { registerChannels } from '../ipc/register-channels.ts';
import { isSameLook, PLAIN_LOOK, type Look } from '../look/look.ts';
import { deferred } from '../promises/deferred.ts';
import { nodeTimers } from '../promises/timers.ts';
import { withTimeout } from '../promises/with-timeout.ts';
import { APP_ORIGIN } from '../electron-api/app-protocol.ts';
import { sendTo } from '../electron-api/ipc-main.ts';
import { askForAttention, captureProtection, setThemeOf } from '../electron-api/login-window.ts';
import {
  copyText,
  openInAuthenticator,
  openNetworkSignIn,
  openOutside,
} from '../electron-api/outside.ts';
import { DRAWN_LATEST_MS, type EarlyWindow } from '../electron-api/early-window.ts';
import type { Host } from '../host/host.ts';
import { appInfo } from './app-info.ts';
import { hostedInWindow } from './hosted-in-window.ts';
import type { LoginLimit } from './login-limit.ts';
import type { PreparedLogin } from './prepare-login.ts';
import { startEngine } from './start-engine.ts';

export type WindowSetting = Readonly<{
  /** False for the window command, which starts no program. */
  isGate: boolean;
  /** Method to start automatically, from the command line. */
  method: Method | null;
  limit: LoginLimit;
  /** Called when the person closes the login, which is possible at any time. */
  quit: () => void;
}>;

/**
 * Lets the window's page take part in a login, shows the window, and remembers its look for the
 * next start.
 */
export function openLogin(
  host: Host,
  earlyWindow: EarlyWindow,
  prepared: PreparedLogin,
  { isGate, method, limit, quit }: WindowSetting,
  listeners: LoginListeners,
): void {
  const { window } = earlyWindow;
  const { preferences, config } = prepared;
  const hosted = hostedInWindow(host, window, prepared);
  const setProtected = config.window.protectScreen ? captureProtection(window) : null;
  const wantsAttention = config.window.attention ? attention() : null;
  const login = startEngine(
    host,
    prepared,
    { limit, hostedPage: hosted.display },
    {
      ...listeners,
      onView: (view) => {
        sendTo(window, 'login:view-changed', view);
        setProtected?.(showsCode(view.view));
        if (wantsAttention?.(view) === true) askForAttention(window);
        listeners.onView(view);
      },
    },
  );
  const { language, messages } = prepared.spoken;
  const pageMessages = messagesBeyondPage(earlyWindow.language, prepared.spoken);
  const infoNow = appInfo({ language, messages: {}, brand: prepared.brand, isGate });
  const { promise: drawn, resolve: onDrawn } = deferred();
  const handlers = windowHandlers({
    login,
    preferences,
    config,
    info: async () => ({ ...infoNow(), messages: await pageMessages }),
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
      (await import('./support-file.ts')).makeSupportFile(host, prepared, report),
    runDoctor: async () => (await import('./diagnose.ts')).diagnoseLogin(host, prepared),
  });
  registerChannels(earlyWindow.ipc, APP_ORIGIN, handlers, prepared.log);
  // A keyring may ask for its password here. Wait for the window, which shows why.
  void earlyWindow.shown.then(() => prepared.credentials.open());
  const look = lookOf(prepared);
  const firstLook = earlyWindow.look ?? PLAIN_LOOK;
  const hasOwnMessages = Object.keys(messages).length > 0;
  const isFirstPictureFinal =
    language === earlyWindow.language &&
    !hasOwnMessages &&
    // The languages are compared above, because `system` in a look may mean the same one.
    isSameLook({ ...look, language: firstLook.language }, firstLook);
  // A window that the person sees is to change its picture only once, so its theme waits until the
  // page is drawn anew.
  if (isFirstPictureFinal || !earlyWindow.isShown()) setThemeOf(window, config.theme);
  else {
    void withTimeout(nodeTimers, DRAWN_LATEST_MS, drawn, null).then(() => {
      setThemeOf(window, config.theme);
    });
  }
  if (isFirstPictureFinal) earlyWindow.reveal();
  else earlyWindow.reveal(drawn);
  // The served page holds no messages of the administrator's own. Without a look the next start
  // shows the window only once the page has them.
  void drawn.then(() => {
    earlyWindow.remember(hasOwnMessages ? null : look);
  });
}

function lookOf({ config, brand, spoken }: PreparedLogin): Look {
  return {
    theme: config.theme,
    language: config.language === 'system' ? 'system' : spoken.language,
    brand: { ...config.brand, logo: brand.logo },
  };
}
