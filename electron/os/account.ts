import { homedir, userInfo } from 'node:os';
import { failure, success, type Result } from '../../shared/result.ts';

/**
 * The name of this process's account, looked up by its number; no environment variable counts. A
 * failure says that the account has no name now: a directory that names it may be out of reach.
 * `lookUp` throws if the user database has no entry.
 */
export function accountName(
  lookUp: () => Readonly<{ username: string }> = userInfo,
): Result<string, string> {
  try {
    return success(lookUp().username);
  } catch {
    const number = String(process.geteuid?.() ?? 'unknown');
    return failure(
      `this account (number ${number}) has no name now: the user database has no entry, or the directory that names it is out of reach`,
    );
  }
}

/** The home folder that `HOME` names, or else the user database; null if neither does. */
export function homeFolder(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}
