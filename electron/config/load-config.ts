import { dirname, isAbsolute, resolve } from 'node:path';
import {
  isJsonObject,
  keysOf,
  valueAt,
  withoutPaths,
  withTexts,
} from '../../shared/config/config-entry.ts';
import { CONFIG_KEYS } from '../../shared/config/config-keys.ts';
import {
  DEFAULTS,
  MANAGED_ONLY,
  type Config,
  type ConfigFile,
} from '../../shared/config/config-schema.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { checkBaseUrl } from './base-url.ts';
import { faultsOf, type ConfigError, type ConfigFaults } from './config-error.ts';
import { withForcedValues } from './forced-values.ts';
import { faultsOfType } from './prompt-config.ts';
import type { ManagedSource } from './sources/managed-source.ts';
import {
  examineConfigFile,
  examineDraft,
  firstFault,
  type ExaminedFile,
  type ReadFile,
} from './read-config-file.ts';

/** Absolute paths, highest priority first (docs/configuration.md); null for a missing location. */
export type ConfigLocations = Readonly<{
  managed: ManagedSource | null;
  given: string | null;
  user: string | null;
  /** A file to check before installation, instead of the given file. */
  draft?: string;
}>;

export type LocationName = 'managed' | 'given' | 'user';

export type ConfigSource = ReadFile &
  Readonly<{
    location: LocationName;
    /**
     * What counts of `data`: all of it in the highest file; in other files, not the keys that only
     * the highest may set.
     */
    layer: ConfigFile;
  }>;

/** `files`: highest priority first. */
export type LoadedConfig = Readonly<{
  config: Config;
  files: readonly string[];
  /** Files with the system token; for a registry policy, its key. */
  tokenFiles: readonly string[];
}>;
export type ExaminedConfig = LoadedConfig &
  Readonly<{
    sources: readonly ConfigSource[];
    /** Path of a managed file that exists and does not count; null without one. */
    unread: string | null;
  }>;

/**
 * Loads the configuration, or returns its first fault. For an installed program (`isInstalled`),
 * only the managed file and a draft may name an http:// address of this computer. Without
 * websockets (`hasWebSocket`) the event channel needs polling.
 */
export function loadConfig(
  locations: ConfigLocations,
  isInstalled: boolean,
  hasWebSocket = true,
): Result<LoadedConfig, ConfigError> {
  const examined = firstFault(examineConfig(locations, isInstalled, hasWebSocket));
  if (!examined.ok) return examined;
  const { config, files, tokenFiles } = examined.value;
  return success({ config, files, tokenFiles });
}

/**
 * As `loadConfig`, but returns all faults of the files, or, if there is none, all of the merged
 * configuration.
 */
export function examineConfig(
  locations: ConfigLocations,
  isInstalled: boolean,
  hasWebSocket = true,
): Result<ExaminedConfig, ConfigFaults> {
  const examined: readonly (readonly [LocationName, ExaminedFile])[] = [
    ['managed', locations.managed?.examine() ?? success(null)],
    [
      'given',
      locations.draft === undefined
        ? examineConfigFile(locations.given, true)
        : examineDraft(locations.draft),
    ],
    ['user', examineConfigFile(locations.user, false)],
  ];
  const faults = faultsOf(examined.flatMap(([, file]) => (file.ok ? [] : file.error)));
  if (faults !== null) return failure(faults);
  const existing = examined.flatMap(([location, file]) =>
    file.ok && file.value ? [{ location, ...file.value }] : [],
  );
  const [highest] = existing;
  // SECURITY: SEC-97 drop managed-only keys from every file but the highest.
  const sources = existing.map((source): ConfigSource =>
    source === highest
      ? { ...source, layer: source.data }
      : { ...source, layer: withoutPaths(source.data, keysOfHighest(highest?.data ?? {})) },
  );
  // A draft may be for the managed place, where it counts.
  const isLoopbackHttpAllowed =
    highest?.isManaged === true || locations.draft !== undefined || !isInstalled;
  return complete(sources, locations, { isLoopbackHttpAllowed, hasWebSocket });
}

/**
 * Merges the files, checks what no single file shows, and converts the values that are written in
 * two ways.
 */
function complete(
  sources: readonly ConfigSource[],
  locations: ConfigLocations,
  {
    isLoopbackHttpAllowed,
    hasWebSocket,
  }: Readonly<{ isLoopbackHttpAllowed: boolean; hasWebSocket: boolean }>,
): Result<ExaminedConfig, ConfigFaults> {
  const merged = mergeSources(sources);
  const { service } = merged;
  const url =
    service.baseUrl === undefined ? null : checkBaseUrl(service.baseUrl, isLoopbackHttpAllowed);
  const faults = [
    ...faultsOfUrl(url),
    ...faultsOfService(merged),
    ...(hasWebSocket ? [] : faultsWithoutWebSocket(merged)),
    ...faultsOfPolicyPaths(sources, locations),
    ...faultsOfLog(merged, locations),
    ...faultsOfNames(merged),
    ...faultsOfSigner(merged.credentials),
  ].map(({ key, reason }) => ({
    file: sourceOf(sources, key)?.file ?? fileToName(sources, locations),
    key,
    reason,
  }));
  const mergedFaults = faultsOf(faults);
  if (mergedFaults !== null) return failure(mergedFaults);
  if (url?.ok !== true) {
    throw new Error('a configuration without a fault lacks a required key');
  }

  const realtime = { ...service.realtime, protocol: asText(service.realtime.protocol) };
  const config = withForcedValues({
    ...merged,
    service: { ...service, baseUrl: url.value, realtime },
  });
  const untrusted = faultsOf(untrustedNamedFiles(config, sources, locations));
  if (untrusted !== null) return failure(untrusted);
  return success({
    config,
    files: sources.map(({ file }) => file),
    tokenFiles: sources
      .filter(({ data }) => typeof data.service?.systemToken === 'string')
      .map(({ file }) => file),
    sources,
    unread: sources.find(({ unread }) => unread !== undefined)?.unread ?? null,
  });
}

/**
 * Merges what counts of each file. A relative file name starts in the folder of the file that holds
 * it.
 */
function mergeSources(sources: readonly ConfigSource[]): Merged {
  return merge(
    sources.map(({ layer, file }) =>
      withTexts(layer, NAMED_FILES, (path) => resolve(dirname(file), path)),
    ),
  );
}

/** The highest file that sets a key; undefined if none does, and the default counts. */
function sourceOf(sources: readonly ConfigSource[], key: string): ConfigSource | undefined {
  return sources.find(({ layer }) => valueAt(layer, key) !== undefined);
}

type Fault = Omit<ConfigError, 'file'>;

function faultsOfUrl(url: Result<string, string> | null): readonly Fault[] {
  const key = 'service.baseUrl';
  if (url === null) return [{ key, reason: 'is required: the address of the service' }];
  return url.ok ? [] : [{ key, reason: url.error }];
}

function faultsOfService({ service, params }: Merged): readonly Fault[] {
  const isWithoutAuthorities = service.authorities === 'file' && service.caFile === null;
  return [
    ...faultsOfType({ service, params }),
    ...(isWithoutAuthorities
      ? [
          {
            key: 'service.authorities',
            reason: '"file" needs service.caFile: the authorities in it are the only ones',
          },
        ]
      : []),
  ];
}

function faultsWithoutWebSocket({ service }: Merged): readonly Fault[] {
  if (service.applicationType === 'prompt' || service.realtime.transports.includes('polling'))
    return [];
  return [
    {
      key: 'service.realtime.transports',
      reason: 'must list "polling": without Chromium there are no websockets',
    },
  ];
}

// SECURITY: SEC-111 a policy has no folder: a relative path would start in the caller's working
// folder.
function faultsOfPolicyPaths(
  sources: readonly ConfigSource[],
  locations: ConfigLocations,
): readonly Fault[] {
  const reason = 'must be an absolute path: a policy has no folder where another could start';
  return NAMED_FILES.filter((key) => {
    const source = sourceOf(sources, key);
    const path = valueAt(source?.layer, key);
    return source?.isPolicy === true && typeof path === 'string' && !isAbsoluteAt(locations, path);
  }).map((key) => ({ key, reason }));
}

function faultsOfLog({ log }: Merged, locations: ConfigLocations): readonly Fault[] {
  return log.file === null || log.file === 'default' || isAbsoluteAt(locations, log.file)
    ? []
    : [{ key: 'log.file', reason: 'must be an absolute path, or "default"' }];
}

function faultsOfNames({ login }: Merged): readonly Fault[] {
  // SECURITY: SEC-119 a person who types a name could choose another account's.
  if (login.username !== 'ask' || Object.keys(login.names).length === 0) return [];
  const reason =
    'needs "login.username" set to "os" or "given": a name that the person types names no account';
  return [{ key: 'login.names', reason }];
}

/**
 * Whether a path is absolute by the rule of the managed source, if there is one: on Windows it
 * needs a drive or a server.
 */
function isAbsoluteAt({ managed }: ConfigLocations, path: string): boolean {
  return (managed?.isAbsolute ?? isAbsolute)(path);
}

/** Faults of files that the managed configuration names and that others could write. */
function untrustedNamedFiles(
  config: Config,
  sources: readonly ConfigSource[],
  { managed }: ConfigLocations,
): readonly ConfigError[] {
  return NAMED_FILES.flatMap((key) => {
    const path = valueAt(config, key);
    const isNamedByManaged = sourceOf(sources, key)?.isManaged === true && typeof path === 'string';
    const checked = isNamedByManaged ? managed?.checkNamed(key, path) : null;
    return checked?.ok === false ? [{ ...checked.error, key }] : [];
  });
}

/** Keys whose values are names of files. */
const NAMED_FILES = keysOf(CONFIG_KEYS).flatMap(({ path, isFile }) =>
  isFile === true ? [path] : [],
);

function faultsOfSigner({ secretKeyFile, signer }: Config['credentials']): readonly Fault[] {
  if (signer === null) return [];
  if (secretKeyFile !== null) {
    const reason = 'cannot be set together with credentials.secretKeyFile';
    return [{ key: 'credentials.signer', reason }];
  }
  // SECURITY: SEC-52 never search for a signer in PATH or the working directory.
  if (isAbsolute(signer.command[0] ?? '')) return [];
  const reason = 'must begin with the absolute path of a program';
  return [{ key: 'credentials.signer.command', reason }];
}

/**
 * The file that a fault names if no file sets its key: the highest one, or without any, all the
 * expected files.
 */
function fileToName(
  sources: readonly ConfigSource[],
  { managed, given, user }: ConfigLocations,
): string {
  const highest = sources[0]?.file;
  const expected = [managed?.file ?? null, given, user].filter((file) => file !== null);
  return highest ?? `no configuration file (${expected.join(', ')})`;
}

/** The keys that only the highest file may set. They depend on what that file sets. */
function keysOfHighest({ login }: ConfigFile): readonly string[] {
  // SECURITY: SEC-23 a short time limit would make any service unreachable.
  return login?.failMode === 'allow-when-unreachable'
    ? [...MANAGED_ONLY, 'login.timeouts']
    : MANAGED_ONLY;
}

type Protocol = Config['service']['realtime']['protocol'];

/** The protocol as text: a file may also write the versions 3 and 4 as numbers. */
function asText(protocol: Protocol | 3 | 4): Protocol {
  if (protocol === 3) return '3';
  return protocol === 4 ? '4' : protocol;
}

/**
 * The merged configuration before its check: an address may be missing, and the protocol may be a
 * number.
 */
type Merged = Omit<Config, 'service'> &
  Readonly<{
    service: Omit<Config['service'], 'baseUrl' | 'realtime'> &
      Readonly<{
        baseUrl: string | undefined;
        realtime: Omit<Config['service']['realtime'], 'protocol'> &
          Readonly<{ protocol: Protocol | 3 | 4 }>;
      }>;
  }>;

/**
 * Merges layers, the highest first, key by key over the defaults. An array replaces the one below
 * it.
 */
function merge(layers: readonly ConfigFile[]): Merged {
  return [...layers].reverse().reduce<Merged>((below, layer) => overlay(below, layer), DEFAULTS);
}

function overlay<Base>(below: Base, above: unknown): Base {
  if (above === undefined) return below;
  if (!isJsonObject(below) || !isJsonObject(above)) return above as Base;
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) merged[key] = overlay(merged[key], value);
  return merged as Base;
}
