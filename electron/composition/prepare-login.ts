import type { Arguments } from '../../shared/command-line/arguments.ts';
import type { Brand } from '../../shared/ipc/channels.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import type { Authorities } from '../certificates/x509/check.ts';
import { formatConfigError, type ConfigError } from '../config/config-error.ts';
import { configLocations, windowsStart } from '../config/config-locations.ts';
import { loadConfig, type LoadedConfig } from '../config/load-config.ts';
import { readAuthorityFile } from '../config/read-authority-file.ts';
import { ownMessages } from '../config/own-messages.ts';
import type { OwnMessages } from '../config/read-own-messages.ts';
import { readLogo } from '../config/read-logo.ts';
import { credentialStore } from '../secrets/stored-credentials.ts';
import type { Logger } from '../log/logger.ts';
import { brandOf } from '../look/look.ts';
import { openRunLog } from '../log/run-log.ts';
import { callerDetails, type CallerDetails } from '../login/caller-details.ts';
import { firstUsername } from '../login/first-username.ts';
import { osUsername } from '../login/os-username.ts';
import { createFilePreferences, type LoginPreferences } from '../login/preferences.ts';
import { ProxyLogins } from '../network/proxy-credentials.ts';
import { proxyLoginsOf } from '../network/proxy-variables.ts';
import { removeStaleTemporaries } from '../os/chromium-temporaries.ts';
import { program } from '../electron-api/program.ts';
import { safeKeyStore } from '../electron-api/safe-key-store.ts';
import {
  openPageNetwork,
  openServiceNetwork,
  type PageNetwork,
  type ServiceNetwork,
} from '../electron-api/service-network.ts';
import type { HostedRules } from '../hosted-page/hosted-rules.ts';
import { spokenWith, type SpokenLanguage } from './language-of.ts';
import { windowsSystem } from '../os/windows/ask-system.ts';
import { credentialSource, UNLOCK_MS, type CredentialSource } from '../service/credentials.ts';
import { createSignedAnswers, type SignedAnswers } from '../service/signed-answers.ts';

export type PreparedLogin = LoadedConfig &
  Readonly<{
    /** For this program's own data. */
    folder: string;
    /** The key store is not open yet. */
    credentials: CredentialSource;
    preferences: LoginPreferences;
    signedAnswers: SignedAnswers;
    username: string;
    details: CallerDetails | null;
    log: Logger;
    logFile: string | null;
    authorities: Authorities | null;
    brand: Brand;
    ownMessages: OwnMessages;
    /** Language and custom messages of the window. */
    spoken: SpokenLanguage;
    proxyLogins: ProxyLogins;
    /** Opens the service's network once. Call after Electron's `ready`. */
    network: () => Promise<ServiceNetwork>;
    /** Opens the network of a hosted page. */
    openNetwork: (mayLoad: HostedRules['mayLoad']) => Promise<PageNetwork>;
  }>;

export type Unprepared = Readonly<{
  outcome: 'usage' | 'misconfigured';
  reason: 'usage' | 'configuration' | 'secret' | 'system-token';
  message: string;
}>;

/**
 * Finds the folder of our own data. Reads configuration, username, secret, authorities, logo and custom messages, in this
 * order. Opens no key store.
 */
export async function prepareLogin(options: Arguments): Promise<Result<PreparedLogin, Unprepared>> {
  const found = program.dataFolder();
  if (!found.ok)
    return misconfigured({ file: found.error.path, key: '', reason: found.error.reason });
  const folder = found.value;
  removeStaleTemporaries(folder, Date.now());
  const windows = windowsStart();
  const places = await configLocations(options.config, found, windows);
  const loaded = loadConfig(places, program.isPackaged());
  if (!loaded.ok) return misconfigured(loaded.error);
  const { config, files } = loaded.value;
  const { baseUrl, proxy, authorities: trusted } = config.service;
  const { rememberUsername, rememberMethod } = config.login;
  const preferences = createFilePreferences({ folder, baseUrl, rememberUsername, rememberMethod });
  const isOs = config.login.username === 'os';
  const osName = isOs
    ? osUsername(windows, config.login.windowsUsername, windowsSystem().upn)
    : success('');
  if (!osName.ok) {
    const key = windows === null ? 'login.username' : 'login.windowsUsername';
    return misconfigured({ file: files[0] ?? '', key, reason: osName.error });
  }
  const username = firstUsername(
    config.login.username,
    options.user,
    preferences.username(),
    osName.value,
  );
  if (!username.ok) return misused(username.error);
  const misplaced =
    config.service.applicationType === 'prompt' ? optionOfPromptless(options) : null;
  if (misplaced !== null) {
    return misused(
      `${misplaced}: is for service.applicationType "promptless"; the page of the service asks for it here`,
    );
  }
  const details = callerDetails(options, config.login.details);
  if (!details.ok) return misused(details.error);
  const store = credentialStore({ folder, keyStore: safeKeyStore, limitMs: UNLOCK_MS });
  const credentials = credentialSource(config, store);
  if (!credentials.ok) {
    const { reason, key, file, message } = credentials.error;
    return misconfigured(
      { file: file === '' ? (files[0] ?? '') : file, key, reason: message },
      reason,
    );
  }
  const authorities = await readAuthorityFile(config.service.caFile);
  if (!authorities.ok) return misconfigured(authorities.error);
  const logo = readLogo(config.brand.logo);
  if (!logo.ok) return misconfigured(logo.error);
  const own = await ownMessages(config.messages);
  if (!own.ok) return misconfigured(own.error);
  const proxyLogins = new ProxyLogins(proxyLoginsOf(process.env));
  const path = { baseUrl, proxy, trusted, authorities: authorities.value, proxyLogins };
  return success({
    ...loaded.value,
    folder,
    credentials: credentials.value,
    preferences,
    signedAnswers: createSignedAnswers(folder, baseUrl),
    username: username.value,
    details: details.value,
    ...openRunLog(options.logFile, config.log, program.logsFolder),
    proxyLogins,
    authorities: authorities.value,
    brand: brandOf({ ...config.brand, logo: logo.value }, program.name()),
    ownMessages: own.value,
    spoken: spokenWith(config, own.value),
    network: once(() => openServiceNetwork(path)),
    openNetwork: (mayLoad) => openPageNetwork(path, mayLoad),
  });
}

function misconfigured(
  fault: ConfigError,
  reason: Unprepared['reason'] = 'configuration',
): Result<never, Unprepared> {
  return failure({ outcome: 'misconfigured', reason, message: formatConfigError(fault) });
}

function misused(message: string): Result<never, Unprepared> {
  return failure({ outcome: 'usage', reason: 'usage', message });
}

function optionOfPromptless({ method, passcodeStdin }: Arguments): string | null {
  if (method !== null) return '--method';
  return passcodeStdin ? '--passcode-stdin' : null;
}

/** Opens once: one set of sessions for all calls. */
function once<Value>(open: () => Promise<Value>): () => Promise<Value> {
  let opened: Promise<Value> | null = null;
  return () => (opened ??= open());
}
