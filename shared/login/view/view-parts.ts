import { NO_REQUESTER, type Requester } from '../../service/requester.ts';
import type { Method } from '../../service/methods.ts';
import type { CodeProblem, LoginView, MethodChoice, MethodsView, Notice } from './login-view.ts';
import type { ServiceText } from '../../service/service-text.ts';

/* Selected by kind, so that a new kind needs an explicit decision. */

/** Empty names on a screen without a requester. */
export function requesterOf(view: LoginView): Requester {
  return view.screen === 'username' ? NO_REQUESTER : view.requester;
}

/** Milliseconds until the caller's limit; null without a limit, or with another timeout. */
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

/** The timeout of the wait; null without a wait. */
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

/** The remembered method first. */
export function methodsInOrder({ choices, remembered }: MethodsView): readonly MethodChoice[] {
  const first = choices.filter(({ method }) => method === remembered);
  return [...first, ...choices.filter(({ method }) => method !== remembered)];
}

/** `waitMs` is 0 without a pause. */
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

/** `tries`: 0 if not counted. `isDoubt`: an implausible code was not sent, but the next of that length will be. */
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
