import { homedir, userInfo } from 'node:os';
import { failure, success, type Result } from '../../shared/result.ts';

/**
 * The name of this process's account, by its number: no variable counts. A failure says that there is none now, because
 * a directory that names the accounts may be out of reach. `lookUp` throws without an entry in the user database.
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

/** Of `HOME`, else of the user database; null without either. */
export function homeFolder(): string | null {
  try {
    return homedir();
  } catch {
    return null;
  }
}
