import { isMethod, METHODS } from '../service/methods.ts';
import type { Arguments, ParsedOptions } from './arguments.ts';
import { isEmailAddress, isIpAddress, isPhoneNumber } from './address-formats.ts';

/** Ends Gatehouse's own arguments; the gate's command follows it. */
export const SEPARATOR = '--';

/**
 * The descriptors for the result and the verdict have one digit, because a POSIX shell need not
 * name others (POSIX.1-2017, shell 2.7), and a caller may be a shell.
 */
const FIRST_RESULT_DESCRIPTOR = 3;
const LAST_DESCRIPTOR = 9;

const LONGEST_SECONDS = 86_400;
const LONGEST_NONCE = 512;

type CommandName = Extract<
  Arguments['command'],
  'window' | 'gate' | 'check' | 'keys' | 'config' | 'doctor'
>;

/** All facts about one option, except its field of `Arguments`. */
export type Option = Readonly<{
  commands: readonly CommandName[];
  /** The placeholder of the value in `--help`; null for an option without a value. */
  metavar: string | null;
  /** What the value is, for error messages; null for an option without a value. */
  value: string | null;
  /** The description in `--help` and docs/command-line.md, without a full stop. */
  help: string;
  /**
   * Sets the option's member.
   *
   * @returns the reason why the value is refused, or null
   */
  set: (options: ParsedOptions, value: string) => string | null;
}>;

const EVERY = ['window', 'gate', 'check', 'keys', 'config', 'doctor'] as const;
const LOGINS = ['window', 'gate', 'check'] as const;
const DECIDING = ['gate', 'check'] as const;

/**
 * The options, in the order of `--help`. `--help`, docs/command-line.md, error messages and
 * launcher/common/tables.h are made from them.
 */
export const OPTIONS: ReadonlyMap<string, Option> = new Map(
  Object.entries<Option>({
    '--config': text('config', EVERY, 'FILE', 'a file', 'Take the configuration from FILE'),
    '--log-file': text(
      'logFile',
      EVERY,
      'FILE',
      'a file',
      'Append what happens to FILE, one JSON object a line, without secrets',
    ),
    '--user': text(
      'user',
      LOGINS,
      'NAME',
      'a name',
      'The username to begin with; in the window the login begins with Continue',
    ),
    '--user-email': {
      ...detail('userEmail', 'an e-mail address', isEmailAddress, 'name@example.com'),
      metavar: 'EMAIL',
      help: 'The email address of that person, for the service; only where "login.details" is "caller"',
    },
    '--user-phone': {
      ...detail('userPhone', 'a telephone number', isPhoneNumber, '+49 30 123456'),
      metavar: 'PHONE',
      help: 'The phone number of that person; likewise',
    },
    '--user-ip': {
      ...detail('userIp', 'an IP address', isIpAddress, '192.0.2.7 or 2001:db8::7'),
      metavar: 'IP',
      help: 'The public IP address of that person, version 4 or 6; likewise',
    },
    '--method': {
      commands: DECIDING,
      metavar: 'METHOD',
      value: 'a method',
      help: `Start this method as soon as the service offers it; in the window after Continue: ${METHODS.join(', ')}`,
      set: setMethod,
    },
    '--timeout': {
      commands: DECIDING,
      metavar: 'SECONDS',
      value: 'seconds',
      help: `End the login after this time (1 to ${LONGEST_SECONDS}), sleep included; the person cannot extend it`,
      set: setTimeout,
    },
    '--no-ui': flag(
      'noUi',
      DECIDING,
      'On the terminal instead of in a window; without a terminal, and on Windows, give --user and --method',
    ),
    '--plain': flag(
      'plain',
      DECIDING,
      'On the terminal: line after line, the QR code as text, nothing drawn or moved (for screen readers)',
    ),
    '--nonce': {
      commands: DECIDING,
      metavar: 'VALUE',
      value: 'a value',
      help: 'Bind the ticket to VALUE, so that it counts for one start of the client only',
      set: setNonce,
    },
    '--status-fd': {
      commands: DECIDING,
      metavar: 'N',
      value: 'a descriptor',
      help: `Write the verdict, without a ticket, as JSON to the open descriptor N (1 to ${LAST_DESCRIPTOR})`,
      set: setStatusDescriptor,
    },
    '--status-file': text(
      'statusFile',
      DECIDING,
      'FILE',
      'a file',
      'Write the same to FILE (mode 0600), whole or not at all, in a folder that no other account can change; what an earlier login wrote is removed at the start',
    ),
    '--result': {
      commands: ['gate'],
      metavar: 'WHERE',
      value: 'stdin, fd:N or none',
      help: `Where the command finds the result as one line of JSON: fd:N (${FIRST_RESULT_DESCRIPTOR} to ${LAST_DESCRIPTOR}; without it the lowest free one from ${FIRST_RESULT_DESCRIPTOR} on), stdin (before what was there), none; GATEHOUSE_RESULT_FD tells the command`,
      set: setResult,
    },
    '--passcode-stdin': flag(
      'passcodeStdin',
      ['check'],
      'With --no-ui: read codes from standard input, one line for each',
    ),
    '--json': flag(
      'json',
      ['check', 'keys', 'config', 'doctor'],
      'Print JSON on standard output: the verdict (with a ticket when the person may go on), the key, the configuration, the report',
    ),
    '--yes': flag(
      'yes',
      ['keys'],
      'Of keys forget: remove them without a question, as in a script',
    ),
    '--signed-answers': flag(
      'signedAnswers',
      ['keys'],
      'Of keys forget: keep the keys, and forget which answers of the service were signed',
    ),
    '--bundle': text(
      'bundle',
      ['doctor'],
      'FILE',
      'a file',
      'Print what support needs, without secrets and names, and write it to FILE (mode 0600), which must not exist; with --log-file the end of that log too',
    ),
  }),
);

function text(
  key: 'config' | 'user' | 'logFile' | 'statusFile' | 'bundle',
  commands: Option['commands'],
  metavar: string,
  value: string,
  help: string,
): Option {
  return {
    commands,
    metavar,
    value,
    help,
    set: (options, argument) => {
      options[key] = argument;
      return null;
    },
  };
}

/**
 * An option about the person. Its messages do not repeat the value, because it is personal and
 * messages are logged.
 */
function detail(
  key: 'userEmail' | 'userPhone' | 'userIp',
  value: string,
  isWellFormed: (text: string) => boolean,
  example: string,
): Omit<Option, 'metavar' | 'help'> {
  return {
    commands: LOGINS,
    value,
    set: (options, argument) => {
      if (!isWellFormed(argument))
        return `must be ${value}, such as ${example}; leave it out where there is none`;
      options[key] = argument;
      return null;
    },
  };
}

function flag(
  key: 'noUi' | 'plain' | 'json' | 'passcodeStdin' | 'yes' | 'signedAnswers',
  commands: Option['commands'],
  help: string,
): Option {
  return {
    commands,
    metavar: null,
    value: null,
    help,
    set: (options) => {
      options[key] = true;
      return null;
    },
  };
}

function setMethod(options: ParsedOptions, value: string): string | null {
  if (!isMethod(value)) return `knows ${METHODS.join(', ')}`;
  options.method = value;
  return null;
}

function setTimeout(options: ParsedOptions, value: string): string | null {
  const seconds = /^\d{1,6}$/.test(value) ? Number(value) : 0;
  if (seconds < 1 || seconds > LONGEST_SECONDS)
    return `must be a whole number from 1 to ${LONGEST_SECONDS}`;
  options.timeoutSeconds = seconds;
  return null;
}

function setNonce(options: ParsedOptions, value: string): string | null {
  if (value.length > LONGEST_NONCE || /\p{Cc}/u.test(value)) {
    return `must be at most ${LONGEST_NONCE} characters, without control characters`;
  }
  options.nonce = value;
  return null;
}

function setResult(options: ParsedOptions, value: string): string | null {
  const number = /^fd:([3-9])$/.exec(value)?.[1];
  if (number !== undefined) options.result = { kind: 'descriptor', number: Number(number) };
  else if (value === 'stdin' || value === 'none') options.result = { kind: value };
  else return `knows stdin, none, and fd:${FIRST_RESULT_DESCRIPTOR} to fd:${LAST_DESCRIPTOR}`;
  return null;
}

function setStatusDescriptor(options: ParsedOptions, value: string): string | null {
  if (!/^[1-9]$/.test(value)) return `must be an open descriptor from 1 to ${LAST_DESCRIPTOR}`;
  options.statusDescriptor = Number(value);
  return null;
}
