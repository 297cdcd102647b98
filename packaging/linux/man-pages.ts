/**
 * The manual pages of an installed Gatehouse, made from the rows that the program itself reads:
 * gatehouse(1) from the options and exit codes, gatehouse-config(5) from the configuration's
 * schema. Roff with the macros of man(7).
 */
import { COMMANDS, usageOf } from '../../shared/command-line/commands.ts';
import { INFORMATION_OPTIONS, namesOf } from '../../shared/command-line/usage.ts';
import { OPTIONS } from '../../shared/command-line/options.ts';
import { ALLOWED_OUTCOMES, EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { configKeys, kindOf } from '../../scripts/lib/reference/config-schema.ts';
import { OUTCOME_DESCRIPTIONS } from '../../scripts/lib/reference/outcome-descriptions.ts';
import { fillTemplate } from '../../scripts/lib/template.ts';

/** The version, and its date as `YYYY-MM-DD`. */
type Edition = { version: string; date: string };

/** gatehouse(1). */
export function programPage({ version, date }: Edition) {
  const options = [...OPTIONS].map(([name, { commands, metavar, help }]) =>
    entry(optionName(name, metavar), `${help}. (${namesOf(commands)})`),
  );
  const alone = [...INFORMATION_OPTIONS].map(([name, help]) =>
    entry(optionName(name, null), `${help}.`),
  );
  const words: Readonly<Record<string, string>> = OUTCOME_DESCRIPTIONS;
  const codes = [
    ...ALLOWED_OUTCOMES.map((outcome) => [outcome, 0] as const),
    ...Object.entries(EXIT_CODES),
  ];
  return fillTemplate('packaging/linux/gatehouse.1', {
    VERSION: version,
    DATE: date,
    SYNOPSIS: COMMANDS.map((row) => `.B ${escaped(usageOf(row))}`).join('\n.br\n'),
    COMMANDS: COMMANDS.map((row) => entry(`.B ${escaped(usageOf(row))}`, row.help)).join('\n'),
    OPTIONS: [...options, ...alone].join('\n'),
    CODES: codes
      .map(([name, code]) => entry(`.B ${code}`, `${name}: ${words[name] ?? ''}`))
      .join('\n'),
  });
}

/** gatehouse-config(5). */
export function configPage({ version, date }: Edition) {
  const keys = configKeys().map(({ key, schema, fallback, isSection, isManagedOnly, words }) => {
    const facts = [
      `Value: ${plain(kindOf(schema))}.`,
      fallback === undefined ? '' : `Default: ${JSON.stringify(fallback)}.`,
      isManagedOnly ? 'Managed only.' : '',
    ];
    const shown = isSection ? [] : facts.filter((fact) => fact !== '');
    return entry(`.B ${escaped(key)}`, [words, ...shown].join(' '));
  });
  return fillTemplate('packaging/linux/gatehouse-config.5', {
    VERSION: version,
    DATE: date,
    KEYS: keys.join('\n'),
  });
}

const optionName = (name: string, metavar: string | null) =>
  metavar === null ? `.B ${escaped(name)}` : `.BI ${escaped(name)} " ${escaped(metavar)}"`;

/** A term, as a request of roff, and its meaning. */
const entry = (term: string, text: string) => `.TP\n${term}\n${escaped(plain(text))}`;

/** Markdown's code marks and links do not belong on a manual page. */
const plain = (text: string) =>
  text.replace(/(`+)(.*?)\1/g, '$2').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/**
 * Text that roff takes as text: no escapes, no requests at the beginning of a line, hyphens that
 * can be copied.
 */
const escaped = (text: string) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
