import {
  ERROR_CATALOG,
  ERROR_CODES,
  type Advice,
  type ErrorCode,
} from '../outcomes/error-catalog.ts';
import type { Messages } from './messages.ts';
import { allOf } from './types.ts';

/** Where a sentence is read, which some sentences name. `computer`: on a log line. */
export type Surface = 'window' | 'terminal' | 'computer';

export function errorStrings({ formatMessage }: Messages, readOn: Surface) {
  const whatToDo = whatToDoOf({ formatMessage });
  const surface = readOn === 'computer' ? 'other' : readOn;
  return allOf(ERROR_CODES, (code) => ({
    title: formatMessage(`error.${code}.title`),
    // A message that has no argument `surface` ignores it.
    whatHappened: formatMessage(ERROR_CATALOG[code].happened, { surface }),
    whatToDo: whatToDo(code, 'same-method'),
  }));
}

/**
 * Makes the function that says the next step. With the advice `restart`, some sentences say "Start
 * again".
 */
export function whatToDoOf({
  formatMessage,
}: Pick<Messages, 'formatMessage'>): (code: ErrorCode, advice: Advice) => string {
  return (code, advice) =>
    // A message that has no argument `advice` ignores it.
    formatMessage(ERROR_CATALOG[code].toDo, { advice: advice === 'restart' ? 'restart' : 'other' });
}
