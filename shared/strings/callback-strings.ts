import { LANGUAGE_FACTS } from './language.ts';
import type { Messages } from './messages.ts';

/**
 * The pages that the browser shows: `done` after a callback, and `nothingHere` for every other
 * request.
 */
export type CallbackStrings = ReturnType<typeof callbackStrings>;

export function callbackStrings({ language, formatMessage }: Messages) {
  return {
    /** BCP 47 tag. */
    language,
    direction: LANGUAGE_FACTS[language].direction,
    done: {
      title: formatMessage('callback.done.title'),
      text: formatMessage('callback.done.text'),
    },
    nothingHere: {
      title: formatMessage('callback.nothing-here.title'),
      text: formatMessage('callback.nothing-here.text'),
    },
  } as const;
}
