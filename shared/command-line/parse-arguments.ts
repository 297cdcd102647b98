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
 * Parses the command line. The first `--` ends Gatehouse's own arguments, and the gate's command
 * follows it. No option carries a secret, because on Linux every account can read the arguments of
 * all processes.
 *
 * @param argv arguments after the `--` that ends Electron's switches
 */
export function parseArguments(argv: readonly string[]): Result<Arguments, UsageError> {
  const separator = argv.indexOf(SEPARATOR);
  const ownArguments = separator === -1 ? argv : argv.slice(0, separator);
  const [firstWord] = ownArguments;
  const options = defaultOptions(
    NAMED_COMMANDS.find((command) => command === firstWord) ?? 'window',
  );
  if (separator !== -1 && options.command === 'window') options.command = 'gate';
  options.exitCodeAdmits = separator !== -1 || options.command === 'check';
  const start = verbAndFirstOption(ownArguments, options.command);
  if (!start.ok) return start;
  options.verb = start.value.verb;
  const givenNames = new Set<string>();
  for (let index = start.value.optionIndex; index < ownArguments.length; index += 1) {
    const word = ownArguments[index] ?? '';
    const information = INFORMATION.get(word);
    if (information !== undefined) {
      // SECURITY: SEC-29 no word behind `--help` or `--version` is parsed, so any may be the
      // command `check`.
      options.exitCodeAdmits ||= ownArguments.includes('check', index);
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
    const [name = '', ...valueParts] = word.split('=');
    const hasAttachedValue = valueParts.length > 0;
    const option = OPTIONS.get(name);
    // The error names the option without its value, which may be personal.
    const refuse = (reason: string): Result<never, UsageError> =>
      failure({ argument: name, reason });
    if (!option) return refuse(reasonForUnknown(word, ownArguments));
    if (!option.commands.some((command) => command === options.command)) {
      return refuse(`is an option of ${option.commands.map(nameOf).join(' and ')} only`);
    }
    if (givenNames.has(name)) return refuse('was given more than once');
    givenNames.add(name);
    if (option.value === null) {
      if (hasAttachedValue) return refuse('takes no value');
      option.set(options, '');
      continue;
    }
    if (!hasAttachedValue) index += 1;
    const value = hasAttachedValue ? valueParts.join('=') : ownArguments[index];
    if (value === undefined || value === '') return refuse(`needs ${option.value}`);
    if (value.includes('\ufffd')) return refuse('must be valid UTF-8');
    const reason = option.set(options, value);
    if (reason !== null) return refuse(reason);
  }
  const gateCommand = separator === -1 ? null : argv.slice(separator + 1);
  return contradiction(options, gateCommand) ?? success(options);
}

function defaultOptions(command: ParsedOptions['command']): ParsedOptions {
  return {
    command,
    exitCodeAdmits: false,
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

/**
 * The second word of the command, null without one, and the index of the first argument behind the
 * words.
 */
function verbAndFirstOption(
  ownArguments: readonly string[],
  command: ParsedOptions['command'],
): Result<Readonly<{ verb: Verb | null; optionIndex: number }>, UsageError> {
  if (!NAMED_COMMANDS.some((name) => name === command))
    return success({ verb: null, optionIndex: 0 });
  const [, secondWord] = ownArguments;
  const verbs = verbsOf(command);
  const verb = verbs.find((known) => known === secondWord) ?? null;
  if (verb !== null) return success({ verb, optionIndex: 2 });
  if (verbs.length === 0 || secondWord === '--help') return success({ verb: null, optionIndex: 1 });
  const knownVerbs = verbs
    .map((name) => `"${name}"`)
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
  return failure({ argument: command, reason: `knows ${knownVerbs} only` });
}

/** The options about the person, with their members of `Arguments`. */
export const DETAILS = [
  ['--user-email', 'userEmail'],
  ['--user-phone', 'userPhone'],
  ['--user-ip', 'userIp'],
] as const;

/**
 * The first conflict of options, or a missing or misplaced command; null if there is none.
 *
 * @param gateCommand the words after `--`; null if there is no `--`
 */
function contradiction(
  options: ParsedOptions,
  gateCommand: readonly string[] | null,
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
  if (gateCommand === null) return null;
  if (options.command !== 'gate')
    return failure({ argument: SEPARATOR, reason: `${options.command} takes no command` });
  if ((gateCommand[0] ?? '') === '')
    return failure({ argument: SEPARATOR, reason: 'must be followed by a command' });
  return null;
}

function nameOf(command: string): string {
  if (command === 'window') return 'the window';
  return command === 'gate' ? 'the gate' : command;
}

/** Why an argument that is no option is refused, and what may have been meant. */
function reasonForUnknown(word: string, ownArguments: readonly string[]): string {
  const [name = ''] = word.split('=');
  if (name === '--help' || name === '--version') return 'takes no value';
  const isCommand = (text: string | undefined): boolean =>
    NAMED_COMMANDS.some((command) => command === text);
  const [firstWord] = ownArguments;
  if (isCommand(word) && !isCommand(firstWord)) {
    return `must be the first word: gatehouse ${word} ${firstWord?.split('=')[0] ?? ''} …`;
  }
  const knownWords = [...OPTIONS.keys(), '--help', '--version', ...NAMED_COMMANDS];
  // A word that is known, but in the wrong place, would be suggested for itself.
  const isMisplaced = isCommand(name) || knownWords.includes(name);
  const suggestion = isMisplaced ? undefined : nearest(name, knownWords);
  return `is not known${suggestion ? `; did you mean ${suggestion}?` : ''}`;
}
