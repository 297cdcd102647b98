import { METHODS, type Method } from '../service/methods.ts';
import type { Messages } from './messages.ts';
import { allOf } from './types.ts';

const HINTS = ['push', 'smsLink', 'email', 'phoneCall'] as const;

export function methodStrings({ say }: Messages) {
  const of = (method: Method) => {
    const hinted = HINTS.find((one) => one === method);
    return {
      /** The label in the list of methods: the person's action. */
      name: say(`method.${method}.name`),
      /** The effect of the choice. At most one short line. */
      whatHappens: say(`method.${method}.whatHappens`),
      heading: say(`method.${method}.heading`),
      instruction: say(`method.${method}.instruction`),
      /** Advice if the message does not arrive, or about safety. */
      hint: hinted === undefined ? '' : say(`method.${hinted}.hint`),
      /** Announced when the screen opens, after the heading. */
      started: say(`method.${method}.started`),
      /** The label of the button or key that starts the method again. */
      again: say(`method.${method}.again`),
      startedAgain: say(`method.${method}.startedAgain`),
    } as const;
  };
  return allOf(METHODS, of);
}
