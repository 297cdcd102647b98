import { parseInit } from '../../shared/service/answers.ts';
import type { ServiceException } from '../../shared/service/service-failure.ts';
import type { AnswerReading } from './read-answer.ts';

/** The type that an application has in the console of the service (specification 1), as far as its answers tell it. */
export type ApplicationType = 'promptless' | 'prompt-capable' | 'unknown';

/** Parameters of methodSSH (specification 4.3): only a service that accepts the call can report one missing. */
const OF_METHOD_SSH: readonly (string | null)[] = ['tid', 'method'];

/**
 * The application's type, as two calls that start no transaction reveal it: init without a username, and methodSSH,
 * which only promptless applications may call, without a transaction. The order in which a service reports missing
 * parameters is not published: a missing username fits either type. An unclear answer is `unknown`.
 */
export function applicationTypeOf(init: AnswerReading, methodSsh: AnswerReading): ApplicationType {
  if ([init, methodSsh].some((reading) => missedField(reading) === 'callbackUrl')) return 'prompt-capable';
  const outcome = typeByOutcome(init);
  if (outcome !== 'unknown') return outcome;
  const exception = exceptionOf(methodSsh);
  if (OF_METHOD_SSH.includes(missedField(methodSsh))) return 'promptless';
  return exception?.exception === 'TransactionIdExpiredException' ? 'promptless' : 'unknown';
}

/** The type by an init that succeeds without a username: with an address alone, or with a status. */
function typeByOutcome(init: AnswerReading): ApplicationType {
  if (init.kind !== 'service' || init.opened?.kind !== 'ok') return 'unknown';
  const started = parseInit(init.opened.result);
  if (!started.ok) return 'unknown';
  return started.value.status === 'prompt-flow' ? 'prompt-capable' : 'promptless';
}

/** The parameter that an answer says is missing; null where it says something else. */
export function missedField(reading: AnswerReading): string | null {
  const exception = exceptionOf(reading);
  return exception?.exception === 'MissingFieldException' ? exception.field : null;
}

function exceptionOf(reading: AnswerReading): ServiceException | null {
  return reading.kind === 'service' && reading.opened?.kind === 'exception' ? reading.opened.exception : null;
}
