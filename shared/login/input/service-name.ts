import { failure, success, type Result } from '../../result.ts';
import { isSameUsername } from './username.ts';

/**
 * The name under which the service knows an account (`login.names`). Without a table it is the
 * account's own.
 *
 * @param ignoresCase whether the system takes names of accounts in another case for the same, as
 *   Windows does
 * @returns a failure that is a reason for the key `login.names`; it names nobody, because logs have
 *   it
 */
// SECURITY: SEC-119 an account outside the table gets no name: its own may be another person's at
// the service.
export function serviceName(
  names: Readonly<Record<string, string>>,
  account: string,
  ignoresCase: boolean,
): Result<string, string> {
  const entries = Object.entries(names);
  if (entries.length === 0) return success(account);
  const isAccount = (listed: string): boolean =>
    ignoresCase ? isSameUsername(listed, account) : listed === account;
  const [found, ...others] = entries.filter(([listed]) => isAccount(listed));
  if (found === undefined)
    return failure('has no name for this account; add it there, or leave the key out');
  if (others.length > 0) return failure('has more than one name for this account; leave one there');
  return success(found[1]);
}
