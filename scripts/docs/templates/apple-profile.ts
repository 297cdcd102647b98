/** A configuration profile and a property list for macOS; optional keys are commented out, with an example. */
import { childrenOf, escapeXml, factsOf, ROWS, SECTIONS, type Row } from './rows.ts';

/** The bundle's name (electron-builder.yml), under which macOS keeps the preferences. */
const DOMAIN = 'dev.gatehouse.desktop';

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">`;

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
export function mobileConfig() {
  return `${HEAD}
<!-- Generated from the schema of the configuration: node scripts/docs.mjs.
     Give it identifiers of your own (uuidgen), your names, your values. Every other key: ${DOMAIN}.plist. -->
<plist version="1.0">
<dict>
${identity('', 'Configuration', 'Gatehouse')}
  <key>PayloadOrganization</key>
  <string>Example</string>
  <key>PayloadDescription</key>
  <string>The configuration of Gatehouse, the login in front of a program.</string>
  <key>PayloadRemovalDisallowed</key>
  <true/>
  <!-- For the computer: a profile of one person alone does not count. -->
  <key>PayloadScope</key>
  <string>System</string>
  <key>PayloadContent</key>
  <array>
    <dict>
${identity('.preferences', 'com.apple.ManagedClient.preferences', 'The configuration of Gatehouse').replace(/^/gm, '    ')}
      <key>PayloadContent</key>
      <dict>
        <key>${DOMAIN}</key>
        <dict>
          <key>Forced</key>
          <array>
            <dict>
              <key>mcx_preference_settings</key>
              <dict>
${sectionsIn(
  [],
  '                ',
  ROWS.filter(({ isSet }) => isSet),
)}
              </dict>
            </dict>
          </array>
        </dict>
      </dict>
    </dict>
  </array>
</dict>
</plist>
`;
}

/** The property list of the domain alone, for systems that make the profile themselves; every key stands in it. */
export function propertyList() {
  return `${HEAD}
<!-- Generated from the schema of the configuration: node scripts/docs.mjs. Keys that are managed only count from here alone. -->
<plist version="1.0">
<dict>
${sectionsIn([], '  ', ROWS)}
</dict>
</plist>
`;
}

const identity = (suffix: string, type: string, name: string) => `  <key>PayloadType</key>
  <string>${type}</string>
  <key>PayloadVersion</key>
  <integer>1</integer>
  <key>PayloadIdentifier</key>
  <string>com.example.gatehouse${suffix}</string>
  <key>PayloadUUID</key>
  <string>00000000-0000-4000-8000-00000000000${suffix === '' ? 1 : 2}</string>
  <key>PayloadDisplayName</key>
  <string>${name}</string>`;

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
