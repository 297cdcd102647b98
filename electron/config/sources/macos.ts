import { lstatSync } from 'node:fs';
import { isJsonObject } from '../../../shared/config/config-entry.ts';
import { failure, success, type Result } from '../../../shared/result.ts';
import { checkConfigData } from '../check-config-data.ts';
import { ROOTS } from './root-trust.ts';
import type { ExaminedFile } from '../read-config-file.ts';
import { rootFileSource } from './root-file.ts';
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

/** Reads the managed preferences, or, if they are missing, the managed file as on Linux; never both. */
export function macosSource(preferences: ManagedPreferences, file: string): ManagedSource {
  const fileSource = rootFileSource(file);
  const examinePreferences = (): ExaminedFile => examineManagedPreferences(preferences);
  const source: ManagedSource = {
    ...fileSource,
    examine: () => {
      const examined = examinePreferences();
      const isMissing = examined.ok && examined.value === null;
      return isMissing ? fileSource.examine() : examined;
    },
    // A source of exactly one of the two places, for `config validate`.
    at: (path) =>
      path === preferences.file
        ? { ...source, file: path, examine: examinePreferences }
        : fileSource.at(path),
  };
  return source;
}

/** Keys that macOS adds to the settings of a profile. */
const PROFILE_METADATA_KEY = /^Payload[A-Z]/;

/**
 * Applies the managed file's trust rules. Refuses the start if only personal preferences exist.
 * They cannot count, because people may install profiles themselves; but if they were ignored
 * silently, the profile of an administrator could stay without effect unnoticed.
 */
// SECURITY: SEC-24 accept only root's preferences for the whole computer.
export function examineManagedPreferences(preferences: ManagedPreferences): ExaminedFile {
  const { file, personal, parse } = preferences;
  const bytes = readPlainFile(file, { isRequired: false, trust: ROOTS });
  if (!bytes.ok) return failure([bytes.error]);
  if (bytes.value === null) {
    if (personal === null || lstatSync(personal, { throwIfNoEntry: false }) === undefined)
      return success(null);
    const reason =
      'applies to one person alone, so it does not count; give the profile the scope System';
    return failure([{ file: personal, key: '', reason }]);
  }
  const list = parse(bytes.value);
  if (!list.ok) return failure([{ file, key: '', reason: list.error }]);
  const settings = isJsonObject(list.value)
    ? Object.fromEntries(
        Object.entries(list.value).filter(([name]) => !PROFILE_METADATA_KEY.test(name)),
      )
    : list.value;
  const data = checkConfigData(file, settings);
  // As a policy (`isPolicy`) it may name other files by absolute paths only.
  return data.ok ? success({ file, data: data.value, isManaged: true, isPolicy: true }) : data;
}
