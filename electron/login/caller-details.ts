import type { Config } from '../../shared/config/config-schema.ts';
import type { Arguments } from '../../shared/command-line/arguments.ts';
import { DETAILS } from '../../shared/command-line/parse-arguments.ts';
import { failure, success, type Result } from '../../shared/result.ts';

export type CallerDetails = Readonly<{
  username: string;
  userEmail: string | null;
  userPhone: string | null;
  userIP: string | null;
}>;

/** Reads `--user-email`, `--user-phone` and `--user-ip` (docs/command-line.md). Null without them. */
export function callerDetails(
  options: Pick<Arguments, 'user' | 'userEmail' | 'userPhone' | 'userIp'>,
  allowed: Config['login']['details'],
): Result<CallerDetails | null, string> {
  const { user, userEmail, userPhone, userIp } = options;
  const [givenOption] = DETAILS.find(([, key]) => options[key] !== null) ?? [];
  if (givenOption === undefined) return success(null);
  // SECURITY: SEC-41 the administrator decides whether the caller may set the person's addresses.
  if (allowed !== 'caller') {
    return failure(
      `${givenOption} is refused, because "login.details" in the configuration is "config": leave it out, or let an administrator set "caller" there`,
    );
  }
  if (user === null)
    return failure(`${givenOption} is refused without --user: name the person that it belongs to`);
  return success({ username: user.trim(), userEmail, userPhone, userIP: userIp });
}
