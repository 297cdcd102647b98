import type { Program } from '../../lab/child-program.ts';
import { asSandboxUser } from '../../lab/electron-runtime.ts';
import { unreachable, type HereOptions } from '../support/bench/here.ts';
import type { Place } from '../support/bench/login.ts';
import { unreachableConfig } from './packaged-app.ts';

/**
 * A package as a place of logins. An installed build speaks https only, unless root's file says
 * otherwise: the service is unreachable, and each allowed login is allowed by the policy for that
 * (`ALLOWING`).
 *
 * @param launcher the package's own
 * @param frontend where the person answers, as in `here`
 */
export const packageAt = (
  launcher: () => string,
  frontend?: readonly string[],
): Place<Program, HereOptions> =>
  unreachable({
    config: ({ login }) => unreachableConfig(login),
    launcher: () => asSandboxUser([launcher()]),
    ...(frontend === undefined ? {} : { frontend }),
  });

/** A configuration that lets in while the service is unreachable. */
export const ALLOWING = { login: { failMode: 'allow-when-unreachable' } };
