import type { Advice, ErrorCode } from '../faults/error-catalog.ts';
import type { CodeProblem, Notice, ServiceText } from '../login/login-view.ts';
import { assertNever } from '../result.ts';
import type { Asker } from '../service/asker.ts';
import type { Method } from '../service/methods.ts';
import { enErrorsIn } from './en-errors.ts';
import { enMethods } from './en-methods.ts';
import { enPlaces } from './en-states.ts';
import { clockOff } from './en-time.ts';
import type { Sentence } from './types.ts';

/** The words of an advice: a button in the window, a key on a terminal. */
export const enAdvice = {
  'same-method': 'Try again',
  'choose-method': 'Choose another way',
  restart: 'Start again',
  none: 'Close',
} satisfies Readonly<Record<Advice, string>>;

/** At the end of a pause. */
export const PAUSE_OVER = 'You can try again now.';
const PAUSE_BEFORE = 'There is a pause before the next one.';
const PAUSE = `Too many attempts. ${PAUSE_BEFORE}`;
const NO_PAUSE = `Too many attempts. ${PAUSE_OVER}`;

/** Said while a chosen way is being started. */
export function startingSentence(method: Method): string {
  return `Starting: ${enMethods[method].name}.`;
}

/** What is wrong with a code, and what to do. */
export function codeProblem(problem: CodeProblem, method: Method): string {
  switch (problem.kind) {
    case 'empty':
      return method === 'yotp' ? 'Nothing was typed. Touch the key again.' : 'Type the code first.';
    case 'wrong':
      if (method === 'yotp') return 'The service did not accept that. Touch the key again.';
      if (problem.clockOffSeconds !== undefined) {
        return `Not right. This computer’s clock is ${clockOff(problem.clockOffSeconds)}: is the phone’s clock right?`;
      }
      return method === 'totp'
        ? 'Not right. Type the code it shows now.'
        : 'Not right. Compare it with the message.';
    case 'unanswered':
      return method === 'yotp'
        ? 'No answer came from the service. Touch the key again.'
        : 'No answer came from the service. Send the code again.';
    case 'too-many':
      return problem.waitMs > 0 ? PAUSE : NO_PAUSE;
    default:
      return assertNever(problem, 'code problem');
  }
}

/**
 * A notice in words.
 *
 * @param frontend what differs between the frontends: what the person sits before, as in `this window`, and how the same way
 *   is started once more, as in `choose “Send it again”`
 */
export function notice(
  given: Notice,
  { place, onceMore }: Readonly<{ place: string; onceMore: string }>,
): string {
  switch (given.kind) {
    case 'choose-again':
      return 'That took too long and is no longer valid. Choose a method again.';
    case 'method-refused':
      return `“${enMethods[given.method].name}” does not work at the moment. Choose another way.`;
    case 'too-many': {
      const tries = `Too many attempts with “${enMethods[given.method].name}”.`;
      return `${tries} ${given.waitMs > 0 ? PAUSE_BEFORE : PAUSE_OVER}`;
    }
    case 'sent-recently':
      return `“${enMethods[given.method].name}” was used a moment ago. Give it time to arrive.`;
    case 'sent-too-often':
      return `“${enMethods[given.method].name}” was used as often as one login allows. Choose another way.`;
    case 'approval-refused':
      return `An answer arrived, but the service did not accept it. ${capitalised(place)} keeps waiting.`;
    case 'possibly-missed':
      return `The connection was interrupted. Your approval may have been missed: if you gave it, ${onceMore}.`;
    case 'code-accepted-no-event':
      return `The code was right, but no confirmation arrived: ${onceMore}.`;
    default:
      return assertNever(given, 'notice');
  }
}

/** How the same way is started once more where no button or key does it. */
export const ONCE_MORE = 'choose the same method again';

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const TO_DO = enErrorsIn('');

/** What to do at an end, in the words of the advice below it: "Start again" where the login cannot go on. */
export function whatToDo(code: ErrorCode, advice: Advice): string {
  const words = TO_DO[code].whatToDo;
  if (advice !== 'restart') return words;
  return words.replace('Try again', 'Start again').replace('try again', 'start again');
}

/** The service's own words, announced as such; empty where it had none. */
export function serviceSpoken(serviceText: ServiceText | null): string {
  const said = [serviceText?.message ?? '', serviceText?.details ?? '']
    .filter((text) => text !== '')
    .map(ended);
  return said.length === 0 ? '' : `${enPlaces.serviceSays}: ${said.join(' ')}`;
}

const ended = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);

/** "alice is confirmed for Payroll, Northwind." with as much of it as the service named. */
export function confirmedSentence(username: string, asker: Asker): Sentence {
  const { application, company } = asker;
  const who: Sentence = [{ name: username }, ' is confirmed'];
  if (application !== '' && company !== '') {
    return [...who, ' for ', { name: application }, ', ', { name: company }, '.'];
  }
  const only = application === '' ? company : application;
  return only === '' ? [...who, '.'] : [...who, ' for ', { name: only }, '.'];
}
