import { lstatSync } from 'node:fs';
import { isJsonObject } from '../../../shared/config/config-entry.ts';
import { failure, success, type Result } from '../../../shared/result.ts';
import { checkConfigData } from '../check-config-data.ts';
import { ROOTS } from './root-trust.ts';
import type { ExaminedFile } from '../read-config-file.ts';
import { linuxSource } from './linux.ts';
import type { ManagedSource } from './managed-source.ts';
import { readPlainFile } from '../read-plain-file.ts';

/** A configuration profile as macOS stores it (docs/configuration.md). */
export type ManagedPreferences = Readonly<{
  /** Path of the computer's preferences. */
  file: string;
  /** Path of one person's preferences; null for an account without a name. */
  personal: string | null;
  parse: (bytes: Buffer) => Result<unknown, string>;
}>;

/** Reads the managed preferences, or the managed file if they are missing; never both. */
export function macosSource(preferences: ManagedPreferences, file: string): ManagedSource {
  const fileSource = linuxSource(file);
  const examinePreferences = (): ExaminedFile => examineManagedPreferences(preferences);
  const source: ManagedSource = {
    ...fileSource,
    examine: () => {
      const examined = examinePreferences();
      const isMissing = examined.ok && examined.value === null;
      return isMissing ? fileSource.examine() : examined;
    },
    at: (path) =>
      path === preferences.file
        ? { ...source, file: path, examine: examinePreferences }
        : fileSource.at(path),
  };
  return source;
}

/** Keys that macOS adds to profiles. */
const OF_THE_PROFILE = /^Payload[A-Z]/;

/**
 * Applies the managed file's trust rules. Refuses the start if only personal preferences exist: people may install
 * profiles themselves, and an administrator may expect them to apply.
 */
// SECURITY: SEC-24 accept only root's preferences for the whole computer.
export function examineManagedPreferences(preferences: ManagedPreferences): ExaminedFile {
  const { file, personal, parse } = preferences;
  const bytes = readPlainFile(file, { isRequired: false, trust: ROOTS });
  if (!bytes.ok) return failure([bytes.error]);
  if (bytes.value === null) {
    if (personal === null || lstatSync(personal, { throwIfNoEntry: false }) === undefined)
      return success(null);
    const reason = 'is of one person alone and does not count; give the profile the scope System';
    return failure([{ file: personal, key: '', reason }]);
  }
  const list = parse(bytes.value);
  if (!list.ok) return failure([{ file, key: '', reason: list.error }]);
  const settings = isJsonObject(list.value)
    ? Object.fromEntries(Object.entries(list.value).filter(([name]) => !OF_THE_PROFILE.test(name)))
    : list.value;
  const data = checkConfigData(file, settings);
  return data.ok ? success({ file, data: data.value, isManaged: true, isPolicy: true }) : data;
}
