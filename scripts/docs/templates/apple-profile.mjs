/**
 * A configuration profile for macOS. What has to be said is said; every other key stands beside it in a comment, with
 * its default or an example.
 */
import { escapeXml, factsOf, ROWS, SECTIONS } from './rows.mjs';

/** The bundle's name (electron-builder.yml), under which macOS keeps the preferences. */
const DOMAIN = 'dev.gatehouse.desktop';

/** Relative paths would begin at the folder of macOS's own file. @type {Readonly<Record<string, string>>} */
const FILES = {
  'credentials.secretKeyFile': '/Library/Application Support/Gatehouse/secret',
  'service.caFile': '/Library/Application Support/Gatehouse/ca.pem',
};

/** gatehouse.mobileconfig. */
export function mobileConfig() {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Generated from the schema of the configuration: node scripts/docs.mjs. Give it identifiers of your own (uuidgen). -->
<plist version="1.0">
<dict>
  <key>PayloadType</key>
  <string>Configuration</string>
  <key>PayloadVersion</key>
  <integer>1</integer>
  <key>PayloadIdentifier</key>
  <string>com.example.gatehouse</string>
  <key>PayloadUUID</key>
  <string>00000000-0000-4000-8000-000000000001</string>
  <key>PayloadDisplayName</key>
  <string>Gatehouse</string>
  <!-- For the computer: a profile of one person alone does not count. -->
  <key>PayloadScope</key>
  <string>System</string>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadType</key>
      <string>com.apple.ManagedClient.preferences</string>
      <key>PayloadVersion</key>
      <integer>1</integer>
      <key>PayloadIdentifier</key>
      <string>com.example.gatehouse.preferences</string>
      <key>PayloadUUID</key>
      <string>00000000-0000-4000-8000-000000000002</string>
      <key>PayloadDisplayName</key>
      <string>The configuration of Gatehouse</string>
      <key>PayloadContent</key>
      <dict>
        <key>${DOMAIN}</key>
        <dict>
          <key>Forced</key>
          <array>
            <dict>
              <key>mcx_preference_settings</key>
              <dict>
${sectionsIn([], '                ')}
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

/** @returns {string} */
function sectionsIn(/** @type {readonly string[]} */ above, /** @type {string} */ indent) {
  const isHere = (/** @type {{ path: readonly string[] }} */ { path }) =>
    path.length === above.length + 1 && above.every((name, index) => path[index] === name);
  const keys = ROWS.filter(isHere).map((row) => {
    const said = `<key>${row.path.at(-1)}</key>${valueOf(FILES[row.key] ?? row.example)}`;
    return [comment(factsOf(row).join(' ')), row.isRequired ? said : `<!--${said}-->`].join('\n');
  });
  const sections = SECTIONS.filter(isHere).map(({ path, words }) => {
    const inner = sectionsIn(path, '  ');
    return `${comment(words)}\n<key>${path.at(-1)}</key>\n<dict>\n${inner}\n</dict>`;
  });
  return [...keys, ...sections].join('\n').replace(/^(?=.)/gm, indent);
}

/** Two hyphens would end a comment before its end. */
const comment = (/** @type {string} */ text) => `<!-- ${text.replaceAll('--', '- -')} -->`;

/** @returns {string} */
function valueOf(/** @type {unknown} */ value) {
  if (typeof value === 'boolean') return `<${String(value)}/>`;
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  if (Array.isArray(value)) return `<array>${value.map(valueOf).join('')}</array>`;
  if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value).map(([name, one]) => `<key>${escapeXml(name)}</key>${valueOf(one)}`);
    return `<dict>${inner.join('')}</dict>`;
  }
  return `<string>${escapeXml(String(value))}</string>`;
}
