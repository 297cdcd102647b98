import { hostname, release, type } from 'node:os';
import type { Config } from '../../shared/config/config-schema.ts';
import { isSameUsername } from '../../shared/login/input/username.ts';
import type { CallerDetails } from './caller-details.ts';
import type { StartContext } from '../service/service-client.ts';

/**
 * Data for init (docs/configuration.md). Never looks up a public address. The caller's values have
 * precedence for the person that the caller named.
 */
export function startContextFor(
  { params, login }: Pick<Config, 'params' | 'login'>,
  version: string,
  details: CallerDetails | null,
): (username: string) => StartContext {
  const configured: StartContext = {
    appVer: version,
    hostName: params.hostName ? hostname() : null,
    os: params.os ? `${type()} ${release()}` : null,
    userIP: params.userIP,
    userPhone: login.userPhone,
    userEmail: login.userEmail,
    logoutUrl: params.logoutUrl,
  };
  return (username) => {
    // SECURITY: SEC-41 never send one person's address for another.
    if (details === null || !isSameUsername(username, details.username)) return configured;
    return {
      ...configured,
      userIP: details.userIP ?? configured.userIP,
      userPhone: details.userPhone ?? configured.userPhone,
      userEmail: details.userEmail ?? configured.userEmail,
    };
  };
}
