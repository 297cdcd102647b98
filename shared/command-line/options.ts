import { isMethod, METHODS } from '../service/methods.ts';
import type { Arguments, ParsedOptions } from './arguments.ts';
import { isEmailAddress, isIpAddress, isPhoneNumber } from './address-formats.ts';

/** Ends our words; behind it stands the command. */
export const SEPARATOR = '--';

/** Descriptors that a POSIX shell can name, so that the launcher can: one digit (POSIX.1-2017, shell 2.7). */
export const FIRST_RESULT_DESCRIPTOR = 3;
const LAST_DESCRIPTOR = 9;

const LONGEST_SECONDS = 86_400;
const LONGEST_NONCE = 512;

type CommandName = Extract<Arguments['command'], 'window' | 'gate' | 'check' | 'keys' | 'doctor'>;

/** One option of the command line. To add one: a row below, a field of `Arguments`, a line of `USAGE` and of docs/command-line.md. */
export type Option = Readonly<{
  commands: readonly CommandName[];
  /** What the value is; null for a switch. */
  value: string | null;
  /** @returns the reason why the value is refused */
  take: (found: ParsedOptions, value: string) => string | null;
}>;

const EVERY = ['window', 'gate', 'check', 'keys', 'doctor'] as const;
const LOGINS = ['window', 'gate', 'check'] as const;
const DECIDING = ['gate', 'check'] as const;
const CHECK = ['check'] as const;

/** Every option by its name. The launcher knows which of them take a value (`launcher/`). */
export const OPTIONS: ReadonlyMap<string, Option> = new Map<string, Option>([
  ['--config', text('config', 'a file', EVERY)],
  ['--user', text('user', 'a name', LOGINS)],
  ['--user-email', detail('userEmail', 'an e-mail address', isEmailAddress, 'name@example.com')],
  ['--user-phone', detail('userPhone', 'a telephone number', isPhoneNumber, '+49 30 123456')],
  ['--user-ip', detail('userIp', 'an IP address', isIpAddress, '192.0.2.7 or 2001:db8::7')],
  ['--log-file', text('logFile', 'a file', EVERY)],
  ['--method', { commands: DECIDING, value: 'a method', take: takeMethod }],
  ['--timeout', { commands: DECIDING, value: 'seconds', take: takeTimeout }],
  ['--no-ui', flag('noUi', DECIDING)],
  ['--plain', flag('plain', DECIDING)],
  ['--json', flag('json', ['check', 'keys', 'doctor'])],
  ['--nonce', { commands: DECIDING, value: 'a value', take: takeNonce }],
  ['--passcode-stdin', flag('passcodeStdin', CHECK)],
  ['--result', { commands: ['gate'], value: 'stdin, fd:N or none', take: takeResult }],
  ['--status-fd', { commands: DECIDING, value: 'a descriptor', take: takeStatusDescriptor }],
  ['--status-file', text('statusFile', 'a file', DECIDING)],
]);

function text(
  key: 'config' | 'user' | 'logFile' | 'statusFile',
  value: string,
  commands: Option['commands'],
): Option {
  return {
    commands,
    value,
    take: (found, given) => {
      found[key] = given;
      return null;
    },
  };
}

/** A detail of the person. What was given is not said back: it is the person's, and errors are written to logs. */
function detail(
  key: 'userEmail' | 'userPhone' | 'userIp',
  value: string,
  isWellFormed: (text: string) => boolean,
  example: string,
): Option {
  return {
    commands: LOGINS,
    value,
    take: (found, given) => {
      if (!isWellFormed(given))
        return `must be ${value}, such as ${example}; leave it out where there is none`;
      found[key] = given;
      return null;
    },
  };
}

function flag(key: 'noUi' | 'plain' | 'json' | 'passcodeStdin', commands: Option['commands']): Option {
  return {
    commands,
    value: null,
    take: (found) => {
      found[key] = true;
      return null;
    },
  };
}

function takeMethod(found: ParsedOptions, value: string): string | null {
  if (!isMethod(value)) return `knows ${METHODS.join(', ')}`;
  found.method = value;
  return null;
}

function takeTimeout(found: ParsedOptions, value: string): string | null {
  const seconds = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (seconds < 1 || seconds > LONGEST_SECONDS) return `must be a whole number from 1 to ${LONGEST_SECONDS}`;
  found.timeoutSeconds = seconds;
  return null;
}

function takeNonce(found: ParsedOptions, value: string): string | null {
  if (value.length > LONGEST_NONCE || /\p{Cc}/u.test(value)) {
    return `must be at most ${LONGEST_NONCE} characters, without control characters`;
  }
  found.nonce = value;
  return null;
}

function takeResult(found: ParsedOptions, value: string): string | null {
  const number = /^fd:([3-9])$/.exec(value)?.[1];
  if (number !== undefined) found.result = { kind: 'descriptor', number: Number(number) };
  else if (value === 'stdin' || value === 'none') found.result = { kind: value };
  else return `knows stdin, none, and fd:${FIRST_RESULT_DESCRIPTOR} to fd:${LAST_DESCRIPTOR}`;
  return null;
}

function takeStatusDescriptor(found: ParsedOptions, value: string): string | null {
  if (!/^[1-9]$/.test(value)) return `must be an open descriptor from 1 to ${LAST_DESCRIPTOR}`;
  found.statusDescriptor = Number(value);
  return null;
}
