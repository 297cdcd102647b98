/**
 * `node emulator/package/readme.ts [--check]`: fills the tables of emulator/README.md from the
 * code. A table stands between `<!-- generated: NAME -->` and `<!-- end -->`. `--check` compares,
 * and exits with 1 where one is out of date.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { apiKinds, transportKinds } from '../faults/answer-kinds.ts';
import type { FaultKind } from '../faults/kind.ts';
import { promptKinds } from '../faults/prompt-kinds.ts';
import { realtimeKinds } from '../faults/realtime-kinds.ts';
import { optionsSchema } from '../options.ts';
import { isMethod, methods } from '../service/methods.ts';
import { defaultPeople, personSchema } from '../service/people.ts';

const emulatorFolder = new URL('../', import.meta.url);
const readme = new URL('README.md', emulatorFolder);
const source = (name: string): string => readFileSync(new URL(name, emulatorFolder), 'utf8');

/** A value for each parameter that a fault must have, for the examples. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  milliseconds: 1000,
  status: 503,
  headers: { 'retry-after': '5' },
  exception: 'TooManyRequestsException',
  offsetMilliseconds: -500,
  packet: '2["hello"]',
  payload: { data: {} },
  name: 'AnotherEvent',
  url: 'https://elsewhere.example/',
  code: 'document.title = "changed"',
  state: 'cancel',
};

type JsonSchema = Readonly<{
  type?: string | readonly string[];
  enum?: readonly unknown[];
  default?: unknown;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
}>;

const schemaOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** The docstring above each row of a table in a source file, in one line. */
export function docstrings(name: string): ReadonlyMap<string, string> {
  const rows = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s+'?([\w-]+)'?: (?:defineKind|[a-z])/g;
  return new Map(
    [...source(name).matchAll(rows)].map(([, text = '', row = '']) => [
      row,
      text.replaceAll(/\s*\n\s*\* ?/g, ' ').trim(),
    ]),
  );
}

function wordsFor(words: ReadonlyMap<string, string>, name: string, where: string): string {
  const found = words.get(name);
  if (found === undefined) throw new Error(`${where}: ${name} has no docstring`);
  return found.replaceAll(/\(docs\/wire[^)]*\)/g, '').replaceAll(/ (?=[.;:])/g, '');
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const code = (value: unknown): string =>
  `\`${cell(typeof value === 'string' ? value : JSON.stringify(value))}\``;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** What the default people do. */
export function peopleTable(): string {
  const everything = methods.length;
  const rows = defaultPeople.map((input) => {
    const { username, outcome, methods: enrolled, answer, ...person } = personSchema.parse(input);
    const offered = enrolled.filter(isMethod);
    const outcomes = {
      pending:
        offered.length === everything
          ? 'Has every method'
          : `Has ${offered.map((method) => code(method)).join(', ')} alone`,
      denied: 'Is denied every login',
      waiting: 'Awaits approval by an administrator',
      bypassed: 'Gets in without confirming (`UserBypassedException`)',
      locked: 'Has used up the attempts for now (`TooManyRequestsException`)',
    };
    const after = person.answerAfterSeconds;
    const when = `${after === 0 ? '' : `${String(after)} s after `}somebody listens`;
    if (answer === 'never') return [code(username), `${outcomes[outcome]}; never answers`];
    const acts =
      answer === undefined ? '' : `; ${answer === 'approve' ? 'approves' : 'denies a push'}`;
    const isSlow = person.delayMilliseconds > 0;
    const slow = isSlow ? `; each answer takes ${String(person.delayMilliseconds)} ms` : '';
    const acting = acts === '' ? '' : `${acts} ${after === 0 ? 'as soon as ' : ''}${when}`;
    return [code(username), `${outcomes[outcome]}${acting}${slow}`];
  });
  return table(['Username', 'The person'], rows);
}

/** An example of a fault with the parameters that it must have. */
export function exampleOf(path: string, kind: string, fault: FaultKind): object {
  const { required = [], properties = {} } = schemaOf(fault.schema);
  const parameters = required.map((name) => {
    if (!(name in SAMPLES)) throw new Error(`${kind}: no sample for ${name}`);
    return [name, SAMPLES[name]] as const;
  });
  const isBody = kind === 'body';
  const one = isBody && 'merge' in properties ? { merge: { username: 'mallory' } } : {};
  const where = fault.paths?.[0] ?? path;
  return { path: where, kind, ...Object.fromEntries(parameters), ...one };
}

function describeParameter(name: string, schema: JsonSchema, isRequired: boolean): string {
  const choices = schema.enum?.map((value) => JSON.stringify(value)).join(' or ');
  const fallback = schema.default === undefined ? '' : ` = ${JSON.stringify(schema.default)}`;
  const shown = fallback.length > 60 ? ' = …' : fallback;
  const text = `${name}${isRequired ? '' : '?'}${choices === undefined ? '' : `: ${choices}`}${shown}`;
  return code(text);
}

const FAULTS = [
  ['/api/transaction/init', apiKinds, 'faults/answer-kinds.ts'],
  ['realtime', realtimeKinds, 'faults/realtime-kinds.ts'],
  ['prompt', promptKinds, 'faults/prompt-kinds.ts'],
] as const;

/** Every kind of fault with an example: those of any answer once. */
export const faultExamples = (): readonly object[] =>
  FAULTS.flatMap(([path, kinds]) =>
    Object.entries(kinds).map(([kind, fault]) => exampleOf(path, kind, fault)),
  );

function faultTable(index: 0 | 1 | 2): string {
  const [path, kinds, file] = FAULTS[index];
  const words = docstrings(file);
  const rows = Object.entries(kinds)
    .filter(([kind]) => index === 0 || !(kind in transportKinds))
    .map(([kind, fault]) => {
      const { properties = {}, required = [] } = schemaOf(fault.schema);
      const parameters = Object.entries(properties).map(([name, schema]) =>
        describeParameter(name, schema, required.includes(name)),
      );
      const only = fault.paths === undefined ? '' : ` On ${fault.paths.map(code).join(', ')}.`;
      return [
        code(kind),
        `${cell(wordsFor(words, kind, file))}${only}`,
        parameters.join(', ') || '–',
        code(exampleOf(path, kind, fault)),
      ];
    });
  return table(['Kind', 'Does', 'Parameters', 'Example'], rows);
}

/** The settings of `--config`, and so of `startEmulator`. */
export function settingsTable(): string {
  const words = docstrings('options.ts');
  const { properties = {} } = schemaOf(optionsSchema);
  const rows = Object.entries(properties).map(([name, { enum: choices, default: given }]) => {
    const shape = choices?.map(code).join(', ') ?? '';
    const fallback = ['systemToken', 'secretKey'].includes(name) ? 'random' : code(given ?? null);
    const text = cell(wordsFor(words, name, 'options.ts'));
    return [code(name), shape === '' ? text : `${text} One of ${shape}.`, fallback];
  });
  return table(['Setting', 'Meaning', 'Default'], rows);
}

const TABLES: Readonly<Record<string, () => string>> = {
  people: peopleTable,
  'faults of answers': () => faultTable(0),
  'faults of real time': () => faultTable(1),
  'faults of pages': () => faultTable(2),
  settings: settingsTable,
};

/** The README with its tables filled, in the repository's format. */
export function filledReadme(): string {
  const text = readFileSync(readme, 'utf8').replaceAll(
    /<!-- generated: ([a-z ]+) -->\n[^]*?<!-- end -->/g,
    (_whole, name: string) => {
      const make = TABLES[name];
      if (make === undefined) throw new Error(`no table "${name}"`);
      return `<!-- generated: ${name} -->\n\n${make()}\n\n<!-- end -->`;
    },
  );
  const root = fileURLToPath(new URL('../', emulatorFolder));
  const formatter = ['node_modules/oxfmt/bin/oxfmt', '--stdin-filepath', 'emulator/README.md'];
  return execFileSync(process.execPath, formatter, { cwd: root, input: text }).toString();
}

if (import.meta.main) {
  const wanted = filledReadme();
  if (!process.argv.includes('--check')) writeFileSync(readme, wanted);
  else if (wanted !== readFileSync(readme, 'utf8')) {
    process.stderr.write('emulator/README.md is out of date: node emulator/package/readme.ts\n');
    process.exit(1);
  }
}
