import { failure, success, type Result } from '../result.ts';
import type { UsernameProblem } from './login-view.ts';

/** Longest username that is sent, in code points. The specification gives no limit; directories stop at 256. */
export const MAX_USERNAME_LENGTH = 256;

/**
 * Checks what the person typed as a username and gives back what is sent: without surrounding white space,
 * otherwise as typed. Letters of every script and emoji are allowed; control characters, bidirectional
 * overrides, line separators, invisible fillers and lone surrogates are not: they would let one name look like another.
 */
export function parseUsername(typed: string): Result<string, UsernameProblem> {
  const name = typed.trim();
  if (name === '') return failure('empty');
  if (Array.from(name).length > MAX_USERNAME_LENGTH) return failure('too-long');
  if (
    /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u3164\uffa0\ufff9-\ufffb\u{e0000}-\u{e007f}]/u.test(
      name,
    )
  ) {
    return failure('unusable-characters');
  }
  return success(name);
}

/**
 * Whether two spellings name the same person: equal after Unicode NFC and without case (docs/architecture.md). Nothing
 * looser: `ß` and `ss` stay different.
 */
export function isSameUsername(left: string, right: string): boolean {
  return fold(left) === fold(right);
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}
