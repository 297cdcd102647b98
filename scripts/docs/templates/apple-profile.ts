/**
 * A configuration profile and a property list for macOS; optional keys are commented out, with an
 * example.
 */
import { build, type PlistValue } from 'plist';
import { fillTemplate } from '../../lib/template.ts';
import { factsOf, rowsIn, type Row } from './rows.ts';

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
export const mobileConfig = () =>
  fillTemplate(`${TEMPLATES}/gatehouse.mobileconfig`, {
    KEYS: linesOf('', ' '.repeat(16), ({ isSet }) => isSet),
  });

/**
 * The property list of the domain alone, for systems that make the profile themselves; every key
 * stands in it.
 */
export const propertyList = () =>
  fillTemplate(`${TEMPLATES}/dev.gatehouse.desktop.plist`, { KEYS: linesOf('', '  ', () => true) });

function linesOf(above: string, indent: string, isWanted: (row: Row) => boolean): string {
  const lines = rowsIn(above)
    .filter(isWanted)
    .flatMap((row) => {
      const { key, name, words, example, isSet, isSection } = row;
      // An empty section would be rolled out.
      const mark = (text: string) => (isSet ? text : `<!--${text}-->`);
      return isSection
        ? [
            comment(words),
            mark(`<key>${name}</key><dict>`),
            linesOf(key, '  ', isWanted),
            mark('</dict>'),
          ]
        : [comment(factsOf(row).join(' ')), mark(entryOf(name, VALUES[key] ?? example))];
    });
  return lines.join('\n').replace(/^(?=.)/gm, indent);
}

/** Two hyphens may not stand in a comment. */
const comment = (text: string) => `<!-- ${text.replaceAll('--', 'the option ')} -->`;

/**
 * A key and its value, as they stand in a dictionary. An empty value has both tags, to be filled
 * in.
 */
function entryOf(name: string, value: unknown) {
  const list = build({ [name]: value as PlistValue }, { pretty: false });
  return /<dict>(.*)<\/dict>/.exec(list)?.[1]?.replace(/<(string|array)\/>/, '<$1></$1>') ?? '';
}
