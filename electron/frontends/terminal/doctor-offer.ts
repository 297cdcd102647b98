import { ERROR_CATALOG } from '../../../shared/outcomes/error-catalog.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import type { RefusedOutcome } from '../../../shared/outcomes/outcomes.ts';

/** Outcomes that the network or the configuration may cause. */
const OUTCOMES: readonly RefusedOutcome[] = ['unreachable', 'misconfigured', 'protocol'];
/** Needs no quotes in any shell. */
const PLAIN = /^[\w./+,:@%-]+$/;

/** Whether `gatehouse doctor` may find the cause of a failure. A proxy's request for a login is not a failure. */
export function isForDoctor(view: LoginView): boolean {
  if (view.screen !== 'failed' || view.proxy !== null) return false;
  return OUTCOMES.includes(ERROR_CATALOG[view.code].outcome);
}

/** @param config path as given; null for the default lookup */
export function doctorCommand(config: string | null): string {
  const command = 'gatehouse doctor';
  if (config === null) return command;
  const word = PLAIN.test(config) ? config : `'${config.replaceAll("'", String.raw`'\''`)}'`;
  return `${command} --config ${word}`;
}
