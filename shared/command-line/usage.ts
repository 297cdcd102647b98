import { COMMANDS, usageOf } from './commands.ts';
import { OPTIONS, type Option } from './options.ts';

/** The width of the whole text, in characters: that of a narrow terminal. */
const COLUMNS = 80;
/** The column, in characters, at which the help of each option begins. */
const HELP_COLUMN = 22;

const INTRODUCTION = `Usage: ${COMMANDS.map(usageOf).join('\n       ')}

With a command: lets the person log in, then becomes the command. If the login
fails, the command never starts. "check" logs in once, and its exit code says
whether the person may go on. With neither, the login window opens, to look at.
"keys import" stores the secret key and the system token in the key store of the
operating system, "keys status" says how they stand and prints the public key
that verifies tickets, "keys forget" removes them. "config" checks the
configuration, and prints what counts. "doctor" says what is wrong between this
computer and the service.
`;

const EXIT_CODES_IN_SHORT = `Exit codes: the command's own once it runs (126 not executable, 127 not found);
0 allowed (check), 64 usage, 69 unreachable, 70 internal, 75 not now,
76 protocol, 77 denied, 78 misconfigured, 130 cancelled.
`;

/**
 * The options that every command takes beside those of `OPTIONS`. The parser reads nothing after
 * one of them.
 */
export const INFORMATION_OPTIONS: ReadonlyMap<string, string> = new Map([
  ['--help', 'This text'],
  ['--version', 'The version'],
]);

/** The name of the group of commands that take an option, for `--help` and docs/command-line.md. */
export function namesOf(commands: Option['commands']): string {
  const names = commands.join(', ');
  if (names === 'window, gate, check, keys, config, doctor') return 'all';
  return names === 'window, gate, check' ? 'every login' : names;
}

export const USAGE = [INTRODUCTION, ...sections(), EXIT_CODES_IN_SHORT].join('\n');

function sections(): readonly string[] {
  const textByGroup = new Map<string, string>();
  for (const [name, { commands, metavar, help }] of OPTIONS) {
    const group = namesOf(commands);
    const text = textByGroup.get(group) ?? `Options of ${group}:\n`;
    const nameAndValue = metavar === null ? name : `${name} ${metavar}`;
    textByGroup.set(group, text + entry(nameAndValue, help));
  }
  const information = [...INFORMATION_OPTIONS].map(([name, help]) => entry(name, help)).join('');
  return [...textByGroup].map(([group, text]) => (group === 'all' ? text + information : text));
}

/** One option with its help, which is wrapped at `COLUMNS` and indented to `HELP_COLUMN`. */
function entry(name: string, help: string): string {
  const lines = [''];
  for (const word of help.split(' ')) {
    const line = lines.at(-1) ?? '';
    const isFull = HELP_COLUMN + line.length + 1 + word.length > COLUMNS;
    if (line !== '' && isFull) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  const indent = ' '.repeat(HELP_COLUMN);
  const nameColumn = `  ${name}`.padEnd(HELP_COLUMN - 1);
  return `${nameColumn} ${lines.join(`\n${indent}`)}\n`;
}
