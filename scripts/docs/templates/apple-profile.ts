/** A configuration profile and a property list for macOS; optional keys are commented out, with an example. */
import { fillTemplate } from '../../lib/template.mjs';
import { childrenOf, escapeXml, factsOf, ROWS, SECTIONS, type Row } from './rows.ts';

const TEMPLATES = 'scripts/docs/templates';

/** A property list lies in no folder of the administrator's: paths are absolute. */
const FOLDER = '/Library/Application Support/Gatehouse';
const VALUES: Readonly<Record<string, string>> = {
  // Empty, so that it is refused until it is filled in.
  'service.systemToken': '',
  'credentials.secretKeyFile': `${FOLDER}/secret`,
  'service.caFile': `${FOLDER}/ca.pem`,
  'brand.logo': `${FOLDER}/logo.png`,
  messages: `${FOLDER}/messages.json`,
};

/** gatehouse.mobileconfig: the keys that a login needs, and those with a risky default. */
export const mobileConfig = () => {
  const set = ROWS.filter(({ isSet }) => isSet);
  return fillTemplate(`${TEMPLATES}/gatehouse.mobileconfig`, { KEYS: sectionsIn([], ' '.repeat(16), set) });
};

/** The property list of the domain alone, for systems that make the profile themselves; every key stands in it. */
export const propertyList = () =>
  fillTemplate(`${TEMPLATES}/dev.gatehouse.desktop.plist`, { KEYS: sectionsIn([], '  ', ROWS) });

function sectionsIn(above: readonly string[], indent: string, rows: readonly Row[]): string {
  const keys = childrenOf(rows, above).map((row) => {
    const said = `<key>${row.name}</key>${valueOf(VALUES[row.key] ?? row.example)}`;
    return [comment(factsOf(row).join(' ')), row.isSet ? said : `<!--${said}-->`].join('\n');
  });
  const sections = childrenOf(SECTIONS, above).flatMap(({ path, name, words }) => {
    const within = rows.filter(({ key }) => key.startsWith(`${path.join('.')}.`));
    if (within.length === 0) return [];
    const inner = sectionsIn(path, '  ', within);
    const isSaid = within.some(({ isSet }) => isSet);
    // An empty section would be rolled out.
    const mark = (text: string) => (isSaid ? text : `<!--${text}-->`);
    return [comment(words), `${mark(`<key>${name}</key><dict>`)}\n${inner}\n${mark('</dict>')}`];
  });
  return [...keys, ...sections].join('\n').replace(/^(?=.)/gm, indent);
}

/** Two hyphens may not stand in a comment. */
const comment = (text: string) => `<!-- ${text.replaceAll('--', 'the option ')} -->`;

function valueOf(value: unknown): string {
  if (typeof value === 'boolean') return `<${String(value)}/>`;
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  if (Array.isArray(value)) return `<array>${value.map(valueOf).join('')}</array>`;
  if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value).map(([name, one]) => `<key>${escapeXml(name)}</key>${valueOf(one)}`);
    return `<dict>${inner.join('')}</dict>`;
  }
  return `<string>${escapeXml(String(value))}</string>`;
}
