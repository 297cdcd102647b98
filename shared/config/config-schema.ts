import {
  defaultsOf,
  fileSchemaOf,
  managedPathsOf,
  type FileOf,
  type LoadedOf,
} from './config-entry.ts';
import { CONFIG_KEYS } from './config-keys.ts';

/** Source of `packaging/schemas/config.schema.json`. Every key is optional; unknown keys are invalid. */
export const configFileSchema = fileSchemaOf(CONFIG_KEYS);

export type ConfigFile = FileOf<typeof CONFIG_KEYS>;

/** Effective configuration. Key names give the unit of times; paths are absolute. */
export type Config = LoadedOf<typeof CONFIG_KEYS>;

export const DEFAULTS = defaultsOf(CONFIG_KEYS);

/** Sections and keys that only the managed file sets, if one exists (docs/configuration.md). */
export const MANAGED_ONLY = managedPathsOf(CONFIG_KEYS);
