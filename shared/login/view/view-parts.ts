import { NO_REQUESTER, type Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';
import type { CodeProblem, LoginView, MethodChoice, MethodsView, Notice } from './login-view.ts';
import type { ServiceText } from '../../service/service-text.ts';

/* Parts of a view. Each `switch` lists all kinds, so that the compiler asks for a decision about a new kind. */

/** The requester; with empty names on the screen that has none. */
export function requesterOf(view: LoginView): Requester {
  return view.screen === 'username' ? NO_REQUESTER : view.requester;
}

/**
 * The time until the caller's limit, in milliseconds. Null without a limit, and on screens with a
 * timeout of their own (`waitOf`) or none.
 */
export function timeLimitOf(view: LoginView): number | null {
  switch (view.screen) {
    case 'username':
    case 'hosted-page':
    case 'account-waiting':
    case 'failed':
      return view.endsInMs;
    case 'methods':
    case 'code':
    case 'security-key':
    case 'qr':
    case 'approval':
    case 'succeeded':
      return null;
  }
}

/**
 * When the wait of the screen ends, and whether the person can postpone that; null on a screen
 * without a wait.
 */
export function waitOf(
  view: LoginView,
): Readonly<{ remainingMs: number; canExtend: boolean }> | null {
  switch (view.screen) {
    case 'methods':
    case 'code':
    case 'security-key':
    case 'qr':
    case 'approval':
      return view;
    case 'hosted-page':
      return view.purpose === 'verify' ? view : null;
    case 'username':
    case 'account-waiting':
    case 'failed':
    case 'succeeded':
      return null;
  }
}

/** The methods as they are listed: the remembered one first, then the others in the service's order. */
export function methodsInOrder({ choices, remembered }: MethodsView): readonly MethodChoice[] {
  const rememberedChoices = choices.filter(({ method }) => method === remembered);
  const otherChoices = choices.filter(({ method }) => method !== remembered);
  return [...rememberedChoices, ...otherChoices];
}

/** The parts that a notice may have. `waitMs`: the time left of a pause; 0 without a pause. */
export type NoticeParts = Readonly<{
  method: Method | null;
  waitMs: number;
  serviceText: ServiceText | null;
}>;

const NOTHING: NoticeParts = { method: null, waitMs: 0, serviceText: null };

export function partsOfNotice(notice: Notice | null): NoticeParts {
  switch (notice?.kind) {
    case 'choose-again':
      return { ...NOTHING, serviceText: notice.serviceText };
    case 'method-refused':
      return { ...NOTHING, method: notice.method, serviceText: notice.serviceText };
    case 'too-many':
      return { method: notice.method, waitMs: notice.waitMs, serviceText: notice.serviceText };
    case 'sent-recently':
      return { ...NOTHING, method: notice.method, waitMs: notice.waitMs };
    case 'sent-too-often':
      return { ...NOTHING, method: notice.method };
    case 'approval-refused':
    case 'possibly-missed':
    case 'code-accepted-no-event':
    case undefined:
      return NOTHING;
  }
}

/**
 * The parts that the problem of a code may have. `tries`: how many problems of this kind there
 * were; 0 if they are not counted. `waitMs`: the time left of a pause; 0 without a pause.
 * `isDoubt`: the code was not sent because it looked wrong, but the next code of the same length
 * will be.
 */
export type ProblemParts = Readonly<{
  tries: number;
  waitMs: number;
  serviceText: ServiceText | null;
  isDoubt: boolean;
}>;

const NO_PROBLEM: ProblemParts = { tries: 0, waitMs: 0, serviceText: null, isDoubt: false };

export function partsOfProblem(problem: CodeProblem | null): ProblemParts {
  switch (problem?.kind) {
    case 'empty':
    case 'no-code':
      return { ...NO_PROBLEM, tries: problem.tries };
    case 'too-short':
    case 'unknown-layout':
      return { ...NO_PROBLEM, tries: problem.tries, isDoubt: true };
    case 'wrong':
      return { ...NO_PROBLEM, tries: problem.tries, serviceText: problem.serviceText };
    case 'too-many':
      return { ...NO_PROBLEM, waitMs: problem.waitMs, serviceText: problem.serviceText };
    case 'unanswered':
    case undefined:
      return NO_PROBLEM;
  }
}
