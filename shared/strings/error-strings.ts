import { ERROR_CODES, type Advice, type ErrorCode } from '../outcomes/error-catalog.ts';
import { isCause, isOneOf, LOG_IN_THERE } from './causes.ts';
import type { Messages, MessageKey } from './messages.ts';
import { allOf } from './types.ts';

/** The person's interface; some sentences name it. */
export type Surface = 'window' | 'terminal' | 'computer';

const TELL_ADMINISTRATOR = [
  'tls-failed',
  'proxy-login-unsupported',
  'response-signature-wrong',
  'response-signature-missing',
  'secret-wrong',
  'secret-missing',
  'system-token-missing',
  'key-store-unreadable',
  'system-token-wrong',
  'configuration-invalid',
  'field-missing',
  'request-refused',
  'application-type-wrong',
  'application-promptless',
  'bypass-refused',
  'licence',
  'application-refused',
] as const satisfies readonly ErrorCode[];
const ONCE_MORE = [
  'proxy-failed',
  'unexpected-status',
  'signer-failed',
  'callback-unavailable',
  'hosted-page-failed',
  'answer-malformed',
  'answer-too-large',
  'unknown-exception',
  'other-username',
  'internal',
] as const satisfies readonly ErrorCode[];

export function errorStrings({ say }: Messages, place: Surface) {
  const whatToDo = whatToDoOf({ say });
  const before = place === 'computer' ? 'other' : place;
  const happened = (code: ErrorCode): string => {
    if (code === 'no-usable-method')
      return say('error.no-usable-method.happened', { place: before });
    return isCause(code) ? say(`cause.${code}`) : say(`error.${code}.happened`);
  };
  return allOf(ERROR_CODES, (code) => ({
    title: say(`error.${code}.title`),
    whatHappened: happened(code),
    whatToDo: whatToDo(code, 'same-method'),
  }));
}

/** `restart` selects "Start again" where the login cannot continue. */
export function whatToDoOf({
  say,
}: Pick<Messages, 'say'>): (code: ErrorCode, advice: Advice) => string {
  return (code, advice) => {
    // Messages without an `advice` argument ignore it.
    const key = keyOf(code) as 'error.once-more';
    return say(key, { advice: advice === 'restart' ? 'restart' : 'other' });
  };
}

function keyOf(code: ErrorCode): MessageKey {
  if (isOneOf(TELL_ADMINISTRATOR, code)) return 'error.tell-administrator';
  if (isOneOf(ONCE_MORE, code)) return 'error.once-more';
  if (isOneOf(LOG_IN_THERE, code)) return 'remedy.log-in-there';
  return `error.${code}.to-do`;
}
