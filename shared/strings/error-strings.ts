import {
  ERROR_CATALOG,
  ERROR_CODES,
  type Advice,
  type ErrorCode,
} from '../outcomes/error-catalog.ts';
import type { Messages } from './messages.ts';
import { allOf } from './types.ts';

/** The person's interface; some sentences name it. */
export type Surface = 'window' | 'terminal' | 'computer';

export function errorStrings({ say }: Messages, surface: Surface) {
  const whatToDo = whatToDoOf({ say });
  const place = surface === 'computer' ? 'other' : surface;
  return allOf(ERROR_CODES, (code) => ({
    title: say(`error.${code}.title`),
    // Messages without a `place` argument ignore it.
    whatHappened: say(ERROR_CATALOG[code].happened, { place }),
    whatToDo: whatToDo(code, 'same-method'),
  }));
}

/** `restart` selects "Start again" where the login cannot continue. */
export function whatToDoOf({
  say,
}: Pick<Messages, 'say'>): (code: ErrorCode, advice: Advice) => string {
  return (code, advice) =>
    // Messages without an `advice` argument ignore it.
    say(ERROR_CATALOG[code].toDo, { advice: advice === 'restart' ? 'restart' : 'other' });
}
