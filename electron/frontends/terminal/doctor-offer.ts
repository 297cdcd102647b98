import { ERROR_CATALOG } from '../../../shared/outcomes/error-catalog.ts';
import type { LoginView } from '../../../shared/login/view/login-view.ts';
import type { RefusedOutcome } from '../../../shared/outcomes/outcomes.ts';

/** The network or configuration may be the cause. */
const OUTCOMES: readonly RefusedOutcome[] = ['unreachable', 'misconfigured', 'protocol'];
/** Needs no quotes in any shell. */
const PLAIN = /^[\w./+,:@%-]+$/;

/** Whether the doctor may find the cause. A proxy login is a question instead. */
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
