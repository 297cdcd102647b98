import { app, Menu, powerMonitor, type BrowserWindow } from 'electron';
import { join, resolve } from 'node:path';
import type { Arguments } from '../../shared/gate/arguments.ts';
import type { Config } from '../../shared/config/config-schema.ts';
import { loadConfig } from '../config/load-config.ts';
import { formatConfigError } from '../config/config-error.ts';
import { firstUsername } from '../faces/first-username.ts';
import { windowHandlers } from '../faces/window-face.ts';
import { registerChannels } from '../ipc/register-channels.ts';
import { readSecretFile } from '../keys/read-secret-file.ts';
import { createFileLog } from '../log/file-log.ts';
import type { LoginController } from '../login/login-controller.ts';
import { noLog, type Logger } from '../login/logger.ts';
import { createFileMemory, type LoginMemory } from '../login/memory.ts';
import { processClock } from '../service/clock.ts';
import { APP_ORIGIN, registerAppScheme, serveApp } from './app-protocol.ts';
import { chromiumHttp } from './chromium-http.ts';
import { chromiumWebSocket } from './chromium-websocket.ts';
import { ipcOf, sendTo } from './ipc-main.ts';
import { denyNavigation, openLoginWindow } from './login-window.ts';
import { copyText, openOutside } from './outside.ts';
import { serviceSession, shellSession } from './sessions.ts';

const EXIT = { usage: 64, configuration: 78 } as const;
const MANAGED_CONFIG = process.platform === 'linux' ? '/etc/gatehouse/config.json' : null;

type Ready = Readonly<{ config: Config; secret: Buffer; memory: LoginMemory; username: string; log: Logger }>;

/** The plain window: reads the configuration, opens the window, and runs one login after the other in it. */
export function runWindow(asked: Arguments): void {
  registerAppScheme();
  // SECURITY: SEC-1 every renderer is sandboxed, whatever its window says.
  app.enableSandbox();
  Menu.setApplicationMenu(null);
  denyNavigation();
  const ready = prepare(asked);
  if (ready === null) return;
  if (!app.requestSingleInstanceLock()) {
    process.stderr.write('gatehouse: a login window is open already; it was brought to the front\n');
    app.exit(0);
    return;
  }
  void app.whenReady().then(() => {
    open(ready);
  });
}

/** Everything that can be wrong before there is a window. Says what is, and ends. */
function prepare(asked: Arguments): Ready | null {
  const refuse = (code: number, words: string): null => {
    process.stderr.write(`gatehouse: ${words}\n`);
    app.exit(code);
    return null;
  };
  const folder = app.getPath('userData');
  const loaded = loadConfig(
    {
      managed: MANAGED_CONFIG,
      given: asked.config === null ? null : resolve(asked.config),
      user: join(folder, 'config.json'),
    },
    app.isPackaged,
  );
  if (!loaded.ok) return refuse(EXIT.configuration, formatConfigError(loaded.error));
  const { config } = loaded.value;
  const { baseUrl } = config.service;
  const { rememberUsername, rememberMethod } = config.login;
  const memory = createFileMemory({ folder, baseUrl, rememberUsername, rememberMethod });
  const username = firstUsername(config.login.username, asked.user, memory.username());
  if (!username.ok) return refuse(EXIT.usage, username.error);
  const file = config.credentials.secretKeyFile;
  const secret = readSecretFile(file);
  if (!secret.ok) {
    return refuse(
      EXIT.configuration,
      formatConfigError({ file, key: 'credentials.secretKeyFile', reason: secret.error }),
    );
  }
  const log = asked.logFile === null ? noLog : createFileLog(resolve(asked.logFile));
  return { config, secret: secret.value, memory, username: username.value, log };
}

function open(ready: Ready): void {
  const root = app.getAppPath();
  const session = shellSession();
  serveApp(session, join(root, 'dist', 'renderer'));
  const preload = join(root, 'dist', 'preload', 'preload.cjs');
  const window = openLoginWindow({ session, preload, title: app.getName() });
  const login = startEngine(ready, window);
  const info = {
    version: app.getVersion(),
    platform: process.platform,
    language: 'en',
    brandName: app.getName(),
    isGate: false,
  };
  const handlers = windowHandlers({
    login,
    memory: ready.memory,
    config: ready.config,
    info,
    copyText,
    openOutside,
    quit: () => {
      app.quit();
    },
  });
  registerChannels(ipcOf(window), APP_ORIGIN, handlers, ready.log);
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on('window-all-closed', () => {
    app.quit();
  });
  app.on('will-quit', () => {
    void login.then((controller) => {
      controller.close();
    });
  });
}

/** Loads the engine while the window paints: the listener's library is the heaviest part and not needed before. */
async function startEngine(ready: Ready, window: BrowserWindow): Promise<LoginController> {
  const { createLogin } = await import('../login/create-login.ts');
  const session = serviceSession();
  const login = createLogin({
    ...ready,
    version: app.getVersion(),
    http: chromiumHttp(session),
    webSocket: chromiumWebSocket(session),
    clock: processClock,
    random: Math.random,
    canExtendLogin: true,
    onView: (view) => {
      sendTo(window, 'login:view-changed', view);
    },
    onOutcome: () => undefined,
    onLeave: () => {
      app.quit();
    },
  });
  const wake = (): void => {
    login.refresh();
  };
  powerMonitor.on('resume', wake);
  powerMonitor.on('unlock-screen', wake);
  return login;
}
