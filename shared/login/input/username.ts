import { failure, success, type Result } from '../../result.ts';

/** Why a typed name is not sent. */
export type UsernameProblem = 'empty' | 'too-long' | 'unusable-characters';

/** Longest username that is sent, in code points. The specification gives no limit; directories stop at 256. */
export const MAX_USERNAME_LENGTH = 256;

/**
 * Checks a typed username and returns the name to send: without surrounding white space, otherwise as typed. Letters of
 * every script and emoji are allowed; control characters, bidirectional overrides, line separators, invisible fillers
 * and lone surrogates are not: they would let one name look like another.
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
 * Whether two spellings name the same person: equal after Unicode NFC and without case (docs/decisions/0002). No looser
 * comparison: `ß` and `ss` stay different.
 *
 * @param domains those that a name may have or lack (`login.usernameDomains`): `DOMAIN\name` and `name@domain` are
 *   `name`. Every other domain is a part of the name.
 */
export function isSameUsername(left: string, right: string, domains: readonly string[] = []): boolean {
  const listed = new Set(domains.map(fold));
  return withoutDomain(fold(left), listed) === withoutDomain(fold(right), listed);
}

/**
 * A folded name without its one listed domain. A name with two listed domains stays as it is: either may be a part of
 * the name, and the rest may be another person's name.
 */
function withoutDomain(name: string, listed: ReadonlySet<string>): string {
  const { bare, hasDomain } = splitDomain(name, listed);
  return hasDomain && !splitDomain(bare, listed).hasDomain ? bare : name;
}

function splitDomain(
  name: string,
  listed: ReadonlySet<string>,
): Readonly<{ bare: string; hasDomain: boolean }> {
  const before = name.indexOf('\\');
  // SECURITY: SEC-40 a domain is left out only where it is listed, letter by letter, and never all of a name.
  if (before > 0 && before < name.length - 1 && listed.has(name.slice(0, before))) {
    return { bare: name.slice(before + 1), hasDomain: true };
  }
  const at = name.lastIndexOf('@');
  if (at > 0 && listed.has(name.slice(at + 1))) return { bare: name.slice(0, at), hasDomain: true };
  return { bare: name, hasDomain: false };
}

function fold(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC');
}
