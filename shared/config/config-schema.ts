import { defaultsOf, fileSchemaOf, managedPathsOf, type FileOf, type LoadedOf } from './config-entry.ts';
import { CONFIG_KEYS } from './config-keys.ts';

/**
 * The schema of one file of docs/configuration.md: every key may be missing (a lower place or the default counts then),
 * and unknown keys are invalid. The published `packaging/schemas/config.schema.json` is generated from this.
 */
export const configFileSchema = fileSchemaOf(CONFIG_KEYS);

/** One configuration file, checked. */
export type ConfigFile = FileOf<typeof CONFIG_KEYS>;

/** The effective configuration: every key has a value. Times in seconds or milliseconds by name; paths are absolute. */
export type Config = LoadedOf<typeof CONFIG_KEYS>;

/** The defaults (docs/configuration.md). */
export const DEFAULTS = defaultsOf(CONFIG_KEYS);

/**
 * The keys that come from the managed file alone, where there is one, also where it is silent (docs/configuration.md).
 * A path names a whole section or one key.
 */
export const MANAGED_ONLY = managedPathsOf(CONFIG_KEYS);
