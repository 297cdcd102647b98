/**
 * Templates of group policies for Windows. A section is a registry key below
 * `Software\Policies\Gatehouse`, a key a value of its own name there: text as REG_SZ, switches and
 * numbers as REG_DWORD, an object as its JSON in REG_SZ, a list as a key with one value each.
 */
import path from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import { escapeXml, fillTemplate } from '../../lib/template.ts';
import words from './policy-words.json' with { type: 'json' };
import type { Schema } from '../../lib/reference/config-schema.ts';
import { ROWS, SECTIONS, textLimit, valuesOf, type Row } from './rows.ts';

const ROOT = 'Software\\Policies\\Gatehouse';
/**
 * `note`: about this form of the configuration alone. `file`: an example of one, without a label
 * and a note.
 */
type Words = {
  name: string;
  label?: string;
  values?: Readonly<Record<string, string>>;
  note?: string;
  file?: string;
};
/**
 * Names of policies, labels of their controls, names of their choices, as a policy editor shows
 * them.
 */
const POLICIES: Readonly<Record<string, Words>> = words.policies;
const CATEGORIES: Readonly<Record<string, string>> = words.categories;
/** Of the program, so that words of an older one are noticed. */
const REVISION = manifest.version.split('.').slice(0, 2).join('.');

/**
 * Ids have letters, digits and `_` alone: stringReference and resourceID in Microsoft's
 * BaseTypes.xsd.
 */
const idOf = (key: string) => key.replace(/\W/g, '_');
const registryKeyOf = (section: string) => path.win32.join(ROOT, ...section.split('.'));
/** The texts that a value is one of. */
const choicesOf = (form: Schema) => (form.enum ?? []).map(String);
/** The category of a section; keys outside every section use the program's category. */
const categoryOf = (section: string) => (section === '' ? 'gatehouse' : `section_${idOf(section)}`);
const lines = (texts: readonly string[], indent: string) =>
  texts.map((text) => text.replace(/^/gm, indent)).join('\n');

/** gatehouse.admx: the policies. */
export function admx() {
  const elements = SECTIONS.map(({ key, section }) => {
    const parent = words.advanced.includes(key) ? 'advanced' : categoryOf(section);
    return categoryElement(categoryOf(key), parent);
  });
  elements.push(categoryElement('advanced', 'gatehouse'));
  return fillTemplate('scripts/docs/templates/gatehouse.admx', {
    REVISION,
    CATEGORIES: lines(elements, '    '),
    POLICIES: lines(ROWS.map(policyOf), '    '),
  });
}

function categoryElement(id: string, parent: string) {
  return `<category name="${id}" displayName="$(string.${id})" explainText="$(string.${id}_explain)">\n  <parentCategory ref="${parent}" />\n</category>`;
}

function policyOf(row: Row) {
  const { key, name, section, form } = row;
  const id = idOf(key);
  const isSwitch = form.type === 'boolean';
  const attributes = [
    `name="${id}" class="Machine" displayName="$(string.${id})" explainText="$(string.${id}_explain)"`,
    `key="${registryKeyOf(section)}"`,
    isSwitch ? `valueName="${name}"` : `presentation="$(presentation.${id})"`,
  ];
  const value = isSwitch
    ? '<enabledValue><decimal value="1" /></enabledValue>\n<disabledValue><decimal value="0" /></disabledValue>'
    : `<elements>\n${lines([elementOf(row)], '  ')}\n</elements>`;
  return `<policy ${attributes.join(' ')}>
  <parentCategory ref="${categoryOf(section)}" />
  <supportedOn ref="SUPPORTED_GATEHOUSE" />
${lines([value], '  ')}
</policy>`;
}

function elementOf({ key, name, form }: Row) {
  const value = `id="value" valueName="${name}" required="true"`;
  if (form.enum) {
    const items = choicesOf(form).map((choice) => {
      const shown = `displayName="$(string.${idOf(`${key}.${choice}`)})"`;
      return `<item ${shown}><value><string>${escapeXml(choice)}</string></value></item>`;
    });
    return `<enum ${value}>\n${lines(items, '  ')}\n</enum>`;
  }
  switch (form.type) {
    case 'integer':
      return `<decimal ${value} minValue="${String(form.minimum)}" maxValue="${String(form.maximum)}" />`;
    case 'array':
      return `<list id="value" key="${registryKeyOf(key)}" valuePrefix="" />`;
    default:
      return `<text ${value} maxLength="${form.type === 'object' ? 4096 : textLimit(form)}" />`;
  }
}

/** en-US/gatehouse.adml: the words. */
export function adml() {
  const string = (id: string, text: string) => `<string id="${id}">${escapeXml(text)}</string>`;
  const strings = [
    string('gatehouse', 'Gatehouse'),
    string(
      'gatehouse_explain',
      'The login in front of a program. Once one of these policies is set, they are the managed configuration: people cannot change what it says, and keys that are managed only come from here alone. What no policy says is at its default.',
    ),
    string('SUPPORTED_GATEHOUSE', `Gatehouse ${REVISION} or later on Windows 10 or later`),
    string('advanced', 'Advanced'),
    string('advanced_explain', 'What fits most services as it is.'),
    ...SECTIONS.flatMap(({ key, words }) => [
      string(categoryOf(key), CATEGORIES[key] ?? key),
      string(`${categoryOf(key)}_explain`, words),
    ]),
    ...ROWS.flatMap((row) => [
      string(idOf(row.key), wordsOf(row.key).name),
      string(`${idOf(row.key)}_explain`, explanationOf(row).join('\n\n')),
      ...choicesOf(row.form).map((value) =>
        string(idOf(`${row.key}.${value}`), choiceOf(row.key, value)),
      ),
    ]),
  ];
  return fillTemplate('scripts/docs/templates/gatehouse.adml', {
    REVISION,
    STRINGS: strings.map((text) => `      ${text}`).join('\n'),
    PRESENTATIONS: lines(
      ROWS.filter(({ form }) => form.type !== 'boolean').map(presentationOf),
      '      ',
    ),
  });
}

function wordsOf(key: string): Words {
  const words = POLICIES[key];
  if (words === undefined)
    throw new Error(`scripts/docs/templates/policy-words.json has no name for ${key}`);
  const { name, file } = words;
  if (file === undefined) return words;
  // A policy lies in no folder where a relative path could start.
  const example = `C:\\ProgramData\\Gatehouse\\${file}`;
  return {
    name,
    label: 'Absolute path:',
    note: `An absolute path, such as ${example}. A relative one is refused.`,
  };
}

function choiceOf(key: string, value: string) {
  const name = wordsOf(key).values?.[value];
  if (name === undefined)
    throw new Error(`scripts/docs/templates/policy-words.json has no name for ${key}: ${value}`);
  return `${name} (${value})`;
}

/** The help of a policy: its meaning, its three states, the key in a configuration file. */
function explanationOf(row: Row) {
  const { key, words, form, fallback, isRequired } = row;
  const { note } = wordsOf(key);
  const silent =
    isRequired || fallback === null
      ? 'nothing is set'
      : `the default counts: ${JSON.stringify(fallback)}`;
  const states =
    form.type === 'boolean'
      ? `If you enable this policy, the value is true. If you disable it, false. If you do not configure it, ${String(fallback)}.`
      : `If you enable this policy, your value counts: ${valuesOf(row)}. If you disable or do not configure it, ${silent}.`;
  return [words, ...(note === undefined ? [] : [note]), states, `In a configuration file: ${key}`];
}

function presentationOf({ key, form, fallback, example }: Row) {
  return `<presentation id="${idOf(key)}">\n  ${control()}\n</presentation>`;
  function control() {
    const { label = '' } = wordsOf(key);
    const text =
      typeof fallback === 'string' ? `<defaultValue>${escapeXml(fallback)}</defaultValue>` : '';
    const chosen = Math.max(choicesOf(form).indexOf(String(example)), 0);
    if (form.enum)
      return `<dropdownList refId="value" noSort="true" defaultItem="${chosen}">${label}</dropdownList>`;
    switch (form.type) {
      case 'integer':
        return `<decimalTextBox refId="value" defaultValue="${String(fallback)}">${label}</decimalTextBox>`;
      case 'array':
        return `<listBox refId="value">${label}</listBox>`;
      default:
        return `<textBox refId="value"><label>${label}</label>${text}</textBox>`;
    }
  }
}
