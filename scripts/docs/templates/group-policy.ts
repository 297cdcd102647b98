/**
 * Templates of group policies for Windows. A section is a registry key below `Software\Policies\Gatehouse`, a key a
 * value of its own name there: text as REG_SZ, switches and numbers as REG_DWORD, an object as its JSON in REG_SZ, a list
 * as a key with one value each.
 */
import { inRoot } from '../../lib/paths.mjs';
import { readJson } from '../../lib/stamp.mjs';
import { fillTemplate } from '../../lib/template.mjs';
import { escapeXml, ROWS, SECTIONS, valuesOf, type Row } from './rows.ts';

const ROOT = 'Software\\Policies\\Gatehouse';
const { version } = readJson(inRoot('package.json')) as { version: string };
/** `note`: about this form of the configuration alone. `file`: an example of one, without a label and a note. */
type Words = {
  name: string;
  label?: string;
  values?: Readonly<Record<string, string>>;
  note?: string;
  file?: string;
};
/** Names of policies, labels of their controls, names of their choices, as a policy editor shows them. */
const { policies, categories, advanced } = readJson(
  inRoot('scripts', 'docs', 'templates', 'policy-words.json'),
) as { policies: Record<string, Words>; categories: Record<string, string>; advanced: string[] };
/** Of the program, so that words of an older one are noticed. */
const REVISION = version.split('.').slice(0, 2).join('.');

/** Ids have letters, digits and `_` alone: stringReference and resourceID in Microsoft's BaseTypes.xsd. */
const idOf = (path: readonly string[]) => path.join('_').replace(/\W/g, '_');
const keyOf = (path: readonly string[]) => [ROOT, ...path].join('\\');
/** The category of a section; keys outside every section use the program's category. */
const categoryOf = (path: readonly string[]) => (path.length === 0 ? 'gatehouse' : `section_${idOf(path)}`);
const lines = (texts: readonly string[], indent: string) =>
  texts.map((text) => text.replace(/^/gm, indent)).join('\n');

/** gatehouse.admx: the policies. */
export function admx() {
  const elements = SECTIONS.map(({ path }) => {
    const parent = advanced.includes(path.join('.')) ? 'advanced' : categoryOf(path.slice(0, -1));
    return categoryElement(categoryOf(path), parent);
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
  const { path, name, kind } = row;
  const id = idOf(path);
  const attributes = [
    `name="${id}" class="Machine" displayName="$(string.${id})" explainText="$(string.${id}_explain)"`,
    `key="${keyOf(path.slice(0, -1))}"`,
    kind.type === 'switch' ? `valueName="${name}"` : `presentation="$(presentation.${id})"`,
  ];
  return `<policy ${attributes.join(' ')}>
  <parentCategory ref="${categoryOf(path.slice(0, -1))}" />
  <supportedOn ref="SUPPORTED_GATEHOUSE" />
${lines([valueOf(row)], '  ')}
</policy>`;
}

function valueOf({ path, name: valueName, kind }: Row) {
  const name = `id="value" valueName="${valueName}"`;
  switch (kind.type) {
    case 'switch':
      return '<enabledValue><decimal value="1" /></enabledValue>\n<disabledValue><decimal value="0" /></disabledValue>';
    case 'text':
      return `<elements>\n  <text ${name} required="true" maxLength="${kind.most}" />\n</elements>`;
    case 'object':
      return `<elements>\n  <text ${name} required="true" maxLength="4096" />\n</elements>`;
    case 'whole':
      return `<elements>\n  <decimal ${name} required="true" minValue="${kind.least}" maxValue="${kind.most}" />\n</elements>`;
    case 'list':
      return `<elements>\n  <list id="value" key="${keyOf(path)}" valuePrefix="" />\n</elements>`;
    case 'choice': {
      const items = kind.values.map(
        (value) =>
          `<item displayName="$(string.${idOf([...path, value])})"><value><string>${escapeXml(value)}</string></value></item>`,
      );
      return `<elements>\n  <enum ${name} required="true">\n${lines(items, '    ')}\n  </enum>\n</elements>`;
    }
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
    ...SECTIONS.flatMap(({ path, key, words }) => [
      string(categoryOf(path), categories[key] ?? key),
      string(`${categoryOf(path)}_explain`, words),
    ]),
    ...ROWS.flatMap((row) => [
      string(idOf(row.path), wordsOf(row.key).name),
      string(`${idOf(row.path)}_explain`, explanationOf(row).join('\n\n')),
      ...(row.kind.type === 'choice'
        ? row.kind.values.map((value) => string(idOf([...row.path, value]), choiceOf(row.key, value)))
        : []),
    ]),
  ];
  return fillTemplate('scripts/docs/templates/gatehouse.adml', {
    REVISION,
    STRINGS: strings.map((text) => `      ${text}`).join('\n'),
    PRESENTATIONS: lines(ROWS.filter(({ kind }) => kind.type !== 'switch').map(presentationOf), '      '),
  });
}

function wordsOf(key: string): Words {
  const words = policies[key];
  if (words === undefined) throw new Error(`scripts/docs/templates/policy-words.json has no name for ${key}`);
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
function explanationOf({ key, words, kind, fallback, isRequired }: Row) {
  const { note } = wordsOf(key);
  const silent =
    isRequired || fallback === null ? 'nothing is set' : `the default counts: ${JSON.stringify(fallback)}`;
  const states =
    kind.type === 'switch'
      ? `If you enable this policy, the value is true. If you disable it, false. If you do not configure it, ${String(fallback)}.`
      : `If you enable this policy, your value counts: ${valuesOf(kind)}. If you disable or do not configure it, ${silent}.`;
  return [words, ...(note === undefined ? [] : [note]), states, `In a configuration file: ${key}`];
}

function presentationOf({ path, key, kind, fallback, example }: Row) {
  const { label = '' } = wordsOf(key);
  return `<presentation id="${idOf(path)}">\n  ${control()}\n</presentation>`;
  function control() {
    switch (kind.type) {
      case 'choice':
        return `<dropdownList refId="value" noSort="true" defaultItem="${Math.max(kind.values.indexOf(String(example)), 0)}">${label}</dropdownList>`;
      case 'whole':
        return `<decimalTextBox refId="value" defaultValue="${String(fallback)}">${label}</decimalTextBox>`;
      case 'list':
        return `<listBox refId="value">${label}</listBox>`;
      default: {
        const value =
          typeof fallback === 'string' ? `<defaultValue>${escapeXml(fallback)}</defaultValue>` : '';
        return `<textBox refId="value"><label>${label}</label>${value}</textBox>`;
      }
    }
  }
}
