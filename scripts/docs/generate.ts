/**
 * Fills the generated parts of docs/: `node generate.ts [--check]`. A table stands between `<!--
 * generated: NAME -->` and `<!-- end -->`; the surrounding text is written by hand and stays.
 */
import { readdirSync } from 'node:fs';
import { format } from 'oxfmt';
import oxfmtrc from '../../.oxfmtrc.json' with { type: 'json' };
import { inRoot } from '../lib/paths.ts';
import { readText, writeWhole } from '../lib/files.ts';
import { keyTable } from './accessibility/conformance.ts';
import { configSchema } from '../lib/reference/config-schema.ts';
import { folderTree } from './folder-tree.ts';
import { callTable, helpdeskTable } from './helpdesk.ts';
import { launcherTables } from './launcher-tables.ts';
import * as networks from './network-tables.ts';
import { REPORT_SCHEMAS } from './report-schemas.ts';
import { ruleLinks, rulePage } from './security-rules.ts';
import * as tables from './tables.ts';
import { variables } from './templates/ansible.ts';
import { mobileConfig, propertyList } from './templates/apple-profile.ts';
import { adml, admx } from './templates/group-policy.ts';

/** Every marked block by its name. To add one: a line here, and the two marks in a page of docs/. */
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
  'links to the rules': ruleLinks,
  folders: folderTree,
};

/**
 * Whole files, as their content: a page, schemas that others check with, templates to manage many
 * computers, a table for C.
 */
const FILES: Readonly<Record<string, () => string | object>> = {
  'docs/security-rules.md': rulePage,
  'packaging/schemas/config.schema.json': configSchema,
  ...REPORT_SCHEMAS,
  'packaging/policies/windows/gatehouse.admx': admx,
  'packaging/policies/windows/en-US/gatehouse.adml': adml,
  'packaging/policies/macos/gatehouse.mobileconfig': mobileConfig,
  'packaging/policies/macos/dev.gatehouse.desktop.plist': propertyList,
  'packaging/policies/ansible/gatehouse.yml': variables,
  'launcher/common/tables.h': launcherTables,
};

const { $schema: _schema, ignorePatterns: _ignored, ...FORMAT } = oxfmtrc;

async function generate(): Promise<{ file: string; text: string }[]> {
  const whole = Object.entries(FILES).map(([file, make]) => {
    const content = make();
    return { file, text: typeof content === 'string' ? content : JSON.stringify(content) };
  });
  const documents = readdirSync(inRoot('docs'))
    .map((name) => ({ file: `docs/${name}`, text: readText(inRoot('docs', name)) ?? '' }))
    .filter(({ text }) => text.search(MARKED) !== -1)
    .map(({ file, text }) => ({ file, text: filled(text) }));
  const named = documents.flatMap(({ text }) =>
    [...text.matchAll(MARKED)].map((match) => match[1]),
  );
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

const NAMES = Object.keys(TABLES).join('|');
const MARKED = new RegExp(`<!-- generated: (${NAMES}) -->\\n[^]*?<!-- end -->`, 'g');

const filled = (text: string) =>
  text.replace(
    MARKED,
    (_old, name: keyof typeof TABLES) =>
      `<!-- generated: ${name} -->\n\n${TABLES[name]()}\n\n<!-- end -->`,
  );

const generated = await generate();
const stale = generated.filter(({ file, text }) => readText(inRoot(file)) !== text);
const isCheck = process.argv.includes('--check');
for (const { file, text } of stale) {
  if (!isCheck) writeWhole(inRoot(file), text);
  console.log(isCheck ? `${file} is not current: run npm run docs` : `wrote ${file}`);
}
process.exitCode = isCheck && stale.length > 0 ? 1 : 0;
