import { failure, success, type Result } from '../result.ts';
import type { Arguments, ParsedOptions, UsageError } from './arguments.ts';
import { verbsOf, type Verb } from './commands.ts';
import { nearest } from './nearest-word.ts';
import { OPTIONS, SEPARATOR } from './options.ts';

const NAMED_COMMANDS = ['check', 'keys', 'config', 'doctor'] as const;

const INFORMATION: ReadonlyMap<string, 'help' | 'version'> = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
]);

/**
 * No option carries a secret. The first `--` ends Gatehouse's own arguments; the gate's command follows.
 *
 * @param argv arguments after the `--` that ends Electron's switches
 */
export function parseArguments(argv: readonly string[]): Result<Arguments, UsageError> {
  const separator = argv.indexOf(SEPARATOR);
  const own = separator === -1 ? argv : argv.slice(0, separator);
  const [first] = own;
  const options = noOptions(NAMED_COMMANDS.find((command) => command === first) ?? 'window');
  if (separator !== -1 && options.command === 'window') options.command = 'gate';
  options.decides = separator !== -1 || options.command === 'check';
  const start = firstOption(own, options.command);
  if (!start.ok) return start;
  options.verb = start.value.verb;
  const seen = new Set<string>();
  for (let index = start.value.index; index < own.length; index += 1) {
    const word = own[index] ?? '';
    const information = INFORMATION.get(word);
    if (information !== undefined) {
      // SECURITY: SEC-29 nothing behind it is parsed, so any word may be the command.
      options.decides ||= own.includes('check', index);
      return success({ ...options, command: information });
    }
    if (options.verb === 'validate' && options.file === null && !word.startsWith('-')) {
      if (word === '')
        return failure({ argument: 'validate', reason: 'needs a file, or no argument' });
      if (word.includes('\ufffd'))
        return failure({ argument: 'validate', reason: 'must be valid UTF-8' });
      options.file = word;
      continue;
    }
    const [name = '', ...attached] = word.split('=');
    const option = OPTIONS.get(name);
    // Report the name without the value, which may be personal.
    const refuse = (reason: string): Result<never, UsageError> =>
      failure({ argument: name, reason });
    if (!option) return refuse(unknown(word, own));
    if (!option.commands.some((command) => command === options.command)) {
      return refuse(`is an option of ${option.commands.map(nameOf).join(' and ')} only`);
    }
    if (seen.has(name)) return refuse('was given more than once');
    seen.add(name);
    if (option.value === null) {
      if (attached.length > 0) return refuse('takes no value');
      option.set(options, '');
      continue;
    }
    if (attached.length === 0) index += 1;
    const value = attached.length > 0 ? attached.join('=') : own[index];
    if (value === undefined || value === '') return refuse(`needs ${option.value}`);
    if (value.includes('\ufffd')) return refuse('must be valid UTF-8');
    const reason = option.set(options, value);
    if (reason !== null) return refuse(reason);
  }
  return (
    contradiction(options, separator === -1 ? null : argv.slice(separator + 1)) ?? success(options)
  );
}

function noOptions(command: ParsedOptions['command']): ParsedOptions {
  return {
    command,
    decides: false,
    verb: null,
    file: null,
    config: null,
    user: null,
    userEmail: null,
    userPhone: null,
    userIp: null,
    logFile: null,
    bundle: null,
    method: null,
    timeoutSeconds: null,
    noUi: false,
    plain: false,
    json: false,
    yes: false,
    signedAnswers: false,
    passcodeStdin: false,
    nonce: null,
    result: { kind: 'descriptor', number: null },
    statusDescriptor: null,
    statusFile: null,
  };
}

function firstOption(
  own: readonly string[],
  command: ParsedOptions['command'],
): Result<Readonly<{ index: number; verb: Verb | null }>, UsageError> {
  if (!NAMED_COMMANDS.some((name) => name === command)) return success({ index: 0, verb: null });
  const verbs = verbsOf(command);
  const verb = verbs.find((known) => known === own[1]) ?? null;
  if (verb !== null) return success({ index: 2, verb });
  if (verbs.length === 0 || own[1] === '--help') return success({ index: 1, verb: null });
  const known = verbs
    .map((name) => `"${name}"`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
  return failure({ argument: command, reason: `knows ${known} only` });
}

export const DETAILS = [
  ['--user-email', 'userEmail'],
  ['--user-phone', 'userPhone'],
  ['--user-ip', 'userIp'],
] as const;

/**
 * The first conflict of options, or a missing or invalid command; null without one.
 *
 * @param command null without `--`
 */
function contradiction(
  options: ParsedOptions,
  command: readonly string[] | null,
): Result<never, UsageError> | null {
  if (options.passcodeStdin && !options.noUi)
    return failure({ argument: '--passcode-stdin', reason: 'needs --no-ui' });
  if (options.yes && options.verb !== 'forget')
    return failure({ argument: '--yes', reason: 'belongs to keys forget' });
  if (options.signedAnswers && options.verb !== 'forget')
    return failure({ argument: '--signed-answers', reason: 'belongs to keys forget' });
  if (options.json && (options.verb === 'import' || options.verb === 'forget'))
    return failure({ argument: '--json', reason: 'belongs to keys status' });
  const detail = DETAILS.find(([, key]) => options[key] !== null);
  if (detail && options.user === null)
    return failure({
      argument: detail[0],
      reason: 'needs --user: name the person that it belongs to',
    });
  if (options.file !== null && options.config !== null)
    return failure({
      argument: '--config',
      reason: 'does not go with a file to validate: give one of them',
    });
  if (command === null) return null;
  if (options.command !== 'gate')
    return failure({ argument: SEPARATOR, reason: `${options.command} takes no command` });
  if ((command[0] ?? '') === '')
    return failure({ argument: SEPARATOR, reason: 'must be followed by a command' });
  return null;
}

const nameOf = (command: string): string =>
  command === 'window' ? 'the window' : command === 'gate' ? 'the gate' : command;

/** Reason to reject an unknown option, with a suggestion. */
function unknown(word: string, own: readonly string[]): string {
  const [name = ''] = word.split('=');
  if (name === '--help' || name === '--version') return 'takes no value';
  const isCommand = (text: string | undefined): boolean =>
    NAMED_COMMANDS.some((command) => command === text);
  if (isCommand(word) && !isCommand(own[0])) {
    return `must be the first word: gatehouse ${word} ${own[0]?.split('=')[0] ?? ''} …`;
  }
  const known = [...OPTIONS.keys(), '--help', '--version', ...NAMED_COMMANDS];
  // Do not suggest a valid, but misplaced word.
  const near = isCommand(name) || known.includes(name) ? undefined : nearest(name, known);
  return `is not known${near ? `; did you mean ${near}?` : ''}`;
}
