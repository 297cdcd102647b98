import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Arguments } from '../../shared/command-line/arguments.ts';
import type { DoctorReport } from '../../shared/doctor/report.ts';
import { DEFAULTS } from '../../shared/config/config-schema.ts';
import { success } from '../../shared/result.ts';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { loadDoctorStrings } from '../../shared/strings/load/doctor.ts';
import { processClock } from '../os/clock.ts';
import { configLocations } from '../config/config-locations.ts';
import { connectByTcp, lookUpName } from '../doctor/node-looks.ts';
import { DOCTOR_LIMITS, type DoctorPorts } from '../doctor/ports.ts';
import { reportLines } from '../doctor/report-lines.ts';
import { routeThrough } from '../network/route.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { readSetup, setupOf, type Setup } from '../doctor/setup.ts';
import { inTerminalCharset } from '../frontends/terminal/terminal-output.ts';
import { credentialStore, type CredentialStore } from '../secrets/stored-credentials.ts';
import { openRunLog } from '../log/run-log.ts';
import { ProxyLogins } from '../network/proxy-credentials.ts';
import { proxyLoginsOf } from '../network/proxy-variables.ts';
import { chromiumHttp } from '../electron-api/chromium-http.ts';
import { displayWithoutLayout } from '../electron-api/display.ts';
import { chromiumWebSocket } from '../electron-api/chromium-websocket.ts';
import { program } from '../electron-api/program.ts';
import { safeKeyStore } from '../electron-api/safe-key-store.ts';
import {
  openServiceNetwork,
  resolveProxy,
  type ServiceNetwork,
} from '../electron-api/service-network.ts';
import { isOnline } from '../electron-api/watch-computer.ts';
import { ticketKey } from '../verdict/ticket-key.ts';
import { giveBundle, isTaken } from '../composition/give-bundle.ts';
import { writtenWith, type SpokenLanguage } from '../composition/language-of.ts';
import type { PreparedLogin } from '../composition/prepare-login.ts';

/** Checks the path to the service with the login's network. Never rejects. */
export async function runDoctor(prepared: PreparedLogin): Promise<DoctorReport> {
  const { authorities, folder, network } = prepared;
  const setup = setupOf(prepared, success(authorities), storeForDoctor(folder));
  return diagnose(setup, await network(), folder);
}

/** `folder`: of this program's own data. */
export function runDoctorCommand(options: Arguments, folder: string): void {
  const { bundle } = options;
  // Refuse an existing file before the long checks.
  if (bundle !== null && isTaken(bundle)) {
    program.exit(EXIT_CODES.usage);
    return;
  }
  void program.ready().then(async () => {
    const places = await configLocations(options.config, success(folder));
    const setup = await readSetup(places, program.isPackaged(), storeForDoctor(folder));
    const { language, messages } = spokenBy(setup);
    const strings = await loadDoctorStrings(language, messages);
    // On standard error: standard output is for the report.
    if (!options.json) process.stderr.write(`${inTerminalCharset(strings.say('doctor.begins'))}\n`);
    const network = await networkOf(setup);
    const report = await diagnose(setup, network, folder);
    const configured = setup.config.ok ? setup.config.value.log : DEFAULTS.log;
    const { log, logFile } = openRunLog(options.logFile, configured, program.logsFolder);
    for (const { check, verdict, code, evidence } of report.findings) {
      log('doctor', { check, verdict, code, evidence });
    }
    const text = options.json ? JSON.stringify(report) : reportLines(report, strings).join('\n');
    // With `--json`, print only the bundle: it contains the report.
    if (bundle === null || !options.json) {
      process.stdout.write(`${options.json ? text : inTerminalCharset(text)}\n`);
    }
    const isWritten =
      bundle === null ||
      giveBundle(bundle, logFile, { setup, report, secrets: network.proxyLogins.secrets() });
    program.exit(isWritten ? report.exitCode : EXIT_CODES.usage);
  });
}

function spokenBy({ config, messages }: Setup): SpokenLanguage {
  const own = messages?.ok === true ? messages.value : {};
  return writtenWith(config.ok ? config.value : { language: 'system' }, own);
}

/** Half the check's limit, because a read makes at least two calls. */
function storeForDoctor(folder: string): CredentialStore {
  const limitMs = DOCTOR_LIMITS.keyStore / 2;
  return credentialStore({ folder, keyStore: safeKeyStore, limitMs });
}

async function diagnose(
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

/** Used if the configuration is invalid: some checks need a network. Never receives a request. */
const NO_SERVICE = {
  baseUrl: 'https://localhost',
  proxy: 'system',
  authorities: 'system-and-file',
} as const;

/** The network path in Chromium's form, such as `DIRECT`. */
async function routeOf({ config }: Setup, url: string, network: ServiceNetwork): Promise<string> {
  const proxy = config.ok ? config.value.service.proxy : 'system';
  if (proxy === 'direct') return 'DIRECT';
  if (proxy === 'system') return await resolveProxy(network, url);
  return routeThrough(proxy);
}

function networkOf(setup: Setup): Promise<ServiceNetwork> {
  const service = setup.config.ok ? setup.config.value.service : NO_SERVICE;
  // Another check reports unreadable authorities.
  const authorities = setup.authorities?.ok === true ? setup.authorities.value : null;
  return openServiceNetwork({
    baseUrl: service.baseUrl,
    proxy: service.proxy,
    trusted: service.authorities,
    authorities,
    proxyLogins: new ProxyLogins(proxyLoginsOf(process.env)),
  });
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
    // Only read the key: the first login creates it.
    ticketKey: async () => {
      if (!existsSync(join(folder, 'ticket-key.json'))) return success('none');
      const found = await ticketKey(folder, safeKeyStore);
      return found.ok ? success('kept') : found;
    },
    displayWithoutLayout,
    clock: processClock,
    now: () => new Date(),
  };
}
