import type { TroubleCode } from '../ipc/trouble.ts';
import { LANGUAGE_FACTS } from './language.ts';
import type { UsernameProblem } from '../login/input/username.ts';
import type { Messages } from './messages.ts';

/** A part of `Strings`, needed before and on the first screen. */
export type FirstStrings = ReturnType<typeof firstStrings>;

export function firstStrings({ language, say }: Messages) {
  const trouble: Readonly<Record<TroubleCode, string>> = {
    'ipc-denied': say('first.trouble.ipc-denied'),
    'ipc-invalid': say('first.trouble.ipc-invalid'),
    'not-now': say('first.trouble.not-now'),
    'not-saved': say('first.trouble.not-saved'),
    'not-opened': say('first.trouble.not-opened'),
    internal: say('first.trouble.internal'),
    'not-loaded': say('first.trouble.not-loaded'),
    'no-bridge': say('first.trouble.no-bridge'),
  };
  const usernameProblem: Readonly<Record<UsernameProblem, string>> = {
    empty: say('username.problem.empty'),
    'too-long': say('username.problem.too-long'),
    'unusable-characters': say('username.problem.unusable-characters'),
  };
  return {
    /** BCP 47 tag, for the `lang` attribute (WCAG 3.1.1) and for `Intl`. */
    language,
    direction: LANGUAGE_FACTS[language].direction,
    trouble,
    usernameProblem,
    common: {
      continue: say('first.continue'),
      cancel: say('first.cancel'),
      tryAgain: say('first.try-again'),
      help: say('first.help'),
      working: say('username.working'),
    },
    username: {
      heading: say('username.heading'),
      label: say('username.label'),
      isSet: say('first.username-is-set'),
    },
    doctor: {
      open: say('first.open-doctor'),
    },
  } as const;
}
