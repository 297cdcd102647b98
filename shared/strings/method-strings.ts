import { METHODS, type Method } from '../service/methods.ts';
import type { Messages } from './messages.ts';
import type { MethodStrings } from './types.ts';

const HINTS = ['push', 'smsLink', 'email', 'phoneCall'] as const;

export function methodStrings({ say }: Messages): Readonly<Record<Method, MethodStrings>> {
  const of = (method: Method): MethodStrings => {
    const hinted = HINTS.find((one) => one === method);
    return {
      name: say(`method.${method}.name`),
      whatHappens: say(`method.${method}.whatHappens`),
      heading: say(`method.${method}.heading`),
      instruction: say(`method.${method}.instruction`),
      hint: hinted === undefined ? '' : say(`method.${hinted}.hint`),
      started: say(`method.${method}.started`),
      again: say(`method.${method}.again`),
      startedAgain: say(`method.${method}.startedAgain`),
    };
  };
  return Object.fromEntries(METHODS.map((method) => [method, of(method)])) as Record<Method, MethodStrings>;
}
