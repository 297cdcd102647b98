import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Folders of systemd's configuration; of two files of one name that of the first folder counts
 * (journald.conf(5)).
 */
const FOLDERS = ['etc/systemd', 'run/systemd', 'usr/local/lib/systemd', 'usr/lib/systemd'];
const NAME = 'journald.conf';

/** The settings of journald's rate limit; a value of 0 in either turns it off. */
const SETTING = /^(RateLimitBurst|RateLimitInterval(?:Sec)?)\s*=\s*(.*)$/;
const ZERO = /^0+(?:\.0+)?\s*[a-zµ]*$/i;

/**
 * Says by which setting journald may drop lines of the system's log, where its rate limit is on;
 * null where it is off, or where the log is not journald's. The person who logs in can use that
 * limit up (docs/audit.md).
 *
 * @param root the folder of the system
 */
export function journalLimit(root = '/'): string | null {
  if (!isJournal(root)) return null;
  const settings = new Map<string, string>();
  for (const file of configurationFiles(root)) readSettings(file, settings);
  const shown = Array.from(settings, ([name, value]) => `${name}=${value}`);
  if (Array.from(settings.values()).some((value) => ZERO.test(value))) return null;
  return `the rate limit of journald is on (${shown.length === 0 ? 'by default' : shown.join(', ')})`;
}

/** Whether the socket of the log is journald's. */
function isJournal(root: string): boolean {
  try {
    const journal = join(realpathSync(root), 'run/systemd/journal') + sep;
    return realpathSync(join(root, 'dev/log')).startsWith(journal);
  } catch {
    return false;
  }
}

/** The main file, then drop-ins by their names, as systemd reads them: the last value counts. */
function configurationFiles(root: string): readonly string[] {
  const main = FOLDERS.map((folder) => join(root, folder, NAME)).find(
    (file) => contentOf(file) !== null,
  );
  const dropIns = new Map<string, string>();
  for (const folder of FOLDERS.map((parent) => join(root, parent, `${NAME}.d`)))
    for (const name of namesIn(folder))
      if (name.endsWith('.conf') && !dropIns.has(name)) dropIns.set(name, join(folder, name));
  const names = Array.from(dropIns.keys()).sort();
  return [main, ...names.map((name) => dropIns.get(name))].filter((file) => file !== undefined);
}

function readSettings(file: string, settings: Map<string, string>): void {
  let section = '';
  for (const line of (contentOf(file) ?? '').split('\n').map((text) => text.trim())) {
    if (line.startsWith('[')) section = line;
    const [, name = '', value = ''] = SETTING.exec(line) ?? [];
    if (name === '' || section !== '[Journal]') continue;
    // The name without "Sec" is the older one of the same setting.
    settings.set(name === 'RateLimitInterval' ? 'RateLimitIntervalSec' : name, value);
  }
}

/** A file that cannot be read says nothing: the limit counts as journald's default. */
function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
