/**
 * Templates of group policies for Windows. A section is a registry key below `Software\Policies\Gatehouse`, a key a
 * value of its own name there: text as REG_SZ, switches and numbers as REG_DWORD, an object as its JSON in REG_SZ, a list
 * as a key with one value each.
 */
import { escapeXml, factsOf, ROWS, SECTIONS } from './rows.mjs';

/** @typedef {import('./rows.mjs').Row} Row */

const ROOT = 'Software\\Policies\\Gatehouse';
const NAMESPACE = 'http://schemas.microsoft.com/GroupPolicy/2006/07/PolicyDefinitions';
const HEAD =
  '<?xml version="1.0" encoding="utf-8"?>\n<!-- Generated from the schema of the configuration: node scripts/docs.mjs -->';
const VERSIONS = `xmlns="${NAMESPACE}" revision="1.0" schemaVersion="1.0"`;

const idOf = (/** @type {readonly string[]} */ path) => path.join('_');
const keyOf = (/** @type {readonly string[]} */ path) => [ROOT, ...path].join('\\');
/** The category of a section; of what stands in none, the whole program's. */
const categoryOf = (/** @type {readonly string[]} */ path) =>
  path.length === 0 ? 'gatehouse' : `section_${idOf(path)}`;
const lines = (/** @type {readonly string[]} */ texts, /** @type {string} */ indent) =>
  texts.map((text) => text.replace(/^/gm, indent)).join('\n');

/** gatehouse.admx: the policies. */
export function admx() {
  const categories = SECTIONS.map(({ path }) => {
    const parent = categoryOf(path.slice(0, -1));
    const id = categoryOf(path);
    return `<category name="${id}" displayName="$(string.${id})">\n  <parentCategory ref="${parent}" />\n</category>`;
  });
  return `${HEAD}
<policyDefinitions ${VERSIONS}>
  <policyNamespaces>
    <target prefix="gatehouse" namespace="Gatehouse.Policies.Gatehouse" />
  </policyNamespaces>
  <resources minRequiredRevision="1.0" />
  <supportedOn>
    <definitions>
      <definition name="SUPPORTED_GATEHOUSE" displayName="$(string.SUPPORTED_GATEHOUSE)" />
    </definitions>
  </supportedOn>
  <categories>
    <category name="gatehouse" displayName="$(string.gatehouse)" />
${lines(categories, '    ')}
  </categories>
  <policies>
${lines(ROWS.map(policyOf), '    ')}
  </policies>
</policyDefinitions>
`;
}

function policyOf(/** @type {Row} */ row) {
  const { path, kind } = row;
  const id = idOf(path);
  const name = path.at(-1) ?? '';
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

function valueOf(/** @type {Row} */ { path, kind }) {
  const name = `id="value" valueName="${path.at(-1)}"`;
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
          `<item displayName="$(string.${idOf(path)}_${value})"><value><string>${escapeXml(value)}</string></value></item>`,
      );
      return `<elements>\n  <enum ${name} required="true">\n${lines(items, '    ')}\n  </enum>\n</elements>`;
    }
  }
}

/** en-US/gatehouse.adml: the words. */
export function adml() {
  const string = (/** @type {string} */ id, /** @type {string} */ text) =>
    `<string id="${id}">${escapeXml(text)}</string>`;
  const strings = [
    string('gatehouse', 'Gatehouse'),
    string('SUPPORTED_GATEHOUSE', 'A Gatehouse that reads policies from the registry'),
    ...SECTIONS.map(({ path, key, words }) => string(`section_${idOf(path)}`, `${key}: ${words}`)),
    ...ROWS.flatMap((row) => [
      string(idOf(row.path), row.key),
      string(`${idOf(row.path)}_explain`, factsOf(row).join('\n\n')),
      ...(row.kind.type === 'choice'
        ? row.kind.values.map((value) => string(`${idOf(row.path)}_${value}`, value))
        : []),
    ]),
  ];
  return `${HEAD}
<policyDefinitionResources ${VERSIONS}>
  <displayName>Gatehouse</displayName>
  <description>The configuration of Gatehouse</description>
  <resources>
    <stringTable>
${strings.map((text) => `      ${text}`).join('\n')}
    </stringTable>
    <presentationTable>
${lines(ROWS.filter(({ kind }) => kind.type !== 'switch').map(presentationOf), '      ')}
    </presentationTable>
  </resources>
</policyDefinitionResources>
`;
}

function presentationOf(/** @type {Row} */ { path, key, kind, fallback }) {
  return `<presentation id="${idOf(path)}">\n  ${control()}\n</presentation>`;
  function control() {
    switch (kind.type) {
      case 'choice':
        return `<dropdownList refId="value" noSort="true" defaultItem="${Math.max(kind.values.indexOf(String(fallback)), 0)}">${key}</dropdownList>`;
      case 'whole':
        return `<decimalTextBox refId="value" defaultValue="${String(fallback)}">${key}</decimalTextBox>`;
      case 'list':
        return `<listBox refId="value">${key}</listBox>`;
      default: {
        const value =
          typeof fallback === 'string' ? `<defaultValue>${escapeXml(fallback)}</defaultValue>` : '';
        return `<textBox refId="value"><label>${key}</label>${value}</textBox>`;
      }
    }
  }
}
