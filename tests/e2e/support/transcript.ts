import type { Page } from '@playwright/test';
import type { Notice } from '../../../shared/login/view/login-view.ts';
import { METHODS } from '../../../shared/service/methods.ts';
import type { Advice, ErrorCode } from '../../../shared/outcomes/error-catalog.ts';
import { en, enTerminal } from '../../support/strings.ts';

const AGAIN = 'start it again';
const ADVICE: readonly Advice[] = ['same-method', 'choose-method', 'restart', 'none'];
const NOTICES: readonly Notice[] = [
  { kind: 'choose-again', serviceText: null },
  { kind: 'possibly-missed' },
  { kind: 'code-accepted-no-event' },
];
const CONFIRMED = /^[^ ]+ is confirmed(?: for .+)?\.$/;

/**
 * Every sentence about a login that both frontends share: headings, instructions, notices, problems
 * and ends. Texts of only one of them (buttons, keys, spoken announcements, clocks) are no part of
 * the transcript.
 */
const VOCABULARY: ReadonlySet<string> = new Set([
  enTerminal.formatMessage('username.heading'),
  enTerminal.formatMessage('screen.confirm-it-is-you'),
  enTerminal.formatMessage('screen.not-approved'),
  enTerminal.formatMessage('screen.not-approved-sentence'),
  enTerminal.formatMessage('screen.not-approved-with-address'),
  enTerminal.formatMessage('screen.bypassed'),
  enTerminal.formatMessage('screen.unreachable'),
  ...Object.values(en.usernameProblem),
  ...METHODS.flatMap((method) => {
    const { name, heading, instruction, hint } = en.methods[method];
    const problems = ([{ kind: 'empty', tries: 1 }, { kind: 'unanswered' }] as const).map(
      (problem) => en.codeProblem(problem, method),
    );
    const wrong = en.codeProblem({ kind: 'wrong', tries: 1, serviceText: null }, method);
    return [name, heading, instruction, ...(hint === '' ? [] : [hint]), ...problems, wrong];
  }),
  ...NOTICES.map((given) => alike(enTerminal.notice(given, true))),
  ...Object.entries(enTerminal.errors).flatMap(([code, { title, whatHappened }]) => [
    title,
    alike(whatHappened),
    ...ADVICE.map((advice) => en.whatToDo(code as ErrorCode, advice)),
  ]),
]);

/** The sentence without the parts that must differ between the frontends. */
function alike(text: string): string {
  return text
    .trim()
    .replace(/\b(t)his (?:window|terminal)\b/gi, (_all, first: string) => `${first}his frontend`)
    .replace(/(?:type “a”|choose “[^”]+”)(?=\.$)/, AGAIN);
}

/** Likewise; null where it is no part of the transcript. */
function stepOf(text: string): string | null {
  const step = alike(text);
  return VOCABULARY.has(step) || CONFIRMED.test(step) ? step : null;
}

/** Ends of lines, and the cursor movements around a line that is written above another. */
const BETWEEN_LINES = /\r?\n|\u001b(?:\[\d*[A-Z]|[78D])\r?/;

/** The transcript of a terminal. */
export function terminalTranscript(shown: string): readonly string[] {
  return shown
    .split(BETWEEN_LINES)
    .map((line) => stepOf(line.replace(/^ {2}\d {2}/, '')))
    .filter((step) => step !== null);
}

/** Records new texts in the window in order; a text that stays counts once. */
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

/** The transcript of the window so far. */
export async function windowTranscript(window: Page): Promise<readonly string[]> {
  const texts = await window.evaluate(
    () => (self as unknown as { transcript: readonly string[] }).transcript,
  );
  return texts
    .map((text) => stepOf(text.slice(text.indexOf('|') + 1)))
    .filter((step) => step !== null);
}
