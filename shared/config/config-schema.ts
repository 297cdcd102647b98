import { managedPathsOf, section, type FileOf, type LoadedOf } from './config-entry.ts';
import { CONFIG_KEYS } from './config-keys.ts';

const FILE = section(CONFIG_KEYS);

/** Source of `packaging/schemas/config.schema.json`. Every key is optional; unknown keys are invalid. */
export const configFileSchema = FILE.schema;

export type ConfigFile = FileOf<typeof CONFIG_KEYS>;

/** Effective configuration. Key names give the unit of times; paths are absolute. */
export type Config = Omit<LoadedOf<typeof CONFIG_KEYS>, '$schema'>;

/** Without required keys. */
export const DEFAULTS = FILE.fallback;

/** Sections and keys that only the managed file sets, if one exists (docs/configuration.md). */
export const MANAGED_ONLY = managedPathsOf(CONFIG_KEYS);
