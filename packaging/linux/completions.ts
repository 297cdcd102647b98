/** Completions of the shells, made from the rows of the commands and options (shared/command-line). */
import { COMMAND_WORDS, verbsOf } from '../../shared/command-line/commands.ts';
import { INFORMATION_OPTIONS } from '../../shared/command-line/usage.ts';
import { OPTIONS } from '../../shared/command-line/options.ts';
import { METHODS } from '../../shared/service/methods.ts';
import { fillTemplate } from '../../scripts/lib/template.ts';

const WORDS = Object.keys(COMMAND_WORDS);
/** The first words that a second one follows, and those. */
const VERBS = WORDS.flatMap((word) =>
  verbsOf(word).length === 0 ? [] : [{ word, verbs: verbsOf(word) }],
);
const FILES = [...OPTIONS].flatMap(([name, { metavar }]) => (metavar === 'FILE' ? [name] : []));
const VALUES = [...OPTIONS].flatMap(([name, { metavar }]) => (metavar === null ? [] : [name]));
const NAMES = [...OPTIONS.keys(), ...INFORMATION_OPTIONS.keys()];

/**
 * For /usr/share/bash-completion/completions. Behind `--` the command is completed as if it stood
 * alone.
 */
export const bashCompletion = () =>
  fillTemplate('packaging/linux/completion.bash', {
    FILES: FILES.join(' | '),
    METHODS: METHODS.join(' '),
    VERBS: VERBS.map(
      ({ word, verbs }) =>
        `    ${word}) mapfile -t COMPREPLY < <(compgen -W '${verbs.join(' ')}' -- "$word"); return ;;`,
    ).join('\n'),
    VALUES: VALUES.filter((name) => !FILES.includes(name) && name !== '--method').join(' | '),
    WORDS: [...WORDS, ...NAMES].join(' '),
    NAMES: NAMES.join(' '),
  });

/** For the site functions of zsh. */
export function zshCompletion() {
  const actions: Record<string, string> = { FILE: '_files', METHOD: `(${METHODS.join(' ')})` };
  const options = [...OPTIONS].map(([name, { metavar, help }]) => {
    const what = `[${help.replace(/[[\]:]/g, '\\$&')}]`;
    return metavar === null
      ? `${name}${what}`
      : `${name}=${what}:${metavar}:${actions[metavar] ?? ''}`;
  });
  const alone = [...INFORMATION_OPTIONS].map(([name, help]) => `(- *)${name}[${help}]`);
  const commands = Object.entries(COMMAND_WORDS).map(
    ([name, help]) => `${name}\\:${help.replace(/[ ;]/g, '\\$&')}`,
  );
  const lines = [...options, ...alone, `1:command:((${commands.join(' ')}))`, '*::command:_normal'];
  return `#compdef gatehouse\n_arguments -S \\\n  ${lines.map(quoted).join(' \\\n  ')}\n`;
}

/** For /usr/share/fish/vendor_completions.d. */
export function fishCompletion() {
  const first = '__fish_use_subcommand';
  const values: Record<string, string> = {
    FILE: ' -r -F',
    METHOD: ` -x -a ${quoted(METHODS.join(' '))}`,
  };
  return [
    '# fish completion of gatehouse',
    ...Object.entries(COMMAND_WORDS).map(
      ([name, help]) => `complete -c gatehouse -f -n ${first} -a ${name} -d ${quoted(help)}`,
    ),
    ...VERBS.map(
      ({ word, verbs }) =>
        `complete -c gatehouse -f -n '__fish_seen_subcommand_from ${word}' -a ${quoted(verbs.join(' '))}`,
    ),
    "complete -c gatehouse -n '__fish_seen_subcommand_from validate' -F",
    ...[...OPTIONS].map(([name, { metavar, help }]) => {
      const value = metavar === null ? '' : (values[metavar] ?? ' -x');
      return `complete -c gatehouse -l ${name.slice(2)}${value} -d ${quoted(help)}`;
    }),
    ...[...INFORMATION_OPTIONS].map(
      ([name, help]) => `complete -c gatehouse -l ${name.slice(2)} -d ${quoted(help)}`,
    ),
    '',
  ].join('\n');
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
