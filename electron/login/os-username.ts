import { failure, success, type Result } from '../../shared/result.ts';
import { accountName } from '../os/account.ts';
import type { SystemFault, SystemStart, WindowsSystem } from '../os/windows/ask-system.ts';
import { readSid } from '../os/windows/security-descriptor.ts';

/** SIDs of people begin with S-1-5-21 (computer or domain) or S-1-12-1 (Entra ID). */
const SID_OF_PERSON = /^S-1-(?:5-21|12-1)-/;
const DOMAIN_AND_USER = /^[^\p{Cc}\\]+\\[^\p{Cc}\\]+$/u;
const PRINCIPAL_NAME = /^[^\p{Cc}\s@\\]+@[^\p{Cc}\s@\\]+$/u;

/**
 * The username: on Windows from the logon token, elsewhere from the user id. A failure says why
 * there is none.
 *
 * @param start what Windows said about the account at the start; null on other systems
 * @param form `login.windowsUsername`
 * @param upn asks Windows for the user principal name; called for the form `upn` only
 */
// SECURITY: SEC-63 ignore environment variables: the person could choose another account.
export function osUsername(
  start: Result<Pick<SystemStart, 'user'>, SystemFault> | null,
  form: 'domain' | 'upn',
  upn: WindowsSystem['upn'],
): Result<string, string> {
  if (start === null) return accountName();
  if (!start.ok) return failure(reasonOf(start.error));
  const { sid, account } = start.value.user;
  if (!SID_OF_PERSON.test(readSid(sid) ?? ''))
    return failure('the user of Windows is no person (a service?)');
  if (form === 'domain') {
    return DOMAIN_AND_USER.test(account)
      ? success(account)
      : failure('Windows names its user in another form');
  }
  const answer = upn();
  if (!answer.ok) return failure(reasonOf(answer.error));
  const { user, upn: principalName } = answer.value;
  // The name must be of the user that the token named.
  if (user.sid !== sid) return failure('Windows named two users; try again');
  if (principalName === null)
    return failure('the user of Windows has no user principal name; set it to "domain"');
  return PRINCIPAL_NAME.test(principalName)
    ? success(principalName)
    : failure('Windows names its user in another form');
}

function reasonOf({ program, reason }: SystemFault): string {
  return `${program} ${reason}`;
}
