import { failure, success, type Result } from '../../shared/result.ts';

/**
 * The username to begin with (docs/configuration.md): asked for (prefilled by `--user`, else remembered), the operating
 * system's, or given.
 *
 * @param osName the user of the operating system; empty where that does not count
 * @returns the reason where `--user` is missing or refused: a usage error
 */
export function firstUsername(
  mode: 'ask' | 'os' | 'given',
  given: string | null,
  remembered: string,
  osName: string,
): Result<string, string> {
  if (mode === 'os') {
    if (given !== null) return failure("--user is refused, because the username is the operating system's");
    return success(osName);
  }
  if (mode === 'given' && given === null)
    return failure('--user is required, because the username is to be given');
  return success(given ?? remembered);
}
