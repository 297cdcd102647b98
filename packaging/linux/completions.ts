/** Completions of the shells, made from the rows of the commands and options (shared/command-line). */
import { COMMAND_WORDS, verbsOf } from '../../shared/command-line/commands.ts';
import { ALONE } from '../../shared/command-line/usage.ts';
import { OPTIONS } from '../../shared/command-line/options.ts';
import { METHODS } from '../../shared/service/methods.ts';
import { fillTemplate } from '../../scripts/lib/template.mjs';

const WORDS = Object.keys(COMMAND_WORDS);
/** The first words that a second one follows, and those. */
const VERBS = WORDS.flatMap((word) => (verbsOf(word).length === 0 ? [] : [{ word, verbs: verbsOf(word) }]));
const FILES = [...OPTIONS].flatMap(([name, { metavar }]) => (metavar === 'FILE' ? [name] : []));
const VALUES = [...OPTIONS].flatMap(([name, { metavar }]) => (metavar === null ? [] : [name]));
const NAMES = [...OPTIONS.keys(), ...ALONE.keys()];

/** For /usr/share/bash-completion/completions. Behind `--` the command is completed as if it stood alone. */
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
  const options = [...OPTIONS].map(([name, { metavar, help }]) => {
    const what = `[${help.replace(/[[\]:]/g, '\\$&')}]`;
    if (metavar === null) return `${name}${what}`;
    const action = metavar === 'FILE' ? '_files' : metavar === 'METHOD' ? `(${METHODS.join(' ')})` : '';
    return `${name}=${what}:${metavar}:${action}`;
  });
  const alone = [...ALONE].map(([name, help]) => `(- *)${name}[${help}]`);
  return `#compdef gatehouse
_arguments -S \\
${[...options, ...alone].map((line) => `  ${quoted(line)} \\\n`).join('')}  ${quoted(
    `1:command:((${Object.entries(COMMAND_WORDS)
      .map(([name, help]) => `${name}\\:${help.replace(/[ ;]/g, '\\$&')}`)
      .join(' ')}))`,
  )} \\
  '*::command:_normal'
`;
}

/** For /usr/share/fish/vendor_completions.d. */
export function fishCompletion() {
  const first = '__fish_use_subcommand';
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
      const value =
        metavar === null
          ? ''
          : metavar === 'FILE'
            ? ' -r -F'
            : metavar === 'METHOD'
              ? ` -x -a ${quoted(METHODS.join(' '))}`
              : ' -x';
      return `complete -c gatehouse -l ${name.slice(2)}${value} -d ${quoted(help)}`;
    }),
    ...[...ALONE].map(([name, help]) => `complete -c gatehouse -l ${name.slice(2)} -d ${quoted(help)}`),
    '',
  ].join('\n');
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
