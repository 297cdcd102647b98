import type { Config } from '../../shared/config/config-schema.ts';
import { serviceName } from '../../shared/login/input/service-name.ts';
import type { Result } from '../../shared/result.ts';
import { processClock } from '../os/clock.ts';
import { systemLogFault } from '../os/log-program.ts';
import { writeToSystemLog } from '../os/system-log.ts';
import { auditor, type AuditFacts } from '../verdict/audit.ts';
import type { VerdictExit } from '../verdict/verdict-exit.ts';
import { printMessage } from './print-message.ts';

type AuditedLogin = Readonly<{
  config: Config;
  /** The name of the account that logs in; a failure counts as none. */
  account: () => Result<string, string>;
  /** When the login began, in milliseconds of `processClock`. */
  startedAtMs: number;
}>;

/** From now on each verdict goes to the system's log, if the configuration says so (docs/audit.md). */
export function prepareAudit(exit: VerdictExit, login: AuditedLogin): void {
  const { audit } = login.config;
  if (audit === 'off') return;
  exit.setAudit(
    auditor({
      isRequired: audit === 'required',
      factsOf: ({ username }) => factsOf(login, username),
      write: writeToSystemLog,
      print: printMessage,
    }),
  );
}

/**
 * Why nobody could be let in, before the person is asked: a required log that cannot be written.
 * Null without a fault.
 */
export function auditFault({ audit }: Pick<Config, 'audit'>): string | null {
  const fault = audit === 'required' ? systemLogFault() : null;
  return fault === null
    ? null
    : `the system's log cannot be written: ${fault}; "audit" in the configuration is "required"`;
}

/** @param typed the verdict's name, which is the one that was sent if a person typed it */
function factsOf({ config, account, startedAtMs }: AuditedLogin, typed: string | null): AuditFacts {
  const { username, names } = config.login;
  const found = account();
  const name = found.ok ? serviceName(names, found.value, process.platform === 'win32') : found;
  const sent = name.ok ? name.value : null;
  return {
    uid: process.geteuid?.() ?? null,
    account: found.ok ? found.value : null,
    name: username === 'ask' ? typed : sent,
    audience: config.gate.audience,
    seconds: (processClock.nowMs() - startedAtMs) / 1000,
  };
}
