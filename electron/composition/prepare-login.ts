import type { Arguments } from '../../shared/command-line/arguments.ts';
import type { Config } from '../../shared/config/config-schema.ts';
import type { Brand } from '../../shared/ipc/channels.ts';
import { serviceName } from '../../shared/login/input/service-name.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import type { Authorities } from '../certificates/x509/check.ts';
import { formatConfigError, type ConfigError } from '../config/config-error.ts';
import { configLocations, windowsManagement } from '../config/config-locations.ts';
import { loadConfig, type LoadedConfig } from '../config/load-config.ts';
import { readAuthorityFile } from '../config/read-authority-file.ts';
import { ownMessages } from '../config/own-messages.ts';
import type { OwnMessages } from '../config/read-own-messages.ts';
import type { WindowsManagement } from '../config/sources/windows.ts';
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
import type { Host, HostNetwork, NetworkOptions } from '../host/host.ts';
import { spokenWith, type SpokenLanguage } from './language-of.ts';
import { windowsSystem } from '../os/windows/ask-system.ts';
import { credentialSource, UNLOCK_MS, type CredentialSource } from '../service/credentials.ts';
import type { MissingCredential } from '../service/missing-credential.ts';
import { createSignedAnswers, type SignedAnswers } from '../service/signed-answers.ts';

export type PreparedLogin = LoadedConfig &
  Readonly<{
    /** The folder of this program's own data. */
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
    networkOptions: NetworkOptions;
    /** Opens the service's network once. Call after the host's `ready`. */
    network: () => Promise<HostNetwork>;
  }>;

export type Unprepared = Readonly<{
  outcome: 'usage' | 'misconfigured';
  reason: 'usage' | 'configuration' | MissingCredential['reason'];
  message: string;
}>;

/** What is known of a login as soon as its configuration is read. */
export type ConfiguredLogin = Readonly<{
  config: Config;
  /** Looks up the name of the account that logs in; a failure says why there is none. */
  account: () => Result<string, string>;
}>;

/**
 * Finds the folder of our own data. Reads configuration, username, secret, authorities, logo and
 * custom messages, in this order. Opens no key store.
 *
 * @param onConfig called when the configuration is read, before anything else of it can be a fault
 */
export async function prepareLogin(
  host: Host,
  options: Arguments,
  onConfig: (login: ConfiguredLogin) => void = () => undefined,
): Promise<Result<PreparedLogin, Unprepared>> {
  const { program } = host;
  const dataFolder = program.dataFolder();
  if (!dataFolder.ok) {
    const { path: file, reason } = dataFolder.error;
    return misconfigured({ file, key: '', reason });
  }
  const folder = dataFolder.value;
  removeStaleTemporaries(folder, Date.now());

  const windows = windowsManagement();
  const locations = await configLocations(options.config, dataFolder, windows);
  const loaded = loadConfig(locations, program.isPackaged(), host.hasWebSocket);
  if (!loaded.ok) return misconfigured(loaded.error);
  const { config } = loaded.value;
  const account = once(() => accountOf(config.login, options.user, windows));
  onConfig({ config, account });
  const { baseUrl, proxy, authorities: trustMode } = config.service;
  const { rememberUsername, rememberMethod } = config.login;
  const preferences = createFilePreferences({ folder, baseUrl, rememberUsername, rememberMethod });

  const person = personOf(options, loaded.value, preferences, account);
  if (!person.ok) return person;
  const credentials = credentialsOf(loaded.value, folder, host);
  if (!credentials.ok) return credentials;
  const namedFiles = await readNamedFiles(config);
  if (!namedFiles.ok) return misconfigured(namedFiles.error);

  const { authorities, logo, ownMessages } = namedFiles.value;
  const proxyLogins = new ProxyLogins(proxyLoginsOf(process.env));
  const networkOptions = {
    baseUrl,
    proxy,
    trustMode,
    caFileAuthorities: authorities,
    proxyLogins,
  };
  return success({
    ...loaded.value,
    ...person.value,
    folder,
    credentials: credentials.value,
    preferences,
    signedAnswers: createSignedAnswers(folder, baseUrl),
    ...openRunLog(options.logFile, config.log, program.logsFolder),
    proxyLogins,
    authorities,
    brand: brandOf({ ...config.brand, logo }, program.name()),
    ownMessages,
    spoken: spokenWith(host, config, ownMessages),
    networkOptions,
    network: once(() => host.openNetwork(networkOptions)),
  });
}

type Person = Pick<PreparedLogin, 'username' | 'details'>;

/**
 * The account that logs in: the one that the caller names if the name is to be given, else the
 * operating system's.
 */
function accountOf(
  { username: mode, windowsUsername }: Config['login'],
  given: string | null,
  windows: WindowsManagement | null,
): Result<string, string> {
  if (mode === 'given') return given === null ? failure('it is not given') : success(given.trim());
  return osUsername(windows, mode === 'os' ? windowsUsername : 'domain', windowsSystem().upn);
}

/** The person who logs in, as the options, the preferences and the operating system name them. */
function personOf(
  options: Arguments,
  { config, files }: LoadedConfig,
  preferences: LoginPreferences,
  account: ConfiguredLogin['account'],
): Result<Person, Unprepared> {
  const { username: mode, names, details: allowed } = config.login;
  const osName = mode === 'os' ? account() : success('');
  if (!osName.ok) {
    const key = process.platform === 'win32' ? 'login.windowsUsername' : 'login.username';
    return misconfigured({ file: files[0] ?? '', key, reason: osName.error });
  }
  const first = firstUsername(mode, options.user, preferences.username(), osName.value);
  if (!first.ok) return misused(first.error);
  const username =
    mode === 'ask' ? first : serviceName(names, first.value.trim(), process.platform === 'win32');
  if (!username.ok)
    return misconfigured({ file: files[0] ?? '', key: 'login.names', reason: username.error });
  const misplaced =
    config.service.applicationType === 'prompt' ? optionOfPromptless(options) : null;
  if (misplaced !== null) {
    return misused(
      `${misplaced}: is for service.applicationType "promptless"; the page of the service asks for it here`,
    );
  }
  // The caller's details are for the person that the service knows by this name.
  const user = options.user === null ? null : username.value;
  const details = callerDetails({ ...options, user }, allowed);
  if (!details.ok) return misused(details.error);
  return success({ username: username.value, details: details.value });
}

function credentialsOf(
  { config, files }: LoadedConfig,
  folder: string,
  { keyStore }: Pick<Host, 'keyStore'>,
): Result<CredentialSource, Unprepared> {
  const store = credentialStore({ folder, keyStore, limitMs: UNLOCK_MS });
  const credentials = credentialSource(config, store);
  if (credentials.ok) return credentials;
  const { reason, key, file, message } = credentials.error;
  const faultyFile = file === '' ? (files[0] ?? '') : file;
  return misconfigured({ file: faultyFile, key, reason: message }, reason);
}

type NamedFiles = Readonly<{
  authorities: Authorities | null;
  logo: string | null;
  ownMessages: OwnMessages;
}>;

/** Reads the files that the configuration names, except that of the secret key. */
async function readNamedFiles({
  service,
  brand,
  messages,
}: Config): Promise<Result<NamedFiles, ConfigError>> {
  const authorities = await readAuthorityFile(service.caFile);
  if (!authorities.ok) return authorities;
  const logo = readLogo(brand.logo);
  if (!logo.ok) return logo;
  const own = await ownMessages(messages);
  if (!own.ok) return own;
  return success({ authorities: authorities.value, logo: logo.value, ownMessages: own.value });
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

/** Names a given option that only a promptless application takes; null if there is none. */
function optionOfPromptless({ method, passcodeStdin }: Arguments): string | null {
  if (method !== null) return '--method';
  return passcodeStdin ? '--passcode-stdin' : null;
}

/** Returns a function that acts at its first call only, so that all callers share its result. */
function once<Value>(act: () => Value): () => Value {
  let done: Readonly<{ value: Value }> | null = null;
  return () => (done ??= { value: act() }).value;
}
