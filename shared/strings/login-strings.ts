import type { CodeProblem, Notice } from '../login/view/login-view.ts';
import { assertNever } from '../result.ts';
import type { Requester } from '../service/requester.ts';
import type { Method } from '../service/methods.ts';
import { errorStrings, whatToDoOf, type Surface } from './error-strings.ts';
import type { Messages } from './messages.ts';
import { methodStrings } from './method-strings.ts';
import { timeStrings, type TimeStrings } from './time-strings.ts';
import type { SentenceParts } from './types.ts';

/**
 * How the person starts the same method again: with a button of this label, with a key, or from the
 * list.
 */
export type OnceMore =
  | Readonly<{ how: 'button'; again: string }>
  | Readonly<{ how: 'key' | 'list' }>;

/** The sentences that window and terminal share. `say` gives those without a function of their own. */
export function loginStrings(messages: Messages, surface: Exclude<Surface, 'computer'>) {
  const { formatMessage, sentence } = messages;
  const time = timeStrings(messages);
  const methods = methodStrings(messages);
  return {
    formatMessage,
    sentence,
    ...time,
    methods,
    errors: errorStrings(messages, surface),
    whatToDo: whatToDoOf(messages),
    moreTime: (remainingMs: number): string =>
      formatMessage('state.more-time', { left: time.timeLeft(remainingMs) }),
    possibleIn: (ms: number): string =>
      formatMessage('state.possible-in', { time: time.duration(ms) }),
    starting: (method: Method): string =>
      formatMessage('starting', { method: methods[method].name }),
    codeProblem: (problem: CodeProblem, method: Method): string =>
      codeProblem(messages, time, problem, method),
    notice: (notice: Notice, onceMore: OnceMore): string => {
      const nameOf = (method: Method): string => methods[method].name;
      return noticeText(messages, { notice, onceMore, nameOf });
    },
    /** For example "alice is confirmed for Payroll, Northwind." */
    confirmed: (username: string, { application, company }: Requester): SentenceParts => {
      if (application !== '' && company !== '')
        return sentence('confirmed.for-both', { username, application, company });
      const onlyName = application === '' ? company : application;
      return onlyName === ''
        ? sentence('confirmed', { username })
        : sentence('confirmed.for', { username, application: onlyName });
    },
  } as const;
}

/** The value of the argument `pause`: whether the pause is over. */
const pauseOf = (waitMs: number): 'over' | 'other' => (waitMs > 0 ? 'other' : 'over');

function codeProblem(
  { formatMessage }: Messages,
  { minutesOff }: TimeStrings,
  problem: CodeProblem,
  method: Method,
): string {
  const isKey = method === 'yotp';
  switch (problem.kind) {
    case 'empty':
      return isKey ? formatMessage('problem.key-empty') : formatMessage('problem.code-empty');
    case 'no-code':
      return formatMessage('problem.no-code');
    case 'wrong': {
      if (isKey) return formatMessage('problem.key-wrong');
      const { clockOffSeconds } = problem;
      if (clockOffSeconds !== undefined) {
        // The difference is the service's time minus the computer's: above 0, this computer's clock
        // is behind.
        return formatMessage('problem.clock-off', {
          difference: clockOffSeconds > 0 ? 'behind' : 'other',
          time: minutesOff(clockOffSeconds),
        });
      }
      return method === 'totp'
        ? formatMessage('problem.app-code-wrong')
        : formatMessage('problem.text-code-wrong');
    }
    case 'too-short':
      return formatMessage('problem.code-too-short');
    case 'unknown-layout':
      return formatMessage('problem.key-unknown-layout');
    case 'unanswered':
      return isKey
        ? formatMessage('problem.key-unanswered')
        : formatMessage('problem.code-unanswered');
    case 'too-many':
      return formatMessage('problem.too-many', { pause: pauseOf(problem.waitMs) });
    default:
      return assertNever(problem, 'code problem');
  }
}

type NoticeContext = Readonly<{
  notice: Notice;
  onceMore: OnceMore;
  nameOf: (method: Method) => string;
}>;

function noticeText(
  { formatMessage }: Messages,
  { notice, onceMore, nameOf }: NoticeContext,
): string {
  const repair = {
    how: onceMore.how === 'list' ? ('other' as const) : onceMore.how,
    again: onceMore.how === 'button' ? onceMore.again : '',
  };
  switch (notice.kind) {
    case 'choose-again':
      return formatMessage('notice.choose-again');
    case 'method-refused':
      return formatMessage('notice.method-refused', { method: nameOf(notice.method) });
    case 'too-many':
      return formatMessage('notice.too-many', {
        pause: pauseOf(notice.waitMs),
        method: nameOf(notice.method),
      });
    case 'sent-recently':
      return formatMessage('notice.sent-recently', { method: nameOf(notice.method) });
    case 'sent-too-often':
      return formatMessage('notice.sent-too-often', { method: nameOf(notice.method) });
    case 'approval-refused':
      return formatMessage('notice.approval-refused');
    case 'possibly-missed':
      return formatMessage('notice.possibly-missed', repair);
    case 'code-accepted-no-event':
      return formatMessage('notice.code-accepted-no-event', repair);
    default:
      return assertNever(notice, 'notice');
  }
}
