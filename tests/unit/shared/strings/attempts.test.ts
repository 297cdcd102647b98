import { describe, expect, test } from 'vitest';
import type { CodeProblem } from '../../../../shared/login/view/login-view.ts';
import { LANGUAGES } from '../../../../shared/strings/language.ts';
import { windowStrings } from '../../../../shared/strings/window-strings.ts';
import { messagesFor } from '../../../support/strings.ts';

/** The problems of a code, after any number of attempts: only the service knows the limit. */
const PROBLEMS: readonly CodeProblem[] = [
  ...[1, 2, 7].flatMap((tries): CodeProblem[] => [
    { kind: 'empty', tries },
    { kind: 'wrong', serviceText: null, tries },
    { kind: 'too-short', tries },
    { kind: 'unknown-layout', tries },
  ]),
  { kind: 'unanswered' },
  { kind: 'too-many', waitMs: 45_000, serviceText: null },
];

describe.each(LANGUAGES)('%s', (language) => {
  const strings = windowStrings(messagesFor(language, 'window'));

  test.each(['totp', 'sms', 'yotp'] as const)('invents no number of attempts for %s', (method) => {
    for (const problem of PROBLEMS) {
      const said = strings.codeProblem(problem, method);
      expect(said).not.toMatch(/\p{Nd}/u);
      // The same words each time: a count would change them.
      if ('tries' in problem) expect(said).toBe(strings.codeProblem({ ...problem, tries: 1 }, method));
    }
  });
});
