import { parseInit } from '../../shared/service/answers.ts';
import type { ServiceException } from '../../shared/service/service-failure.ts';
import type { AnswerReading } from './read-answer.ts';

/** An application's type in the console of the service (specification 1); `unknown` if the answers do not show it. */
export type ApplicationType = 'promptless' | 'prompt-capable' | 'unknown';

/** Parameters of methodSSH (specification 4.3). A service that reports one of them missing accepts the call. */
const OF_METHOD_SSH: readonly (string | null)[] = ['tid', 'method'];

/**
 * The application's type, from two calls that start no transaction: init without a username, and methodSSH without a
 * transaction. Only promptless applications may call methodSSH. The order in which a service reports missing
 * parameters is not published, so a missing username fits either type. An unclear answer gives `unknown`.
 */
export function applicationTypeOf(init: AnswerReading, methodSsh: AnswerReading): ApplicationType {
  if ([init, methodSsh].some((reading) => missedField(reading) === 'callbackUrl')) return 'prompt-capable';
  const outcome = typeByOutcome(init);
  if (outcome !== 'unknown') return outcome;
  const exception = exceptionOf(methodSsh);
  if (OF_METHOD_SSH.includes(missedField(methodSsh))) return 'promptless';
  return exception?.exception === 'TransactionIdExpiredException' ? 'promptless' : 'unknown';
}

/** The type from an init that succeeds without a username: an address alone is prompt-capable, a status promptless. */
function typeByOutcome(init: AnswerReading): ApplicationType {
  if (init.kind !== 'service' || init.opened?.kind !== 'ok') return 'unknown';
  const started = parseInit(init.opened.result);
  if (!started.ok) return 'unknown';
  return started.value.status === 'prompt-flow' ? 'prompt-capable' : 'promptless';
}

/** The parameter that an answer reports missing; null for any other answer. */
export function missedField(reading: AnswerReading): string | null {
  const exception = exceptionOf(reading);
  return exception?.exception === 'MissingFieldException' ? exception.field : null;
}

function exceptionOf(reading: AnswerReading): ServiceException | null {
  return reading.kind === 'service' && reading.opened?.kind === 'exception' ? reading.opened.exception : null;
}
