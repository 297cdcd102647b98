import { lstatSync } from 'node:fs';
import { isPlain } from '../../../shared/config/config-entry.ts';
import { failure, success, type Result } from '../../../shared/result.ts';
import { checkConfigData } from '../check-config-data.ts';
import { ROOTS } from './root-trust.ts';
import type { ExaminedFile } from '../read-config-file.ts';
import { linuxSource } from './linux.ts';
import type { ManagedSource } from './managed-source.ts';
import { readPlainFile } from '../read-plain-file.ts';

/** The managed preferences of macOS: a configuration profile as macOS stores it (docs/configuration.md). */
export type ManagedPreferences = Readonly<{
  /** Those of the computer. */
  file: string;
  /** Those of the person alone. */
  personal: string;
  /** @returns the content of the list, or the reason why it cannot be read */
  parse: (bytes: Buffer) => Result<unknown, string>;
}>;

/** The managed preferences; without them the managed file, as on Linux. One of them alone counts. */
export function macosSource(preferences: ManagedPreferences, file: string): ManagedSource {
  const beside = linuxSource(file);
  const examine = (): ExaminedFile => examineManagedPreferences(preferences);
  const source: ManagedSource = {
    ...beside,
    examine: () => {
      const found = examine();
      return found.ok && found.value === null ? beside.examine() : found;
    },
    at: (asked) => (asked === preferences.file ? { ...source, file: asked, examine } : beside.at(asked)),
  };
  return source;
}

/** The profile's own keys, which macOS writes beside ours. */
const OF_THE_PROFILE = /^Payload[A-Z]/;

/**
 * Reads and checks the managed preferences as the managed file is: owned by root, in folders of root's, no link.
 * Those of the person alone never count, because people may give themselves a profile. If there are no others, refuse
 * to start: an administrator may believe that they count.
 */
// SECURITY: SEC-24 only root's preferences for the whole computer manage it.
export function examineManagedPreferences(preferences: ManagedPreferences): ExaminedFile {
  const { file, personal, parse } = preferences;
  const bytes = readPlainFile(file, { isRequired: false, trust: ROOTS });
  if (!bytes.ok) return failure([bytes.error]);
  if (bytes.value === null) {
    if (lstatSync(personal, { throwIfNoEntry: false }) === undefined) return success(null);
    const reason = 'is of one person alone and does not count; give the profile the scope System';
    return failure([{ file: personal, key: '', reason }]);
  }
  const list = parse(bytes.value);
  if (!list.ok) return failure([{ file, key: '', reason: list.error }]);
  const said = isPlain(list.value)
    ? Object.fromEntries(Object.entries(list.value).filter(([name]) => !OF_THE_PROFILE.test(name)))
    : list.value;
  const data = checkConfigData(file, said);
  return data.ok ? success({ file, data: data.value, isManaged: true, isPolicy: true }) : data;
}
