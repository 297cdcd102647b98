/**
 * One form of the command line. `--help`, the manual page and the completions are made from these
 * rows.
 */
type CommandRow = Readonly<{
  /** The first word; null for the window and the gate, which have none. */
  word: 'check' | 'keys' | 'config' | 'doctor' | null;
  /** The second word, or null. */
  verb: string | null;
  /** The options and arguments after the words, as the usage line shows them. */
  rest: string;
  /** What the command does, in whole sentences. */
  help: string;
}>;

export const COMMANDS = [
  {
    word: null,
    verb: null,
    rest: '[options] -- command [arguments]',
    help: 'Lets the person log in, then becomes the command. If the login fails, the command never starts.',
  },
  {
    word: 'check',
    verb: null,
    rest: '[options]',
    help: 'Lets the person log in once. The exit code is the verdict.',
  },
  {
    word: null,
    verb: null,
    rest: '[options]',
    help: 'Opens the login window, to try a configuration. Its exit code is no verdict.',
  },
  {
    word: 'keys',
    verb: 'import',
    rest: '',
    help: 'Stores the secret key and the system token in the key store of the operating system. They are asked for on a terminal, else read from standard input: the secret key on the first line, the system token on the second.',
  },
  {
    word: 'keys',
    verb: 'status',
    rest: '[--json]',
    help: 'Says how both stand in the key store, with a fingerprint of the secret key, and prints where the key that signs tickets is kept, and its public half.',
  },
  {
    word: 'keys',
    verb: 'forget',
    rest: '[--yes | --signed-answers]',
    help: 'Removes the secret key and the system token from the key store, after a question. With --signed-answers it leaves them, and forgets which answers of the service were signed.',
  },
  {
    word: 'config',
    verb: 'validate',
    rest: '[FILE] [--json]',
    help: 'Checks the configuration, or FILE alone, and prints every fault and warning.',
  },
  {
    word: 'config',
    verb: 'show',
    rest: '[--json]',
    help: 'Prints the values that count, and the file that each came from. Secrets are left out.',
  },
  {
    word: 'doctor',
    verb: null,
    rest: '[--json]',
    help: 'Says what is wrong between this computer and the service.',
  },
] as const satisfies readonly CommandRow[];

export const COMMAND_WORDS: Readonly<Record<NonNullable<CommandRow['word']>, string>> = {
  check: 'Let the person log in once; the exit code is the verdict',
  keys: 'The keys of this account: store them, look at them, remove them',
  config: 'Check and show the configuration',
  doctor: 'What is wrong between this computer and the service',
};

export type Verb = NonNullable<(typeof COMMANDS)[number]['verb']>;

/** The second words that a first word takes; empty if it takes none. */
export function verbsOf(word: string): readonly Verb[] {
  return COMMANDS.flatMap((row) => (row.word === word && row.verb !== null ? [row.verb] : []));
}

export function usageOf({ word, verb, rest }: CommandRow): string {
  return ['gatehouse', word, verb, rest].filter((part) => part !== null && part !== '').join(' ');
}
