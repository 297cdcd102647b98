import { resolve } from 'node:path';
import type { Arguments } from '../../shared/command-line/arguments.ts';
import { DEFAULTS } from '../../shared/config/config-schema.ts';
import { success } from '../../shared/result.ts';
import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { loadDoctorStrings } from '../../shared/strings/load/doctor.ts';
import { bundleText } from '../composition/bundle-text.ts';
import { diagnose, storeForDoctor } from '../composition/diagnose.ts';
import { writtenWith, type SpokenLanguage } from '../composition/language-of.ts';
import { configLocations } from '../config/config-locations.ts';
import { giveBundle, isTaken } from '../doctor/give-bundle.ts';
import { reportLines } from '../doctor/report-lines.ts';
import { readSetup, type Setup } from '../doctor/setup.ts';
import { inTerminalCharset } from '../frontends/terminal/terminal-output.ts';
import { openRunLog } from '../log/run-log.ts';
import { ProxyLogins } from '../network/proxy-credentials.ts';
import { proxyLoginsOf } from '../network/proxy-variables.ts';
import type { Secret } from '../network/redact.ts';
import type { Host, HostNetwork } from '../host/host.ts';

/** @param folder the folder of this program's own data */
export function runDoctor(host: Host, options: Arguments, folder: string): void {
  const { program } = host;
  const { bundle } = options;
  // Refuse an existing file before the long checks.
  if (bundle !== null && isTaken(bundle)) {
    program.exit(EXIT_CODES.usage);
    return;
  }
  void program.ready().then(async () => {
    const locations = await configLocations(options.config, success(folder));
    const setup = await readSetup(
      locations,
      program.isPackaged(),
      storeForDoctor(host, folder),
      host.hasWebSocket,
    );
    const { language, messages } = spokenBy(host, setup);
    const strings = await loadDoctorStrings(language, messages);
    // This line goes to standard error, because standard output is for the report.
    if (!options.json)
      process.stderr.write(`${inTerminalCharset(strings.formatMessage('doctor.begins'))}\n`);
    const network = await networkOf(host, setup);
    const report = await diagnose(host, setup, network, folder);
    const logConfig = setup.config.ok ? setup.config.value.log : DEFAULTS.log;
    const { log, logFile } = openRunLog(options.logFile, logConfig, program.logsFolder);
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
      giveBundle(
        bundle,
        bundleText(host, setup, report, {
          logFile: logFile === null ? null : resolve(logFile),
          secrets: [...storedSecrets(setup), ...network.proxyLogins.secrets()],
        }),
      );
    program.exit(isWritten ? report.exitCode : EXIT_CODES.usage);
  });
}

function spokenBy(host: Host, { config, messages }: Setup): SpokenLanguage {
  const ownMessages = messages?.ok === true ? messages.value : {};
  return writtenWith(host, config.ok ? config.value : { language: 'system' }, ownMessages);
}

/**
 * The stored credentials, which the bundle must not show: an older log may hold a token of the key
 * store.
 */
function storedSecrets({ credentials }: Setup): readonly Secret[] {
  return credentials?.ok === true ? credentials.value.secrets() : [];
}

/**
 * Stands for the service if the configuration is invalid, because some checks need a network. It
 * gets no request.
 */
const NO_SERVICE = {
  baseUrl: 'https://localhost',
  proxy: 'system',
  authorities: 'system-and-file',
} as const;

function networkOf(host: Host, setup: Setup): Promise<HostNetwork> {
  const service = setup.config.ok ? setup.config.value.service : NO_SERVICE;
  // Another check reports unreadable authorities.
  const authorities = setup.authorities?.ok === true ? setup.authorities.value : null;
  return host.openNetwork({
    baseUrl: service.baseUrl,
    proxy: service.proxy,
    trustMode: service.authorities,
    caFileAuthorities: authorities,
    proxyLogins: new ProxyLogins(proxyLoginsOf(process.env)),
  });
}
