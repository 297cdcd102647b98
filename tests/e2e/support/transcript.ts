import type { Page } from '@playwright/test';
import type { Notice } from '../../../shared/login/login-view.ts';
import { METHODS } from '../../../shared/service/methods.ts';
import type { Advice, ErrorCode } from '../../../shared/faults/error-catalog.ts';
import { enErrorsIn } from '../../../shared/strings/en-errors.ts';
import { enMethods } from '../../../shared/strings/en-methods.ts';
import { codeProblem, notice, whatToDo } from '../../../shared/strings/en-sentences.ts';
import { enUsernameProblem } from '../../../shared/strings/en-username.ts';
import { enPlaces } from '../../../shared/strings/en-states.ts';

const PLACE = 'this frontend';
const ONCE_MORE = 'start it once more';
const ADVICE: readonly Advice[] = ['same-method', 'choose-method', 'restart', 'none'];
const NOTICES: readonly Notice[] = [
  { kind: 'choose-again', serviceText: null },
  { kind: 'possibly-missed' },
  { kind: 'code-accepted-no-event' },
];
const CONFIRMED = /^[^ ]+ is confirmed(?: for .+)?\.$/;

/**
 * Everything that both frontends say of a login: headings, instructions, notices, problems and ends. What only one of them
 * needs (buttons, keys, spoken announcements, clocks) is no part of the story.
 */
const VOCABULARY: ReadonlySet<string> = new Set([
  enPlaces.whoIsSigningIn,
  enPlaces.confirmItIsYou,
  enPlaces.notApproved,
  enPlaces.notApprovedSentence,
  enPlaces.notApprovedWithAddress,
  enPlaces.bypassed,
  enPlaces.unreachable,
  ...Object.values(enUsernameProblem),
  ...METHODS.flatMap((method) => {
    const { name, heading, instruction, hint } = enMethods[method];
    const problems = ([{ kind: 'empty', tries: 1 }, { kind: 'unanswered' }] as const).map((problem) =>
      codeProblem(problem, method),
    );
    const wrong = codeProblem({ kind: 'wrong', tries: 1, serviceText: null }, method);
    return [name, heading, instruction, ...(hint === '' ? [] : [hint]), ...problems, wrong];
  }),
  ...NOTICES.map((given) => notice(given, { place: PLACE, onceMore: ONCE_MORE })),
  ...Object.entries(enErrorsIn(PLACE)).flatMap(([code, { title, whatHappened }]) => [
    title,
    whatHappened,
    ...ADVICE.map((advice) => whatToDo(code as ErrorCode, advice)),
  ]),
]);

/** The sentence without what must differ between the frontends; null where it is no part of the story. */
function stepOf(text: string): string | null {
  const step = text
    .trim()
    .replace(/\b(t)his (?:window|terminal)\b/gi, (_all, first: string) => `${first}his frontend`)
    .replace(/(?:type “a”|choose “[^”]+”)(?=\.$)/, ONCE_MORE);
  return VOCABULARY.has(step) || CONFIRMED.test(step) ? step : null;
}

/** Ends of lines, and what goes before and behind a line that is written above another. */
const BETWEEN_LINES = /\r?\n|\u001b(?:\[\d*[A-Z]|[78D])\r?/;

/** The story that a terminal told. */
export function terminalTranscript(shown: string): readonly string[] {
  return shown
    .split(BETWEEN_LINES)
    .map((line) => stepOf(line.replace(/^ {2}\d {2}/, '')))
    .filter((step) => step !== null);
}

/** Takes down what comes to stand in the window, in the order in which it does; what stays counts once. */
export async function recordWindow(window: Page): Promise<void> {
  await window.evaluate(() => {
    const transcript: string[] = [];
    let standing: readonly string[] = [];
    const look = (): void => {
      const places = document.querySelectorAll('main h1, main p, main .row__name');
      const now = [...places].map((place) => `${place.tagName}|${place.textContent}`);
      transcript.push(...now.filter((text) => !standing.includes(text)));
      standing = now;
    };
    look();
    const options = { subtree: true, childList: true, characterData: true };
    new MutationObserver(look).observe(document.documentElement, options);
    Object.assign(self, { transcript });
  });
}

/** The story that the window told so far. */
export async function windowTranscript(window: Page): Promise<readonly string[]> {
  const texts = await window.evaluate(
    () => (self as unknown as { transcript: readonly string[] }).transcript,
  );
  return texts.map((text) => stepOf(text.slice(text.indexOf('|') + 1))).filter((step) => step !== null);
}
