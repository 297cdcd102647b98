import { isAbsolute, join } from 'node:path';
import { failure, success, type Result } from '../../../shared/result.ts';

type Environment = Record<string, string | undefined>;

/** Variables of the XDG Base Directory Specification that name one folder, not a list of folders. */
const FOLDERS = [
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_RUNTIME_DIR',
  'XDG_STATE_HOME',
] as const;

/**
 * Removes relative paths, as the specification says: each working folder would have data of its
 * own.
 */
export function forgetRelativeFolders(environment: Environment): void {
  for (const name of FOLDERS) {
    const folder = environment[name];
    if (folder !== undefined && !isAbsolute(folder)) Reflect.deleteProperty(environment, name);
  }
}

/**
 * The folder of a person's settings, `XDG_CONFIG_HOME` or `~/.config`, which need not exist. A
 * failure says why there is none; Chromium itself would then take `/tmp/.config`, which every
 * account may make.
 */
export function configHome({
  XDG_CONFIG_HOME: configured = '',
  HOME: home = '',
}: Environment): Result<string, string> {
  if (isAbsolute(configured)) return success(configured);
  if (home === '') return failure('HOME is not set');
  return isAbsolute(home) ? success(join(home, '.config')) : failure('HOME is no absolute path');
}
