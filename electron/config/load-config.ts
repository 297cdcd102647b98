import { isPlain, withoutPaths } from '../../shared/config/config-entry.ts';
import { DEFAULTS, MANAGED_ONLY, type Config, type ConfigFile } from '../../shared/config/config-schema.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { checkBaseUrl } from './base-url.ts';
import type { ConfigError } from './config-error.ts';
import { readConfigFile, readManagedConfigFile, type ReadFile } from './read-config-file.ts';
import { dirname, isAbsolute, resolve } from 'node:path';

/** Where configuration may stand, highest first (docs/configuration.md). Absolute paths; null where there is no such place. */
export type ConfigPlaces = Readonly<{ managed: string | null; given: string | null; user: string | null }>;

/** The configuration that counts, and which files it came from. */
export type LoadedConfig = Readonly<{ config: Config; files: readonly string[] }>;

/**
 * Reads, checks and merges the configuration.
 *
 * @param isInstalled in an installed build plain http for a loopback address needs the managed file
 * @returns the first fault found; a broken file is never passed over
 */
export function loadConfig(places: ConfigPlaces, isInstalled: boolean): Result<LoadedConfig, ConfigError> {
  const sources: ReadFile[] = [];
  for (const read of [
    () => readManagedConfigFile(places.managed),
    () => readConfigFile(places.given, true),
    () => readConfigFile(places.user, false),
  ]) {
    const source = read();
    if (!source.ok) return source;
    if (source.value) sources.push(source.value);
  }
  const managed = sources.find((source) => source.isManaged) ?? null;
  return complete(sources, managed, places, isInstalled);
}

function complete(
  sources: readonly ReadFile[],
  managed: ReadFile | null,
  places: ConfigPlaces,
  isInstalled: boolean,
): Result<LoadedConfig, ConfigError> {
  // A lower file where a managed one exists: without what only that may set.
  const layers = sources.map((source) =>
    source === managed || !managed ? source.data : withoutPaths(source.data, managedOnly(managed.data)),
  );
  const merged = merge(layers);
  const whose = (read: (file: ConfigFile) => unknown): string =>
    sources[layers.findIndex((layer) => read(layer) !== undefined)]?.file ?? placeToName(sources, places);

  const { service, credentials, login, params, gate } = merged;
  const missing = (key: string, reason: string): Result<never, ConfigError> =>
    failure({ file: placeToName(sources, places), key, reason });
  if (service.baseUrl === undefined)
    return missing('service.baseUrl', 'is required: the address of the service');
  const url = checkBaseUrl(service.baseUrl, managed !== null || !isInstalled);
  if (!url.ok)
    return failure({
      file: whose((file) => file.service?.baseUrl),
      key: 'service.baseUrl',
      reason: url.error,
    });
  if (service.applicationType === 'prompt') {
    const reason = '"prompt" is not built yet; use a promptless application';
    return failure({
      file: whose((file) => file.service?.applicationType),
      key: 'service.applicationType',
      reason,
    });
  }
  const { secretKeyFile, signer } = credentials;
  const signerFault = faultOfSigner(credentials);
  if (signerFault !== null)
    return failure({ file: whose((file) => file.credentials?.signer), ...signerFault });
  const secretOwner = whose((file) => file.credentials?.secretKeyFile);
  const caOwner = whose((file) => file.service?.caFile);
  const config: Config = {
    service: {
      ...service,
      baseUrl: url.value,
      applicationType: 'promptless',
      realtime: { ...service.realtime, protocol: asText(service.realtime.protocol) },
      caFile: service.caFile === null ? null : resolve(dirname(caOwner), service.caFile),
    },
    credentials: {
      secretKeyFile: secretKeyFile === null ? null : resolve(dirname(secretOwner), secretKeyFile),
      signer,
    },
    login,
    params,
    gate,
  };
  return success({ config, files: sources.map((source) => source.file) });
}

/** What is wrong with the signer, beside its shape. */
function faultOfSigner({ secretKeyFile, signer }: Config['credentials']): Omit<ConfigError, 'file'> | null {
  if (signer === null) return null;
  if (secretKeyFile !== null) {
    return { key: 'credentials.signer', reason: 'cannot be set together with credentials.secretKeyFile' };
  }
  // SECURITY: SEC-52 nothing that is found by a PATH or a working directory is asked for signatures.
  if (isAbsolute(signer.command[0] ?? '')) return null;
  return { key: 'credentials.signer.command', reason: 'must begin with the absolute path of a program' };
}

/** The place to name when a key is missing everywhere: the highest file, or where one could stand. */
function placeToName(sources: readonly ReadFile[], { managed, given, user }: ConfigPlaces): string {
  const found = sources[0]?.file;
  return (
    found ?? `no configuration file (${[managed, given, user].filter((place) => place !== null).join(', ')})`
  );
}

/** The keys that only this managed file may set. */
function managedOnly({ login }: ConfigFile): readonly string[] {
  // SECURITY: SEC-23 a time limit that is short enough makes every service one that does not answer.
  return login?.failMode === 'allow-when-unreachable' ? [...MANAGED_ONLY, 'login.timeouts'] : MANAGED_ONLY;
}

type Protocol = Config['service']['realtime']['protocol'];

function asText(protocol: Protocol | 3 | 4): Protocol {
  return protocol === 3 ? '3' : protocol === 4 ? '4' : protocol;
}

type Merged = Omit<Config, 'service'> &
  Readonly<{
    service: Omit<Config['service'], 'baseUrl' | 'applicationType' | 'realtime'> &
      Readonly<{
        baseUrl?: string;
        applicationType: 'prompt' | 'promptless';
        realtime: Omit<Config['service']['realtime'], 'protocol'> & Readonly<{ protocol: Protocol | 3 | 4 }>;
      }>;
  }>;

/** Key by key, the highest layer first, the defaults last. Arrays are replaced, not joined. */
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
