import type { Intent } from '../../../shared/login/machine/login-event.ts';
import {
  hasField,
  type AnyChallengeView,
  type FailedView,
  type FieldView,
  type LoginView,
  type MethodsView,
} from '../../../shared/login/view/login-view.ts';
import { methodsInOrder } from '../../../shared/login/view/view-parts.ts';
import { looksLikePasscode } from '../../../shared/login/input/passcode.ts';
import { codeKindOf, isSent } from '../../../shared/service/methods.ts';
import type { KeyStrings, TerminalStrings } from '../../../shared/strings/terminal-strings.ts';

export type Question = Readonly<{
  /** Identifies the question. While the key stays the same, the prompt is not written again. */
  key: string;
  prompt: string;
  isHidden: boolean;
  /** The possible answers, which are shown whenever they change. */
  legend: string;
}>;

const shownQuestion = (key: string, prompt: string, legend: string): Question => ({
  key,
  prompt,
  isHidden: false,
  legend,
});
const hiddenQuestion = (...question: Parameters<typeof shownQuestion>): Question => ({
  ...shownQuestion(...question),
  isHidden: true,
});

/**
 * What an answer means. `not-among`: it is none of the possible answers. `list`: list the methods
 * again. A username is not among the intents to send: it is the act `name`, after which the
 * frontend checks and sends it.
 */
export type Act =
  | Readonly<{ do: 'send'; intent: Exclude<Intent, { type: 'submit-username' }> }>
  | Readonly<{ do: 'name'; username: string }>
  /** Null if the person goes back to the question for the name. */
  | Readonly<{ do: 'proxy-name'; name: string | null }>
  | Readonly<{ do: 'proxy-password'; password: string }>
  | Readonly<{ do: 'print'; line: string }>
  | Readonly<{ do: 'not-among' | 'list' | 'quit' }>;

export type QuestionContext = Readonly<{
  /** Username for an empty answer. */
  remembered: string;
  /** The typed username for a proxy; null until it is typed. */
  proxyName: string | null;
}>;

/** Keys with one meaning on every screen. */
const KEYS = {
  o: 'terminal.other-ways',
  p: 'terminal.open-page-again',
  m: 'terminal.more-time',
  q: 'terminal.quit',
} as const;

/** The offered keys, without those that are `false`, and always `q`. */
function keysOf(
  strings: TerminalStrings,
  ...offered: readonly ('o' | 'p' | 'm' | false)[]
): readonly KeyStrings[] {
  return [...offered, 'q' as const]
    .filter((key) => key !== false)
    .map((key) => ({ key, does: strings.formatMessage(KEYS[key]) }));
}

/** The view's question; null while an answer is processed, and after the login. */
export function questionOf(
  view: LoginView,
  { remembered, proxyName }: QuestionContext,
  strings: TerminalStrings,
): Question | null {
  switch (view.screen) {
    case 'username': {
      if (view.busy) return null;
      return shownQuestion('username', strings.askUsername(remembered), '');
    }
    case 'methods': {
      if (view.starting !== null) return null;
      const keys = keysOf(strings, view.canExtend && 'm');
      const typed = strings.formatMessage('terminal.type-number', { count: view.choices.length });
      return shownQuestion(
        'methods',
        strings.formatMessage('terminal.ask-number'),
        strings.legend({ typed, keys }),
      );
    }
    case 'failed':
      if (view.proxy !== null) return proxyQuestion(view, proxyName, strings);
      if (!canActAfter(view)) return null;
      return shownQuestion(
        `failed:${view.code}`,
        strings.formatMessage('terminal.ask-key'),
        failedLegend(view, strings),
      );
    case 'hosted-page': {
      if (view.purpose !== 'verify' || view.isVerifying) return null;
      const keys = keysOf(strings, 'p', view.canExtend && 'm');
      return shownQuestion(
        'hosted-page',
        strings.formatMessage('terminal.ask-key'),
        strings.legend({ keys }),
      );
    }
    case 'account-waiting':
    case 'succeeded':
      return null;
    default:
      return challengeQuestion(view, strings);
  }
}

export function canActAfter(view: FailedView): boolean {
  return view.advice !== 'none' || view.canChooseMethod;
}

/**
 * First the name, then the password. A password may be a key such as `q`, so that only an empty
 * answer goes back.
 */
function proxyQuestion(
  view: FailedView,
  proxyName: string | null,
  strings: TerminalStrings,
): Question {
  if (proxyName !== null) {
    const prompt = strings.formatMessage('terminal.ask-hidden', {
      label: strings.formatMessage('proxy.password'),
    });
    return hiddenQuestion(
      'proxy-password',
      prompt,
      strings.formatMessage('terminal.proxy-password-legend'),
    );
  }
  const keys = keysOf(strings, view.canChooseMethod && 'o');
  const prompt = strings.formatMessage('terminal.ask-username', {
    label: strings.formatMessage('proxy.name'),
  });
  return shownQuestion(
    'proxy-name',
    prompt,
    strings.legend({ typed: strings.formatMessage('terminal.type-proxy-name'), keys }),
  );
}

function failedLegend(view: FailedView, strings: TerminalStrings): string {
  const { advice, method, canChooseMethod } = view;
  const isSameMethodSent = advice === 'same-method' && method !== null && isSent(method);
  const keys = keysOf(strings, canChooseMethod && advice !== 'choose-method' && 'o');
  const adviceText = isSameMethodSent
    ? strings.methods[method].again
    : strings.formatMessage(`advice.${advice}`);
  return strings.legend({
    instead:
      advice === 'none' ? '' : strings.formatMessage('terminal.press-enter', { does: adviceText }),
    keys,
  });
}

function challengeQuestion(view: AnyChallengeView, strings: TerminalStrings): Question | null {
  const isCodeAwaited = hasField(view) && !view.isAccepted;
  if (hasField(view)) {
    // After a correct code there is nothing to answer, unless a notice reports a lost confirmation.
    const hasNothingToAnswer = view.isAccepted
      ? view.notice === null
      : view.busy || view.isVerifying;
    if (hasNothingToAnswer) return null;
  }
  const repeatKey = canRepeat(view) ? [{ key: 'a', does: strings.methods[view.method].again }] : [];
  const keys = [
    ...repeatKey,
    ...keysOf(strings, view.hasOtherMethods && 'o', view.canExtend && 'm'),
  ];
  const key = `${view.method}:${isCodeAwaited ? 'field' : 'wait'}`;
  if (!isCodeAwaited) {
    const typed = takesCode(view) ? { typed: strings.formatMessage('terminal.type-app-code') } : {};
    return shownQuestion(
      key,
      strings.formatMessage('terminal.ask-key'),
      strings.legend({ ...typed, keys }),
    );
  }
  if (view.screen === 'security-key') {
    const legend = strings.legend({ instead: strings.formatMessage('terminal.touch-key'), keys });
    return hiddenQuestion(key, strings.formatMessage('terminal.ask-security-key'), legend);
  }
  const legend = strings.legend({ typed: strings.formatMessage('terminal.type-code'), keys });
  return shownQuestion(key, strings.askCode(view.codeLength, view.method), legend);
}

/**
 * Whether a restart of the method is offered. Where an app or a security key makes the code, a
 * restart sends no new one, so that it is offered only after a notice.
 */
export function canRepeat(view: AnyChallengeView): boolean {
  if (view.againInMs === null) return false;
  const isCodeFromDevice = codeKindOf(view.method) !== null && !isSent(view.method);
  return isCodeFromDevice ? view.notice !== null : true;
}

const QUIT: Act = { do: 'quit' };
const NOT_AMONG: Act = { do: 'not-among' };
const send = (intent: Extract<Act, { do: 'send' }>['intent']): Act => ({ do: 'send', intent });
const waitFirst = (ms: number, strings: TerminalStrings): Act => ({
  do: 'print',
  line: strings.possibleIn(ms),
});

/**
 * Interprets an answer. The view must be the current one, because its delays refuse an early
 * repeat.
 */
export function actOf(
  view: LoginView,
  answer: string,
  { remembered, proxyName }: QuestionContext,
  strings: TerminalStrings,
): Act {
  const typed = answer.trim();
  const key = typed.toLowerCase();
  switch (view.screen) {
    case 'username':
      return { do: 'name', username: typed === '' ? remembered : answer };
    case 'methods':
      return actAtMethods(view, key, strings);
    case 'failed':
      return view.proxy === null
        ? actAtFailure(view, key, strings)
        : actAtProxy(view, answer, proxyName, strings);
    case 'hosted-page':
      if (key === 'p') return send({ type: 'show-page-again' });
      if (key === 'm' && view.canExtend) return send({ type: 'keep-waiting' });
      if (key === '') return { do: 'print', line: strings.milestone(view.remainingMs, false) };
      return key === 'q' ? QUIT : NOT_AMONG;
    case 'account-waiting':
    case 'succeeded':
      return QUIT;
    default:
      return actAtChallenge(view, answer, key, strings);
  }
}

function actAtFailure(view: FailedView, key: string, strings: TerminalStrings): Act {
  if (key === 'q') return QUIT;
  if (key === 'o' && view.canChooseMethod) return send({ type: 'go-back' });
  if (key !== '' || view.advice === 'none') return NOT_AMONG;
  return view.waitMs > 0 ? waitFirst(view.waitMs, strings) : send({ type: 'retry' });
}

/** The answer to `proxyQuestion`. */
function actAtProxy(
  view: FailedView,
  answer: string,
  proxyName: string | null,
  strings: TerminalStrings,
): Act {
  if (proxyName !== null) {
    return answer === ''
      ? { do: 'proxy-name', name: null }
      : { do: 'proxy-password', password: answer };
  }
  const key = answer.trim().toLowerCase();
  if (key === 'q') return QUIT;
  if (key === 'o' && view.canChooseMethod) return send({ type: 'go-back' });
  return key === ''
    ? { do: 'print', line: strings.formatMessage('proxy.empty-name') }
    : { do: 'proxy-name', name: answer };
}

function actAtMethods(view: MethodsView, key: string, strings: TerminalStrings): Act {
  if (key === 'q') return QUIT;
  if (key === 'm' && view.canExtend) return send({ type: 'keep-waiting' });
  if (key === '') return { do: 'list' };
  const choice = /^\d{1,2}$/.test(key) ? methodsInOrder(view)[Number(key) - 1] : undefined;
  if (choice === undefined) return NOT_AMONG;
  // The service asked for a delay before this method.
  const { notice } = view;
  const isPaused =
    notice?.kind === 'too-many' && notice.method === choice.method && notice.waitMs > 0;
  if (isPaused) return waitFirst(notice.waitMs, strings);
  return send({ type: 'choose-method', method: choice.method });
}

function actAtChallenge(
  view: AnyChallengeView,
  answer: string,
  key: string,
  strings: TerminalStrings,
): Act {
  switch (key) {
    case 'q':
      return QUIT;
    case 'o':
      return view.hasOtherMethods ? send({ type: 'go-back' }) : NOT_AMONG;
    // Sent even where the legend does not offer it: the end of the login then stays where it is.
    case 'm':
      return send({ type: 'keep-waiting' });
    // Not in the list of keys: a line of its own tells of it (`terminal.not-started`).
    case 'n':
      return view.canReportNotStarted ? send({ type: 'report-not-started' }) : NOT_AMONG;
    case 'a':
      if (!canRepeat(view)) return NOT_AMONG;
      if (view.isVerifying) return { do: 'print', line: strings.formatMessage('state.verifying') };
      return view.againInMs !== null && view.againInMs > 0
        ? waitFirst(view.againInMs, strings)
        : send({ type: 'choose-method', method: view.method });
    default:
      if (hasField(view) && !view.isAccepted) return actOfCode(view, answer, strings);
      // Only a plausible code is sent, because a code ends the wait for the push.
      if (takesCode(view) && !view.isVerifying && looksLikePasscode(answer)) {
        return send({ type: 'submit-code', code: answer });
      }
      return actWithoutCode(view, key, strings);
  }
}

/** Whether a code can be typed beside a push. */
function takesCode(view: AnyChallengeView): boolean {
  return view.screen === 'approval' && view.codeBeside !== null;
}

function actOfCode(view: FieldView, code: string, strings: TerminalStrings): Act {
  const { problem } = view;
  if (problem?.kind === 'too-many' && problem.waitMs > 0) return waitFirst(problem.waitMs, strings);
  return send({ type: 'submit-code', code });
}

function actWithoutCode(view: AnyChallengeView, key: string, strings: TerminalStrings): Act {
  if (view.isVerifying) {
    // A code that is typed beside a push comes too late while the approval is verified.
    const isExpected = key === '' || takesCode(view);
    return isExpected ? { do: 'print', line: strings.formatMessage('state.verifying') } : NOT_AMONG;
  }
  if (key !== '') return NOT_AMONG;
  return { do: 'print', line: strings.milestone(view.remainingMs, false) };
}
