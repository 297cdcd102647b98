import { app, powerMonitor } from 'electron';
import type { LoginController } from '../login/login-controller.ts';
import type { LoginOptions } from '../login/create-login.ts';
import { processClock } from '../clock/clock.ts';
import { chromiumHttp } from './chromium-http.ts';
import { chromiumWebSocket } from './chromium-websocket.ts';
import type { PreparedLogin } from './prepare-login.ts';
import { watchOnline } from './watch-online.ts';

export type EngineListeners = Pick<LoginOptions, 'onView' | 'onOutcome' | 'onLeave' | 'endsAtMs'>;

/**
 * Loads and starts the engine on Chromium's network; it is loaded only now, because the listener's library is the
 * heaviest part of the program and a window can paint meanwhile. Waking up and the network's return renew its line.
 */
export async function startEngine(
  prepared: PreparedLogin,
  listeners: EngineListeners,
): Promise<LoginController> {
  const { createLogin } = await import('../login/create-login.ts');
  const network = await prepared.network();
  const login = createLogin({
    ...prepared,
    ...listeners,
    version: app.getVersion(),
    http: chromiumHttp(network),
    webSocket: chromiumWebSocket(network.session),
    clock: processClock,
    random: Math.random,
  });
  const refresh = (): void => {
    login.refresh();
  };
  powerMonitor.on('suspend', processClock.suspended);
  powerMonitor.on('resume', () => {
    processClock.resumed();
    refresh();
  });
  powerMonitor.on('unlock-screen', refresh);
  watchOnline(refresh);
  app.on('will-quit', () => {
    login.close();
  });
  return login;
}
