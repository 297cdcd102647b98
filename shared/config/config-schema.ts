import { managedPathsOf, section, type FileOf, type LoadedOf } from './config-entry.ts';
import { CONFIG_KEYS } from './config-keys.ts';

const FILE = section(CONFIG_KEYS);

/**
 * Source of `packaging/schemas/config.schema.json`. Every key is optional; unknown keys are
 * invalid.
 */
export const configFileSchema = FILE.schema;

export type ConfigFile = FileOf<typeof CONFIG_KEYS>;

/** The effective configuration. The name of a key says the unit of its time; paths are absolute. */
export type Config = Omit<LoadedOf<typeof CONFIG_KEYS>, '$schema'>;

/** The defaults of all keys; a required key has none. */
export const DEFAULTS = FILE.fallback;

/**
 * The sections and keys that only the file of the highest priority sets (docs/configuration.md,
 * "managed only").
 */
export const MANAGED_ONLY = managedPathsOf(CONFIG_KEYS);
