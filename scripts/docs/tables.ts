/** The generated tables of docs/, as Markdown. Each is derived from the code that implements it. */
import { OPTIONS } from '../../shared/command-line/options.ts';
import { INFORMATION_OPTIONS, namesOf } from '../../shared/command-line/usage.ts';
import { ERROR_CATALOG, ERROR_CODES } from '../../shared/outcomes/error-catalog.ts';
import { ALLOWED_OUTCOMES, EXIT_CODES } from '../../shared/outcomes/outcomes.ts';
import { LOGIN_LIMITS } from '../../shared/login/machine/login-limits.ts';
import { code, table } from '../lib/markdown.ts';
import { configKeys, kindOf } from '../lib/reference/config-schema.ts';
import { wordsOf } from '../lib/reference/docstrings.ts';
import { ENDPOINTS, whatHappens } from './failure-scenario.ts';
import { FAILURES } from './descriptions.ts';
import { OUTCOME_DESCRIPTIONS } from '../lib/reference/outcome-descriptions.ts';

/** Every option of the command line, as `--help` says it. */
export function optionTable() {
  const rows = [...OPTIONS].map(([name, { commands, metavar, help }]) => [
    code(metavar === null ? name : `${name} ${metavar}`),
    namesOf(commands),
    help,
  ]);
  const alone = [...INFORMATION_OPTIONS].map(([name, help]) => [code(name), 'all', help]);
  return table(['Option', 'Of', 'What it does'], [...rows, ...alone]);
}

/** Every key that may stand in a configuration file. */
export function configTable() {
  return table(
    ['Key', 'Value', 'Default', 'Managed only', 'Meaning'],
    configKeys()
      .filter(({ isSection }) => !isSection)
      .map(({ key, schema, fallback, isManagedOnly, words }) => [
        code(key),
        kindOf(schema, () => 'text of a [form](../packaging/schemas/config.schema.json)'),
        fallback === undefined ? '–' : code(JSON.stringify(fallback)),
        isManagedOnly ? 'yes' : '',
        words,
      ]),
  );
}

/** The reaction to each failure of each call, found by feeding the failure to the login machine. */
export function failureTable() {
  const rows = Object.entries(FAILURES).map(([name, failure]) => [
    name,
    ...ENDPOINTS.map((endpoint) => whatHappens(endpoint, failure)),
  ]);
  const isSame = ([, first, ...others]: string[]) => others.every((other) => other === first);
  const differing = rows.filter((row) => !isSame(row));
  const always = rows.filter(isSame).map(([name = '', first = '']) => [name, first]);
  return [
    table(['The answer', ...ENDPOINTS.map(code)], differing),
    'And these come to the same after every call:',
    table(['The answer', 'Comes to'], always),
  ].join('\n\n');
}

/** Every error code. */
export function errorTable() {
  const when = wordsOf('shared/outcomes/error-catalog.ts', 'ERROR_CATALOG');
  return table(
    ['Code', 'Outcome', 'Reason', 'Advice', 'When'],
    ERROR_CODES.map((name) => {
      const { outcome, reason, advice } = ERROR_CATALOG[name];
      return [code(name), code(outcome), code(reason), code(advice), when(name)];
    }),
  );
}

/** Every outcome of a verdict and its exit code. */
export function outcomeTable() {
  const allowed = ALLOWED_OUTCOMES.map((outcome) => [outcome, 0] as const);
  return table(
    ['Outcome', 'Exit code', 'Meaning'],
    [...allowed, ...Object.entries(EXIT_CODES)].map(([outcome, exitCode]) => [
      code(outcome),
      String(exitCode),
      OUTCOME_DESCRIPTIONS[outcome as keyof typeof OUTCOME_DESCRIPTIONS],
    ]),
  );
}

/** The limits that are ours. */
export function limitTable() {
  const meaning = wordsOf('shared/login/machine/login-limits.ts', 'LOGIN_LIMITS');
  const limits = Object.keys(LOGIN_LIMITS) as (keyof typeof LOGIN_LIMITS)[];
  return table(
    ['Limit', 'Value', 'Meaning'],
    limits.map((name) => [code(name), valueOf(name, LOGIN_LIMITS[name]), meaning(name)]),
  );
}

function valueOf(name: string, value: number | readonly number[]) {
  const numbers = typeof value === 'number' ? [value] : value;
  return name.endsWith('Ms')
    ? `${numbers.map((ms) => ms / 1000).join(', ')} s`
    : numbers.join(', ');
}
