import { enConfig } from './en-config.ts';
import { languageFor, type Language } from './language.ts';
import type { Catalogue } from './types.ts';

/** `gatehouse config` in words. */
export type ConfigStrings = Catalogue<typeof enConfig>;

const CONFIG: Readonly<Record<Language, ConfigStrings>> = { en: enConfig };

/** The words of `gatehouse config` for a BCP 47 tag; English where there are none. */
export function configStringsFor(tag: string): ConfigStrings {
  return CONFIG[languageFor(tag)];
}
