import { dirname, isAbsolute, resolve } from 'node:path';
import {
  isPlain,
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
import { faultsOfType } from './prompt-config.ts';
import type { ManagedSource } from './sources/managed-source.ts';
import {
  examineConfigFile,
  examineDraft,
  firstFault,
  type ExaminedFile,
} from './read-config-file.ts';

/** Absolute paths, highest priority first (docs/configuration.md); null for a missing place. */
export type ConfigLocations = Readonly<{
  managed: ManagedSource | null;
  given: string | null;
  user: string | null;
  /** A file to check before installation, instead of the given file. */
  draft?: string;
}>;

export type LocationName = 'managed' | 'given' | 'user';

export type ConfigSource = Readonly<{
  place: LocationName;
  file: string;
  data: ConfigFile;
  isManaged: boolean;
  /** A registry policy or property list; its file names must be absolute. */
  isPolicy?: boolean;
  /** `data` without the keys that only the highest file may set; complete for that file. */
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
    /** See `ManagedSource`. */
    unread: string | null;
  }>;

/** Returns the first fault. `isInstalled` limits loopback http to the managed file. */
export function loadConfig(
  places: ConfigLocations,
  isInstalled: boolean,
): Result<LoadedConfig, ConfigError> {
  const examined = firstFault(examineConfig(places, isInstalled));
  if (!examined.ok) return examined;
  const { config, files, tokenFiles } = examined.value;
  return success({ config, files, tokenFiles });
}

/** Returns all faults of the files; if the files are valid, all faults of the merged configuration. */
export function examineConfig(
  places: ConfigLocations,
  isInstalled: boolean,
): Result<ExaminedConfig, ConfigFaults> {
  const read: readonly (readonly [LocationName, ExaminedFile])[] = [
    ['managed', places.managed?.examine() ?? success(null)],
    [
      'given',
      places.draft === undefined
        ? examineConfigFile(places.given, true)
        : examineDraft(places.draft),
    ],
    ['user', examineConfigFile(places.user, false)],
  ];
  const faults = faultsOf(read.flatMap(([, file]) => (file.ok ? [] : file.error)));
  if (faults !== null) return failure(faults);
  const found = read.flatMap(([place, file]) =>
    file.ok && file.value ? [{ place, ...file.value }] : [],
  );
  const [highest] = found;
  // SECURITY: SEC-97 drop managed-only keys from every file but the highest.
  const sources = found.map((source): ConfigSource =>
    source === highest
      ? { ...source, layer: source.data }
      : { ...source, layer: withoutPaths(source.data, managedOnly(highest?.data ?? {})) },
  );
  return complete(sources, places, highest?.isManaged === true || !isInstalled);
}

function complete(
  sources: readonly ConfigSource[],
  places: ConfigLocations,
  allowsLoopbackHttp: boolean,
): Result<ExaminedConfig, ConfigFaults> {
  const merged = merge(
    sources.map(({ layer, file }) =>
      withTexts(layer, NAMED_FILES, (path) => resolve(dirname(file), path)),
    ),
  );
  const { service, credentials, params, log } = merged;
  const sourceOf = (key: string): ConfigSource | undefined =>
    sources.find(({ layer }) => valueAt(layer, key) !== undefined);

  const faults: ConfigError[] = [];
  const refuse = (key: string, reason: string): void => {
    faults.push({ file: sourceOf(key)?.file ?? placeToName(sources, places), key, reason });
  };
  const isFull = places.managed?.isAbsolute ?? isAbsolute;
  const { baseUrl } = service;
  const url = baseUrl === undefined ? null : checkBaseUrl(baseUrl, allowsLoopbackHttp);
  if (url === null) refuse('service.baseUrl', 'is required: the address of the service');
  if (url?.ok === false) refuse('service.baseUrl', url.error);
  for (const { key, reason } of faultsOfType({ service, params })) refuse(key, reason);
  if (service.authorities === 'file' && service.caFile === null) {
    refuse(
      'service.authorities',
      '"file" needs service.caFile: the authorities in it are the only ones',
    );
  }
  for (const key of NAMED_FILES) {
    const source = sourceOf(key);
    const path = valueAt(source?.layer, key);
    // SECURITY: SEC-111 a policy has no folder: a relative path would start in the caller's working folder.
    if (source?.isPolicy === true && typeof path === 'string' && !isFull(path)) {
      refuse(key, 'must be an absolute path: a policy has no folder where another could start');
    }
  }
  if (log.file !== null && log.file !== 'default' && !isFull(log.file)) {
    refuse('log.file', 'must be an absolute path, or "default"');
  }
  const signerFault = faultOfSigner(credentials);
  if (signerFault !== null) refuse(signerFault.key, signerFault.reason);
  const found = faultsOf(faults);
  if (found !== null) return failure(found);
  if (url?.ok !== true) {
    throw new Error('a configuration without a fault lacks a required key');
  }
  const realtime = { ...service.realtime, protocol: asText(service.realtime.protocol) };
  const config: Config = { ...merged, service: { ...service, baseUrl: url.value, realtime } };
  for (const key of NAMED_FILES) {
    const path = valueAt(config, key);
    const isManaged = sourceOf(key)?.isManaged === true && typeof path === 'string';
    const checked = isManaged ? places.managed?.checkNamed(key, path) : null;
    if (checked?.ok === false) faults.push({ ...checked.error, key });
  }
  const untrusted = faultsOf(faults);
  if (untrusted !== null) return failure(untrusted);
  const unread = places.managed?.unread() ?? null;
  const filesOf = (some: readonly ConfigSource[]): readonly string[] =>
    some.map(({ file }) => file);
  const withToken = sources.filter(({ data }) => typeof data.service?.systemToken === 'string');
  return success({
    config,
    files: filesOf(sources),
    tokenFiles: filesOf(withToken),
    sources,
    unread,
  });
}

const NAMED_FILES = keysOf(CONFIG_KEYS).flatMap(({ path, isFile }) =>
  isFile === true ? [path] : [],
);

/** Null if valid. */
function faultOfSigner({
  secretKeyFile,
  signer,
}: Config['credentials']): Omit<ConfigError, 'file'> | null {
  if (signer === null) return null;
  if (secretKeyFile !== null) {
    return {
      key: 'credentials.signer',
      reason: 'cannot be set together with credentials.secretKeyFile',
    };
  }
  // SECURITY: SEC-52 never search for a signer in PATH or the working directory.
  if (isAbsolute(signer.command[0] ?? '')) return null;
  return {
    key: 'credentials.signer.command',
    reason: 'must begin with the absolute path of a program',
  };
}

/** For a missing key: the highest file, or all expected files. */
function placeToName(
  sources: readonly ConfigSource[],
  { managed, given, user }: ConfigLocations,
): string {
  const found = sources[0]?.file;
  return (
    found ??
    `no configuration file (${[managed?.file ?? null, given, user].filter((place) => place !== null).join(', ')})`
  );
}

function managedOnly({ login }: ConfigFile): readonly string[] {
  // SECURITY: SEC-23 a short time limit would make any service unreachable.
  return login?.failMode === 'allow-when-unreachable'
    ? [...MANAGED_ONLY, 'login.timeouts']
    : MANAGED_ONLY;
}

type Protocol = Config['service']['realtime']['protocol'];

function asText(protocol: Protocol | 3 | 4): Protocol {
  return protocol === 3 ? '3' : protocol === 4 ? '4' : protocol;
}

type Merged = Omit<Config, 'service'> &
  Readonly<{
    service: Omit<Config['service'], 'baseUrl' | 'realtime'> &
      Readonly<{
        baseUrl: string | undefined;
        realtime: Omit<Config['service']['realtime'], 'protocol'> &
          Readonly<{ protocol: Protocol | 3 | 4 }>;
      }>;
  }>;

/** Merges key by key; replaces arrays. */
function merge(layers: readonly ConfigFile[]): Merged {
  return [...layers].reverse().reduce<Merged>((below, layer) => overlay(below, layer), DEFAULTS);
}

function overlay<Base>(below: Base, above: unknown): Base {
  if (above === undefined) return below;
  if (!isPlain(below) || !isPlain(above)) return above as Base;
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) merged[key] = overlay(merged[key], value);
  return merged as Base;
}
