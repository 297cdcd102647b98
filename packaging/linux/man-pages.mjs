/**
 * The manual pages of an installed Gatehouse, made from the rows that the program itself reads: gatehouse(1) from the
 * options and exit codes, gatehouse-config(5) from the configuration's schema. Roff with the macros of man(7).
 */
import { COMMANDS, usageOf } from '../../shared/command-line/commands.ts';
import { ALONE, namesOf } from '../../shared/command-line/usage.ts';
import { OPTIONS } from '../../shared/command-line/options.ts';
import { ALLOWED_OUTCOMES, EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { MANAGED_ONLY } from '../../shared/config/config-schema.ts';
import { configKeys } from '../../scripts/docs/config-schema.ts';
import { kindOf } from '../../scripts/docs/tables.ts';
import { OUTCOME_DESCRIPTIONS } from '../../scripts/docs/descriptions.ts';

/** @typedef {{ version: string, date: string }} Edition the version, and its date as `YYYY-MM-DD` */

const FILES = [
  [
    '/etc/gatehouse/config.json',
    'The managed configuration. It and every folder above it must belong to root and be writable by nobody else.',
  ],
  [
    '~/.config/Gatehouse/config.json',
    "The person's own configuration. Keys that are marked managed only do not count in it where a managed file exists.",
  ],
  ['/opt/gatehouse', 'The program.'],
];

/** gatehouse(1). */
export function programPage(/** @type {Edition} */ edition) {
  const options = [...OPTIONS].map(([name, { commands, metavar, help }]) =>
    entry(optionName(name, metavar), `${help}. (${namesOf(commands)})`),
  );
  const alone = [...ALONE].map(([name, help]) => entry(optionName(name, null), `${help}.`));
  const codes = [
    ...ALLOWED_OUTCOMES.map((outcome) => entry('0', `${outcome}: ${OUTCOME_DESCRIPTIONS[outcome]}`)),
    ...Object.entries(EXIT_CODES).map(([outcome, code]) =>
      entry(
        String(code),
        `${outcome}: ${OUTCOME_DESCRIPTIONS[/** @type {keyof typeof OUTCOME_DESCRIPTIONS} */ (outcome)]}`,
      ),
    ),
  ];
  return page('GATEHOUSE', 1, edition, [
    section('Name', 'gatehouse \\- multi-factor login in front of a program'),
    section('Synopsis', COMMANDS.map((row) => `.B ${escaped(usageOf(row))}`).join('\n.br\n')),
    section(
      'Description',
      paragraph(
        'Asks a person for a second factor: on screens of its own, or on the page of the MFA service where that has one. With a command it is a gate: the command starts only after the login.',
      ),
      ...COMMANDS.map((row) => entry(`.B ${escaped(usageOf(row))}`, row.help, false)),
    ),
    section('Options', ...options, ...alone),
    section(
      'Exit status',
      paragraph(
        'Once the command runs, its own exit status (126: not executable, 127: not found). Before that:',
      ),
      ...codes,
    ),
    section(
      'Environment',
      entry(
        '.B GATEHOUSE_RESULT_FD',
        'Set for the command: the number of the descriptor that holds the result, one line of JSON.',
        false,
      ),
    ),
    section('Files', ...FILES.map(([file = '', what = '']) => entry(`.I ${escaped(file)}`, what, false))),
    section('See also', '.BR gatehouse-config (5)'),
  ]);
}

/** gatehouse-config(5). */
export function configPage(/** @type {Edition} */ edition) {
  const isManaged = (/** @type {string} */ key) =>
    MANAGED_ONLY.some((managed) => key === managed || key.startsWith(`${managed}.`));
  const keys = configKeys().map(({ key, schema, fallback, words }) => {
    if (schema.properties !== undefined) return entry(`.B ${escaped(key)}`, words, false);
    const facts = [
      `Value: ${plain(kindOf(schema))}.`,
      fallback === undefined ? '' : `Default: ${JSON.stringify(fallback)}.`,
      isManaged(key) ? 'Managed only.' : '',
    ];
    return entry(`.B ${escaped(key)}`, [words, ...facts.filter((fact) => fact !== '')].join(' '), false);
  });
  return page('GATEHOUSE-CONFIG', 5, edition, [
    section('Name', 'gatehouse-config \\- the configuration of gatehouse'),
    section(
      'Description',
      paragraph(
        'One JSON object in up to three files. From the highest to the lowest: the managed file, the file that --config names, the file of the person. They are merged key by key; lists are replaced. Nothing is ignored silently: an unknown key, a wrong type or a value out of range ends with exit status 78 and one line that names file, key and reason.',
      ),
      paragraph(
        'Keys that are marked managed only are taken from the managed file alone where it exists, else with --config from that file alone.',
      ),
      paragraph('The least that works:'),
      `.PP\n.nf\n.RS\n${escaped(JSON.stringify(LEAST, null, 2))}\n.RE\n.fi`,
    ),
    section('Keys', ...keys),
    section(
      'Files',
      ...FILES.slice(0, 2).map(([file = '', what = '']) => entry(`.I ${escaped(file)}`, what, false)),
    ),
    section('See also', '.BR gatehouse (1)'),
  ]);
}

const LEAST = {
  service: { baseUrl: 'https://mfa.example.com', systemToken: '…' },
  credentials: { secretKeyFile: 'secret' },
};

function page(
  /** @type {string} */ title,
  /** @type {1 | 5} */ number,
  /** @type {Edition} */ { version, date },
  /** @type {string[]} */ sections,
) {
  const manual = number === 1 ? 'User Commands' : 'File Formats';
  return `.TH ${title} ${number} ${date} "Gatehouse ${version}" "${manual}"\n${sections.join('\n')}\n`;
}

const section = (/** @type {string} */ title, /** @type {string[]} */ ...parts) =>
  [`.SH ${title.toUpperCase()}`, ...parts].join('\n');

const paragraph = (/** @type {string} */ text) => `.PP\n${escaped(text)}`;

const optionName = (/** @type {string} */ name, /** @type {string | null} */ metavar) =>
  metavar === null ? `.B ${escaped(name)}` : `.BI ${escaped(name)} " ${escaped(metavar)}"`;

/** A term and its meaning. */
function entry(/** @type {string} */ term, /** @type {string} */ text, isPlain = !term.startsWith('.')) {
  return `.TP\n${isPlain ? `.B ${escaped(term)}` : term}\n${escaped(plain(text))}`;
}

/** Markdown's code marks and links do not belong on a manual page. */
const plain = (/** @type {string} */ text) =>
  text.replace(/(`+)(.*?)\1/g, '$2').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** Text that roff takes as text: no escapes, no requests at the beginning of a line, hyphens that can be copied. */
const escaped = (/** @type {string} */ text) =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');
