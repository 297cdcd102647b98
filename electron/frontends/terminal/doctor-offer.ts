import { ERROR_CATALOG } from '../../../shared/outcomes/error-catalog.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import type { RefusedOutcome } from '../../../shared/outcomes/outcomes.ts';

/** Outcomes that the network or the configuration may cause. */
const OUTCOMES: readonly RefusedOutcome[] = ['unreachable', 'misconfigured', 'protocol'];
/** A path that needs no quotes in any shell. */
const PLAIN_PATH = /^[\w./+,:@%-]+$/;

/**
 * Whether `gatehouse doctor` may find the cause of a failure. A proxy's request for a login is not
 * a failure.
 */
export function isForDoctor(view: LoginView): boolean {
  if (view.screen !== 'failed' || view.proxy !== null) return false;
  return OUTCOMES.includes(ERROR_CATALOG[view.code].outcome);
}

/** @param config the path as the caller gave it; null if Gatehouse finds its files itself */
export function doctorCommand(config: string | null): string {
  const command = 'gatehouse doctor';
  if (config === null) return command;
  const quotedPath = PLAIN_PATH.test(config)
    ? config
    : `'${config.replaceAll("'", String.raw`'\''`)}'`;
  return `${command} --config ${quotedPath}`;
}
