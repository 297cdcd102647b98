/**
 * Fills the generated parts of docs/: `node generate.ts [--check]`. A table stands between `<!-- generated: NAME -->`
 * and `<!-- end -->`; the surrounding text is written by hand and stays.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { inRoot } from '../lib/paths.mjs';
import { readJson, readText } from '../lib/stamp.mjs';
import { configSchema } from './config-schema.ts';
import {
  configTable,
  errorTable,
  failureTable,
  limitTable,
  optionTable,
  outcomeTable,
  ruleTable,
} from './tables.ts';
import { keyTable } from './accessibility/conformance.ts';
import { callTable, helpdeskTable } from './helpdesk.ts';
import { TEMPLATES } from './templates/index.ts';
import { certificateTable, diagnosisTable, networkPathTable } from './network-tables.ts';
import {
  configShowSchema,
  configValidateSchema,
  doctorJsonSchema,
  verdictJsonSchema,
} from './report-schemas.ts';

/** Every marked table by its name. To add one: a line here, and the two marks in a document. */
const TABLES = {
  'configuration keys': configTable,
  options: optionTable,
  'failures by endpoint': failureTable,
  'error codes': errorTable,
  limits: limitTable,
  outcomes: outcomeTable,
  'network paths': networkPathTable,
  certificates: certificateTable,
  diagnoses: diagnosisTable,
  'calls without a code': callTable,
  helpdesk: helpdeskTable,
  'keys for each outcome': keyTable,
  'files of the rules': ruleTable,
};

/** The documents with marks in them. */
const DOCUMENTS = [
  'docs/accessibility.md',
  'docs/command-line.md',
  'docs/configuration.md',
  'docs/flows.md',
  'docs/helpdesk.md',
  'docs/networks.md',
  'docs/security.md',
];

/** The schemas that others check their files and answers with. */
const SCHEMAS = {
  'packaging/schemas/config.schema.json': configSchema,
  'packaging/schemas/verdict.schema.json': verdictJsonSchema,
  'packaging/schemas/doctor.schema.json': doctorJsonSchema,
  'packaging/schemas/config-validate.schema.json': configValidateSchema,
  'packaging/schemas/config-show.schema.json': configShowSchema,
};

const { $schema: _schema, ignorePatterns: _ignored, ...FORMAT } = readJson(inRoot('.oxfmtrc.json'));

async function generate(): Promise<{ file: string; text: string }[]> {
  const schemas = Object.entries(SCHEMAS).map(([file, schema]) => ({ file, text: JSON.stringify(schema()) }));
  const templates = Object.entries(TEMPLATES).map(([file, template]) => ({ file, text: template() }));
  const documents = DOCUMENTS.map((file) => ({ file, text: filled(readFileSync(inRoot(file), 'utf8')) }));
  const named = documents.flatMap(({ text }) => [...text.matchAll(MARKED)].map((match) => match[1]));
  const unused = Object.keys(TABLES).filter((name) => !named.includes(name));
  if (unused.length > 0) throw new Error(`no document has a mark for: ${unused.join(', ')}`);
  return Promise.all(
    [...schemas, ...templates, ...documents].map(async ({ file, text }) => {
      // Group policies and property lists are XML, which oxfmt does not format.
      if (!/\.(json|md|yml)$/.test(file)) return { file, text };
      const { code, errors } = await format(file, text, FORMAT);
      if (errors.length > 0) throw new Error(`${file}: ${String(errors[0]?.message)}`);
      return { file, text: code };
    }),
  );
}

const MARKED = /<!-- generated: ([\w ]+) -->\n[\s\S]*?<!-- end -->/g;

function filled(text: string) {
  return text.replace(MARKED, (_old, name: string) => {
    const table = Object.entries(TABLES).find(([known]) => known === name)?.[1];
    if (table === undefined) throw new Error(`no table is called "${name}"`);
    return `<!-- generated: ${name} -->\n\n${table()}\n\n<!-- end -->`;
  });
}

const generated = await generate();
const stale = generated.filter(({ file, text }) => readText(inRoot(file)) !== text);
const isCheck = process.argv.includes('--check');
if (!isCheck)
  for (const { file, text } of stale) {
    mkdirSync(path.dirname(inRoot(file)), { recursive: true });
    writeFileSync(inRoot(file), text);
  }
for (const { file } of stale)
  console.log(isCheck ? `${file} is not current: run node scripts/docs.mjs` : `wrote ${file}`);
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;
