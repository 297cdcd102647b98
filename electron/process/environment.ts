import { isAbsolute } from 'node:path';
import type { UsageError } from '../../shared/command-line/arguments.ts';
import type { Result } from '../../shared/result.ts';
import { isOursAlone, isOursOrRoots } from '../os/posix-access.ts';

/** Variables that Node and the C library use before our first line. */
const EARLY_VARIABLES = ['NODE_COMPILE_CACHE', 'GCONV_PATH'] as const;

/**
 * Variables that make Node, GTK or GLib load foreign code, or Chromium log TLS keys. `LD_PRELOAD`
 * acts earlier (docs/security.md).
 */
const INJECTIONS = [
  ...EARLY_VARIABLES,
  'GTK_MODULES',
  'GTK3_MODULES',
  'GTK_PATH',
  'GTK_EXE_PREFIX',
  'GTK_DATA_PREFIX',
  'GTK_IM_MODULE_FILE',
  'GDK_PIXBUF_MODULE_FILE',
  'GDK_PIXBUF_MODULEDIR',
  'GIO_MODULE_DIR',
  'GIO_EXTRA_MODULES',
  'SSLKEYLOGFILE',
] as const;

/**
 * Variables with a list of folders. Settings, themes or NSS modules in these folders name code to
 * load.
 */
const FOLDER_LISTS = ['XDG_CONFIG_DIRS', 'XDG_DATA_DIRS'] as const;
/** Variables with one folder, in which settings, themes or NSS modules name code to load, too. */
const HOMES = ['HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_HOME'] as const;

// Found while this module loads, because `forgetInjections` deletes the variable.
const earlyVariable = EARLY_VARIABLES.find((name) => (process.env[name] ?? '') !== '');

/** Call before Chromium creates its network and window. */
// SECURITY: SEC-42 no variable brings foreign code into main or children, or reveals a connection's
// keys.
export function forgetInjections(): void {
  for (const name of INJECTIONS) Reflect.deleteProperty(process.env, name);
  for (const name of FOLDER_LISTS) {
    // The XDG Base Directory Specification says to ignore relative paths.
    const folders = process.env[name]
      ?.split(':')
      .filter((folder) => isAbsolute(folder) && isOursOrRoots(folder));
    if (folders !== undefined) process.env[name] = folders.join(':');
  }
}

export type StartFacts = Readonly<{
  /** The command opens no page and stores no data. */
  isPrintOnly: boolean;
  /**
   * Chromium has the switch `--no-sandbox`. With a command that does more than print, the command
   * line cannot have set it, because the entry has refused that already: so the variable
   * ELECTRON_DISABLE_SANDBOX did.
   */
  isSandboxOff: boolean;
  /**
   * Finds the folder of this program's own data, and makes it; a failure is for the command to
   * report.
   */
  dataFolder: () => Result<string, unknown>;
}>;

/** Reports a danger that `forgetInjections` leaves: a variable, or a folder. Null without one. */
// SECURITY: SEC-42 no variable turns the sandbox off, runs foreign code or selects another
// account's data.
export function weakenedBy({
  isPrintOnly,
  isSandboxOff,
  dataFolder,
}: StartFacts): UsageError | null {
  if (!isPrintOnly && isSandboxOff)
    return { argument: 'ELECTRON_DISABLE_SANDBOX', reason: 'would turn the sandbox off: unset it' };
  if (earlyVariable !== undefined)
    return { argument: earlyVariable, reason: 'would run code of others: unset it' };
  if (isPrintOnly) return null;
  const folder = dataFolder();
  if (folder.ok && !isOursAlone(folder.value)) return foreign(folder.value);
  // A home may be root's, who could run any code anyway. Our own data, in the folder above, must be
  // ours alone.
  const homes = HOMES.map((name) => process.env[name] ?? '').filter((home) => home !== '');
  const foreignHome = homes.find((home) => !isOursOrRoots(home));
  return foreignHome === undefined ? null : foreign(foreignHome);
}

function foreign(folder: string): UsageError {
  return {
    argument: folder,
    reason:
      'belongs to another user, or others may write to it (chmod go-w): not taken for your data',
  };
}
