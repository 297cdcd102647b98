import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import { success } from '../../shared/result.ts';
import { processClock } from '../os/clock.ts';
import { connectByTcp, lookUpName } from '../doctor/node-looks.ts';
import { DOCTOR_LIMITS, type DoctorPorts } from '../doctor/ports.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { setupOf, type Setup } from '../doctor/setup.ts';
import type { Host, HostNetwork } from '../host/host.ts';
import { routeThrough } from '../network/route.ts';
import { credentialStore, type CredentialStore } from '../secrets/stored-credentials.ts';
import { ticketKey } from '../verdict/ticket-key.ts';
import type { PreparedLogin } from './prepare-login.ts';

/** Checks the path to the service with the login's own network. Never rejects. */
export async function diagnoseLogin(host: Host, prepared: PreparedLogin): Promise<DoctorReport> {
  const { authorities, folder, network } = prepared;
  const setup = setupOf(prepared, success(authorities), storeForDoctor(host, folder));
  return diagnose(host, setup, await network(), folder);
}

/**
 * Runs the doctor's checks through a network. Never rejects.
 *
 * @param folder the folder of this program's own data
 */
export async function diagnose(
  host: Host,
  setup: Setup,
  network: HostNetwork,
  folder: string,
): Promise<DoctorReport> {
  return await runChecks({
    setup,
    ports: portsFor(host, setup, network, folder),
    version: host.program.version(),
  });
}

/**
 * Each call of the key store may take half the check's limit, because a read makes at least two
 * calls.
 */
export function storeForDoctor(
  { keyStore }: Pick<Host, 'keyStore'>,
  folder: string,
): CredentialStore {
  const limitMs = DOCTOR_LIMITS.keyStore / 2;
  return credentialStore({ folder, keyStore, limitMs });
}

function portsFor(host: Host, setup: Setup, network: HostNetwork, folder: string): DoctorPorts {
  const { keyStore, display, isOnline } = host;
  return {
    http: network.http,
    webSocket: host.hasWebSocket ? network.webSocket : null,
    lookup: lookUpName,
    connectTcp: connectByTcp,
    resolveProxy: (url) => routeOf(setup, url, network),
    isOnline,
    issuerOf: (hostname) => network.observedCertificates.of(hostname)?.issuer ?? null,
    secrets: () => network.proxyLogins.secrets(),
    keyStore,
    // The doctor only reads the key: the first login creates it.
    ticketKey: async () => {
      if (!existsSync(join(folder, 'ticket-key.json'))) return success('none');
      const key = await ticketKey(folder, keyStore);
      return key.ok ? success('kept') : key;
    },
    displayWithoutLayout: display.withoutLayout,
    clock: processClock,
    now: () => new Date(),
  };
}

/** The network path in Chromium's form, such as `DIRECT`. */
async function routeOf({ config }: Setup, url: string, network: HostNetwork): Promise<string> {
  const proxy = config.ok ? config.value.service.proxy : 'system';
  if (proxy === 'direct') return 'DIRECT';
  if (proxy === 'system') return await network.resolveProxy(url);
  return routeThrough(proxy);
}
