import { COMMANDS, usageOf } from './commands.ts';
import { OPTIONS, type Option } from './options.ts';

/** Width of a narrow terminal. */
const COLUMNS = 80;
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

/** Options that end parsing. */
export const ALONE: ReadonlyMap<string, string> = new Map([
  ['--help', 'This text'],
  ['--version', 'The version'],
]);

/** Names a group of options, for `--help` and docs/command-line.md. */
export function namesOf(commands: Option['commands']): string {
  const wanted = commands.join();
  if (wanted === 'window,gate,check,keys,config,doctor') return 'all';
  return wanted === 'window,gate,check' ? 'every login' : commands.join(', ');
}

export const USAGE = [INTRODUCTION, ...sections(), EXIT_CODES_IN_SHORT].join('\n');

function sections(): readonly string[] {
  const byCommands = new Map<string, string>();
  for (const [name, { commands, metavar, help }] of OPTIONS) {
    const title = namesOf(commands);
    const lines = byCommands.get(title) ?? `Options of ${title}:\n`;
    byCommands.set(title, lines + entry(metavar === null ? name : `${name} ${metavar}`, help));
  }
  const alone = [...ALONE].map(([name, help]) => entry(name, help)).join('');
  return [...byCommands].map(([title, text]) => (title === 'all' ? text + alone : text));
}

function entry(name: string, help: string): string {
  const lines = [''];
  for (const word of help.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && HELP_COLUMN + line.length + 1 + word.length > COLUMNS) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  const indent = ' '.repeat(HELP_COLUMN);
  return `${`  ${name}`.padEnd(HELP_COLUMN - 1)} ${lines.join(`\n${indent}`)}\n`;
}
