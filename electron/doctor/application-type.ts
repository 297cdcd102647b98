import { parseInit } from '../../shared/service/answers.ts';
import type { ServiceException } from '../../shared/service/service-failure.ts';
import type { AnswerReading } from './read-answer.ts';

/** An application's type in the service's console (specification 1). */
export type ApplicationType = 'promptless' | 'prompt-capable' | 'unknown';

/**
 * Parameters of methodSSH (specification 4.3). A service that reports one as missing accepts the
 * call.
 */
const METHOD_SSH_PARAMETERS: readonly (string | null)[] = ['tid', 'method'];

/**
 * Tells the type from the answers to two calls that start no transaction: init without a username,
 * and methodSSH without a transaction. Only promptless applications may call methodSSH. If init
 * reports the username as missing, this fits either type, because services check parameters in any
 * order.
 */
export function applicationTypeOf(init: AnswerReading, methodSsh: AnswerReading): ApplicationType {
  if ([init, methodSsh].some((reading) => missingField(reading) === 'callbackUrl'))
    return 'prompt-capable';
  const typeByInit = typeByResult(init);
  if (typeByInit !== 'unknown') return typeByInit;
  const exception = exceptionOf(methodSsh);
  if (METHOD_SSH_PARAMETERS.includes(missingField(methodSsh))) return 'promptless';
  return exception?.exception === 'TransactionIdExpiredException' ? 'promptless' : 'unknown';
}

/** Without a username, init may return an address (prompt-capable) or a status (promptless). */
function typeByResult(init: AnswerReading): ApplicationType {
  if (init.kind !== 'service' || init.opened?.kind !== 'ok') return 'unknown';
  const started = parseInit(init.opened.result);
  if (!started.ok) return 'unknown';
  return started.value.status === 'prompt-flow' ? 'prompt-capable' : 'promptless';
}

/** The parameter that the answer reports as missing; null without one. */
export function missingField(reading: AnswerReading): string | null {
  const exception = exceptionOf(reading);
  return exception?.exception === 'MissingFieldException' ? exception.field : null;
}

function exceptionOf(reading: AnswerReading): ServiceException | null {
  return reading.kind === 'service' && reading.opened?.kind === 'exception'
    ? reading.opened.exception
    : null;
}
