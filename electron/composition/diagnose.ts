import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import { success } from '../../shared/result.ts';
import { processClock } from '../os/clock.ts';
import { connectByTcp, lookUpName } from '../doctor/node-looks.ts';
import { DOCTOR_LIMITS, type DoctorPorts } from '../doctor/ports.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { setupOf, type Setup } from '../doctor/setup.ts';
import { routeThrough } from '../network/route.ts';
import { credentialStore, type CredentialStore } from '../secrets/stored-credentials.ts';
import { chromiumHttp } from '../electron-api/chromium-http.ts';
import { displayWithoutLayout } from '../electron-api/display.ts';
import { chromiumWebSocket } from '../electron-api/chromium-websocket.ts';
import { program } from '../electron-api/program.ts';
import { safeKeyStore } from '../electron-api/safe-key-store.ts';
import { resolveProxy, type ServiceNetwork } from '../electron-api/service-network.ts';
import { isOnline } from '../electron-api/watch-computer.ts';
import { ticketKey } from '../verdict/ticket-key.ts';
import type { PreparedLogin } from './prepare-login.ts';

/** Checks the path to the service with the login's own network. Never rejects. */
export async function diagnoseLogin(prepared: PreparedLogin): Promise<DoctorReport> {
  const { authorities, folder, network } = prepared;
  const setup = setupOf(prepared, success(authorities), storeForDoctor(folder));
  return diagnose(setup, await network(), folder);
}

/**
 * Runs the doctor's checks through a network. Never rejects.
 *
 * @param folder the folder of this program's own data
 */
export async function diagnose(
  setup: Setup,
  network: ServiceNetwork,
  folder: string,
): Promise<DoctorReport> {
  return await runChecks({
    setup,
    ports: portsFor(setup, network, folder),
    version: program.version(),
  });
}

/** Each call of the key store may take half the check's limit, because a read makes at least two calls. */
export function storeForDoctor(folder: string): CredentialStore {
  const limitMs = DOCTOR_LIMITS.keyStore / 2;
  return credentialStore({ folder, keyStore: safeKeyStore, limitMs });
}

function portsFor(setup: Setup, network: ServiceNetwork, folder: string): DoctorPorts {
  return {
    http: chromiumHttp(network),
    webSocket: chromiumWebSocket(network),
    lookup: lookUpName,
    connectTcp: connectByTcp,
    resolveProxy: (url) => routeOf(setup, url, network),
    isOnline,
    issuerOf: (hostname) => network.observedCertificates.of(hostname)?.issuer ?? null,
    secrets: () => network.proxyLogins.secrets(),
    keyStore: safeKeyStore,
    // The doctor only reads the key: the first login creates it.
    ticketKey: async () => {
      if (!existsSync(join(folder, 'ticket-key.json'))) return success('none');
      const key = await ticketKey(folder, safeKeyStore);
      return key.ok ? success('kept') : key;
    },
    displayWithoutLayout,
    clock: processClock,
    now: () => new Date(),
  };
}

/** The network path in Chromium's form, such as `DIRECT`. */
async function routeOf({ config }: Setup, url: string, network: ServiceNetwork): Promise<string> {
  const proxy = config.ok ? config.value.service.proxy : 'system';
  if (proxy === 'direct') return 'DIRECT';
  if (proxy === 'system') return await resolveProxy(network, url);
  return routeThrough(proxy);
}
