/**
 * Fills the generated parts of docs/: `node generate.ts [--check]`. A table stands between `<!-- generated: NAME -->`
 * and `<!-- end -->`; the surrounding text is written by hand and stays.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import { inRoot } from '../lib/paths.mjs';
import { readJson, readText } from '../lib/stamp.mjs';
import { keyTable } from './accessibility/conformance.ts';
import { configSchema } from './config-schema.ts';
import { callTable, helpdeskTable } from './helpdesk.ts';
import * as networks from './network-tables.ts';
import { REPORT_SCHEMAS } from './report-schemas.ts';
import * as tables from './tables.ts';
import { variables } from './templates/ansible.ts';
import { mobileConfig, propertyList } from './templates/apple-profile.ts';
import { adml, admx } from './templates/group-policy.ts';

/** Every marked table by its name. To add one: a line here, and the two marks in a document. */
const TABLES = {
  'configuration keys': tables.configTable,
  options: tables.optionTable,
  'failures by endpoint': tables.failureTable,
  'error codes': tables.errorTable,
  limits: tables.limitTable,
  outcomes: tables.outcomeTable,
  'network paths': networks.networkPathTable,
  certificates: networks.certificateTable,
  diagnoses: networks.diagnosisTable,
  'calls without a code': callTable,
  helpdesk: helpdeskTable,
  'keys for each outcome': keyTable,
  'files of the rules': tables.ruleTable,
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

/** Whole files, as their content: the schemas that others check with, and templates to manage many computers. */
const FILES: Readonly<Record<string, () => string | object>> = {
  'packaging/schemas/config.schema.json': configSchema,
  ...REPORT_SCHEMAS,
  'packaging/policies/windows/gatehouse.admx': admx,
  'packaging/policies/windows/en-US/gatehouse.adml': adml,
  'packaging/policies/macos/gatehouse.mobileconfig': mobileConfig,
  'packaging/policies/macos/dev.gatehouse.desktop.plist': propertyList,
  'packaging/policies/ansible/gatehouse.yml': variables,
};

const { $schema: _schema, ignorePatterns: _ignored, ...FORMAT } = readJson(inRoot('.oxfmtrc.json'));

async function generate(): Promise<{ file: string; text: string }[]> {
  const whole = Object.entries(FILES).map(([file, make]) => {
    const content = make();
    return { file, text: typeof content === 'string' ? content : JSON.stringify(content) };
  });
  const documents = DOCUMENTS.map((file) => ({ file, text: filled(readFileSync(inRoot(file), 'utf8')) }));
  const named = documents.flatMap(({ text }) => [...text.matchAll(MARKED)].map((match) => match[1]));
  const unused = Object.keys(TABLES).filter((name) => !named.includes(name));
  if (unused.length > 0) throw new Error(`no document has a mark for: ${unused.join(', ')}`);
  return Promise.all(
    [...whole, ...documents].map(async ({ file, text }) => {
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
