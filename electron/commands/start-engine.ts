import { processClock } from '../clock/clock.ts';
import { followSleep } from '../clock/follow-sleep.ts';
import type { LoginOptions } from '../login/create-login.ts';
import type { LoginController } from '../login/login-controller.ts';
import { chromiumHttp } from '../platform/chromium-http.ts';
import { chromiumWebSocket } from '../platform/chromium-websocket.ts';
import { program } from '../platform/program.ts';
import { watchOnline, watchSleep } from '../platform/watch-computer.ts';
import type { PreparedLogin } from './prepare-login.ts';

export type EngineListeners = Pick<
  LoginOptions,
  'onView' | 'onOutcome' | 'onLeave' | 'endsAtMs' | 'hostedPage'
>;

/**
 * Loads and starts the engine on Chromium's network; it is loaded only now, because the event channel's library is the
 * heaviest part of the program and a window can paint meanwhile. Waking up and the network's return renew the event channel.
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
    version: program.version(),
    http: chromiumHttp(network),
    webSocket: chromiumWebSocket(network.session),
    clock: processClock,
    random: Math.random,
  });
  const refresh = (): void => {
    login.refresh();
  };
  followSleep(watchSleep, processClock, refresh);
  watchOnline(refresh);
  program.onEnd(() => {
    login.close();
  });
  return login;
}
