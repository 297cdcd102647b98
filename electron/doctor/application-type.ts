import { parseInit } from '../../shared/service/answers.ts';
import type { ServiceException } from '../../shared/service/service-failure.ts';
import type { AnswerReading } from './read-answer.ts';

/** An application's type in the service's console (specification 1). */
export type ApplicationType = 'promptless' | 'prompt-capable' | 'unknown';

/** Parameters of methodSSH (specification 4.3). A service that reports one as missing accepts the call. */
const OF_METHOD_SSH: readonly (string | null)[] = ['tid', 'method'];

/**
 * Judges init without a username and methodSSH without a transaction, which start no transaction. Only promptless
 * applications may call methodSSH. A missing username fits either type: services check parameters in any order.
 */
export function applicationTypeOf(init: AnswerReading, methodSsh: AnswerReading): ApplicationType {
  if ([init, methodSsh].some((reading) => missedField(reading) === 'callbackUrl'))
    return 'prompt-capable';
  const outcome = typeByOutcome(init);
  if (outcome !== 'unknown') return outcome;
  const exception = exceptionOf(methodSsh);
  if (OF_METHOD_SSH.includes(missedField(methodSsh))) return 'promptless';
  return exception?.exception === 'TransactionIdExpiredException' ? 'promptless' : 'unknown';
}

/** Without a username, init may return an address (prompt-capable) or a status (promptless). */
function typeByOutcome(init: AnswerReading): ApplicationType {
  if (init.kind !== 'service' || init.opened?.kind !== 'ok') return 'unknown';
  const started = parseInit(init.opened.result);
  if (!started.ok) return 'unknown';
  return started.value.status === 'prompt-flow' ? 'prompt-capable' : 'promptless';
}

/** Null if the answer reports no missing parameter. */
export function missedField(reading: AnswerReading): string | null {
  const exception = exceptionOf(reading);
  return exception?.exception === 'MissingFieldException' ? exception.field : null;
}

function exceptionOf(reading: AnswerReading): ServiceException | null {
  return reading.kind === 'service' && reading.opened?.kind === 'exception'
    ? reading.opened.exception
    : null;
}
