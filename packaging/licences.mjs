/** The licence list: everything that is inside a package, and the text of its licence. */

const RULE = '='.repeat(79);

/**
 * The list as one text. The licences of Chromium's components are on a separate page beside the program.
 * @param {readonly import('./contents.mjs').Part[]} parts
 */
export function licenceList(parts) {
  const titles = parts.map(titleOf);
  const opening = `What is inside ${titles[0]}, and under which licences.

${titles.map((title, index) => `  ${title}: ${parts[index]?.licence}`).join('\n')}

Chromium and Node contain work of others in turn. Their licences are in
LICENSES.chromium.html, beside the program.
`;
  const texts = parts.map((part, index) => `${RULE}\n${titles[index]}\n${RULE}\n\n${part.text.trimEnd()}\n`);
  return [opening, ...texts].join('\n');
}

const titleOf = (/** @type {import('./contents.mjs').Part} */ { name, version }) =>
  version === undefined ? name : `${name} ${version}`;
