import { failure, success, type Result } from '../../result.ts';

export type UsernameProblem = 'empty' | 'too-long' | 'unusable-characters';

/** In code points. The specification has no limit; directories allow 256 at most. */
export const MAX_USERNAME_LENGTH = 256;

/** Trims a username, and refuses characters with which one name could look like another. */
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
 * Compares usernames after Unicode NFC, without case (docs/decisions/0020). `ß` and `ss` stay
 * different.
 *
 * @param domains `DOMAIN\name` and `name@domain` equal `name` (`login.usernameDomains`)
 */
export function isSameUsername(
  left: string,
  right: string,
  domains: readonly string[] = [],
): boolean {
  const listed = new Set(domains.map(fold));
  return withoutDomain(fold(left), listed) === withoutDomain(fold(right), listed);
}

/**
 * The name without its listed domain. A name with two listed domains stays whole, because what is
 * left without both may name another person.
 */
function withoutDomain(name: string, listed: ReadonlySet<string>): string {
  const { bare, hasDomain } = splitDomain(name, listed);
  return hasDomain && !splitDomain(bare, listed).hasDomain ? bare : name;
}

function splitDomain(
  name: string,
  listed: ReadonlySet<string>,
): Readonly<{ bare: string; hasDomain: boolean }> {
  const backslashAt = name.indexOf('\\');
  // SECURITY: SEC-40 remove only an exactly listed domain, and never a whole name.
  if (backslashAt > 0 && backslashAt < name.length - 1 && listed.has(name.slice(0, backslashAt))) {
    return { bare: name.slice(backslashAt + 1), hasDomain: true };
  }
  const at = name.lastIndexOf('@');
  if (at > 0 && listed.has(name.slice(at + 1))) return { bare: name.slice(0, at), hasDomain: true };
  return { bare: name, hasDomain: false };
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}
