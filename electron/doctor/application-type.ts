import { parseInit } from '../../shared/service/answers.ts';
import type { ServiceException } from '../../shared/faults/service-failure.ts';
import type { Reading } from './read-answer.ts';

/** The type that an application has in the console of the service (specification 1), as far as its answers tell it. */
export type ApplicationType = 'promptless' | 'prompt-capable' | 'unknown';

/** Of methodSSH (specification 4.3): what only a service that goes into the call can miss. */
const OF_METHOD_SSH: readonly (string | null)[] = ['tid', 'method'];

/**
 * What two calls that start no transaction tell of the type. Init is asked without a username, and methodSSH, which
 * promptless applications alone may call, without a transaction. Which parameter a service misses first is not
 * published: whoever misses the username may be of either type, and what is not clear stays unknown.
 */
export function applicationTypeOf(init: Reading, methodSsh: Reading): ApplicationType {
  if ([init, methodSsh].some((reading) => missedField(reading) === 'callbackUrl')) return 'prompt-capable';
  const outcome = typeByOutcome(init);
  if (outcome !== 'unknown') return outcome;
  const exception = exceptionOf(methodSsh);
  if (OF_METHOD_SSH.includes(missedField(methodSsh))) return 'promptless';
  return exception?.exception === 'TransactionIdExpiredException' ? 'promptless' : 'unknown';
}

/** A service that answers although it was told nobody's name: an address alone, or a status. */
function typeByOutcome(init: Reading): ApplicationType {
  if (init.kind !== 'service' || init.opened?.kind !== 'ok') return 'unknown';
  const started = parseInit(init.opened.result);
  if (!started.ok) return 'unknown';
  return started.value.status === 'prompt-flow' ? 'prompt-capable' : 'promptless';
}

/** The parameter that an answer says is missing; null where it says something else. */
export function missedField(reading: Reading): string | null {
  const exception = exceptionOf(reading);
  return exception?.exception === 'MissingFieldException' ? exception.field : null;
}

function exceptionOf(reading: Reading): ServiceException | null {
  return reading.kind === 'service' && reading.opened?.kind === 'exception' ? reading.opened.exception : null;
}
