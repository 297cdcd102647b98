import { failure, success, type Result } from '../../shared/result.ts';

/** The initial username (docs/configuration.md). `osName` is empty unless the mode is `os`. */
export function firstUsername(
  mode: 'ask' | 'os' | 'given',
  given: string | null,
  remembered: string,
  osName: string,
): Result<string, string> {
  if (mode === 'os') {
    if (given !== null)
      return failure("--user is refused, because the username is the operating system's");
    return success(osName);
  }
  if (mode === 'given' && given === null)
    return failure('--user is required, because the username is to be given');
  return success(given ?? remembered);
}
