import { lstatSync } from 'node:fs';
import { isPlain } from '../../shared/config/config-entry.ts';
import { failure, success, type Result } from '../../shared/result.ts';
import { checkConfigData } from './check-config-data.ts';
import { ROOTS } from './managed-file-trust.ts';
import type { ExaminedFile } from './read-config-file.ts';
import { readPlainFile } from './read-plain-file.ts';

/** The managed preferences of macOS: what a configuration profile says, as macOS writes it down (docs/configuration.md). */
export type ManagedPreferences = Readonly<{
  /** Those of the computer. */
  file: string;
  /** Those of the person alone. */
  personal: string;
  /** @returns what the list says, or the reason why it cannot be read */
  parse: (bytes: Buffer) => Result<unknown, string>;
}>;

/** What macOS writes beside our keys: the profile's own. */
const OF_THE_PROFILE = /^Payload[A-Z]/;

/**
 * Reads and checks the managed preferences as the managed file is: owned by root, in folders of root's, no link.
 * Those of the person alone never count, because people may give themselves a profile. Where there are no others,
 * nothing starts: an administrator may believe that they count.
 */
// SECURITY: SEC-24 only what root wrote for the whole computer manages it.
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
