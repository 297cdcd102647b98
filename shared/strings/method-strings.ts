import { METHODS, type Method } from '../service/methods.ts';
import type { Messages } from './messages.ts';
import { allOf } from './types.ts';

const METHODS_WITH_HINT = ['push', 'smsLink', 'email', 'phoneCall'] as const;

export function methodStrings({ say }: Messages) {
  const stringsOf = (method: Method) => {
    const hintedMethod = METHODS_WITH_HINT.find((hinted) => hinted === method);
    return {
      /** The label in the list of methods: the person's action. */
      name: say(`method.${method}.name`),
      /** The effect of the choice. At most one short line. */
      whatHappens: say(`method.${method}.whatHappens`),
      heading: say(`method.${method}.heading`),
      instruction: say(`method.${method}.instruction`),
      /** Advice about safety, or for a message that does not arrive; empty for a method without such advice. */
      hint: hintedMethod === undefined ? '' : say(`method.${hintedMethod}.hint`),
      /** Announced when the screen opens, after the heading. */
      started: say(`method.${method}.started`),
      /** The label of the button or key that starts the method again. */
      again: say(`method.${method}.again`),
      startedAgain: say(`method.${method}.startedAgain`),
    } as const;
  };
  return allOf(METHODS, stringsOf);
}
