import { defaultsOf, fileSchemaOf, managedPathsOf, type FileOf, type LoadedOf } from './config-entry.ts';
import { CONFIG_KEYS } from './config-keys.ts';

/**
 * The configuration of docs/configuration.md as one file states it: every key may be missing (a lower place or the default
 * counts then), none may be unknown. The published `docs/config.schema.json` is generated from this.
 */
export const configFileSchema = fileSchemaOf(CONFIG_KEYS);

/** One configuration file, checked. */
export type ConfigFile = FileOf<typeof CONFIG_KEYS>;

/** The effective configuration: every key has a value. Times in seconds or milliseconds as their names say; paths are absolute. */
export type Config = LoadedOf<typeof CONFIG_KEYS>;

/** What counts where no file says anything (docs/configuration.md). */
export const DEFAULTS = defaultsOf(CONFIG_KEYS);

/**
 * The keys that come from the managed file alone, where there is one, also where it is silent (docs/configuration.md).
 * A path names a whole section or one key.
 */
export const MANAGED_ONLY = managedPathsOf(CONFIG_KEYS);
