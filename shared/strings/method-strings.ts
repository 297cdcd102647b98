import { METHODS, type Method } from '../service/methods.ts';
import type { Messages } from './messages.ts';
import { allOf } from './types.ts';

const METHODS_WITH_HINT = ['push', 'smsLink', 'email', 'phoneCall'] as const;

export function methodStrings({ formatMessage }: Messages) {
  const stringsOf = (method: Method) => {
    const hintedMethod = METHODS_WITH_HINT.find((hinted) => hinted === method);
    return {
      /** The label in the list of methods: the person's action. */
      name: formatMessage(`method.${method}.name`),
      /** The effect of the choice. At most one short line. */
      whatHappens: formatMessage(`method.${method}.whatHappens`),
      heading: formatMessage(`method.${method}.heading`),
      instruction: formatMessage(`method.${method}.instruction`),
      /**
       * Advice about safety, or for a message that does not arrive; empty for a method without such
       * advice.
       */
      hint: hintedMethod === undefined ? '' : formatMessage(`method.${hintedMethod}.hint`),
      /** Announced when the screen opens, after the heading. */
      started: formatMessage(`method.${method}.started`),
      /** The label of the button or key that starts the method again. */
      again: formatMessage(`method.${method}.again`),
      startedAgain: formatMessage(`method.${method}.startedAgain`),
    } as const;
  };
  return allOf(METHODS, stringsOf);
}
