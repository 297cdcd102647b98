import { processClock } from '../os/clock.ts';
import { followSleep } from '../os/follow-sleep.ts';
import type { LoginController } from '../login/login-controller.ts';
import type { LoginListeners } from '../login/login-listeners.ts';
import type { HostedPageDisplay } from '../hosted-page/hosted-page.ts';
import type { Host } from '../host/host.ts';
import type { LoginLimit } from './login-limit.ts';
import type { PreparedLogin } from './prepare-login.ts';

/** The frontend's part in a login. */
export type EngineSetting = Readonly<{
  /** Of `processClock`. */
  limit: LoginLimit;
  /** Null for a promptless application. */
  hostedPage: HostedPageDisplay | null;
}>;

/**
 * Starts a login. Loads the engine late, so that the window paints first. After a wakeup or a
 * network change it renews the event channel.
 */
export async function startEngine(
  host: Host,
  prepared: PreparedLogin,
  { limit, hostedPage }: EngineSetting,
  listeners: LoginListeners,
): Promise<LoginController> {
  const { createLogin } = await import('../login/create-login.ts');
  const network = await prepared.network();
  const login = createLogin({
    ...prepared,
    hostedPage,
    endsAtMs: limit.handToMachine(),
    ...listeners,
    version: host.program.version(),
    http: network.http,
    webSocket: network.webSocket,
    clock: processClock,
    random: Math.random,
  });
  const refresh = (): void => {
    // Connections that were made before may lead nowhere, although they look open.
    network.leaveConnections();
    login.refresh();
  };
  followSleep(host.watchSleep, processClock, refresh);
  host.watchOnline(refresh);
  host.program.onEnd(() => {
    login.close();
  });
  return login;
}
