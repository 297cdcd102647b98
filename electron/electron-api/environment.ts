import { app } from 'electron';
import type { UsageError } from '../../shared/command-line/arguments.ts';
import { isOursAlone } from '../os/posix-access.ts';

/**
 * Variables that have Node run code that another program compiled, GTK and GLib load libraries, or Chromium write down
 * the keys of TLS connections. A login does not need them. Variables that the system itself reads before our first line
 * (`LD_PRELOAD` and its like) are not in our hands (docs/security.md).
 */
const INJECTIONS = [
  'NODE_COMPILE_CACHE',
  'GTK_MODULES',
  'GTK3_MODULES',
  'GTK_PATH',
  'GTK_EXE_PREFIX',
  'GTK_IM_MODULE_FILE',
  'GDK_PIXBUF_MODULE_FILE',
  'GDK_PIXBUF_MODULEDIR',
  'GIO_MODULE_DIR',
  'GIO_EXTRA_MODULES',
  'SSLKEYLOGFILE',
] as const;

// Node has acted on it by now.
const compileCache = process.env['NODE_COMPILE_CACHE'] ?? '';

/** Takes them out of this process and of all that it starts. Call it before Chromium makes its network and its window. */
// SECURITY: SEC-42 no variable brings foreign code into main, or the keys of a connection out of it.
export function forgetInjections(): void {
  for (const name of INJECTIONS) Reflect.deleteProperty(process.env, name);
}

/**
 * Checks for dangers from the environment: effects before our first line, and data that is not ours alone.
 *
 * @param isPrinted the command only prints: it has no page that a sandbox would hold, and keeps no data
 * @returns the variable or folder at fault, and the reason not to start; null where all is well
 */
// SECURITY: SEC-42 no variable turns the sandbox off, runs other code or names the data of another account.
export function weakenedBy(isPrinted: boolean): UsageError | null {
  // The command line was looked at before: then it was the environment.
  if (!isPrinted && app.commandLine.hasSwitch('no-sandbox'))
    return { argument: 'ELECTRON_DISABLE_SANDBOX', reason: 'would turn the sandbox off: unset it' };
  if (compileCache !== '')
    return { argument: 'NODE_COMPILE_CACHE', reason: 'would run code of others: unset it' };
  if (isPrinted) return null;
  const folder = app.getPath('userData');
  return isOursAlone(folder)
    ? null
    : {
        argument: folder,
        reason: 'belongs to another user, or others may write to it (chmod go-w): not taken for your data',
      };
}
