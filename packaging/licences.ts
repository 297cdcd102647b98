/** The licence list: each part of a package, and the text of its licence. */
import type { Part } from './contents.ts';

const RULE = '='.repeat(79);

/** The list as one text. The licences of Chromium's components are on a separate page beside the program. */
export function licenceList(parts: readonly Part[]) {
  const titled = parts.map((part) => ({ ...part, title: titleOf(part) }));
  const opening = `The parts of ${titled[0]?.title ?? ''}, and their licences.

${titled.map(({ title, licence }) => `  ${title}: ${licence}`).join('\n')}

Chromium and Node contain work of others in turn. Their licences are in
LICENSES.chromium.html, beside the program.
`;
  const texts = titled.map(({ title, text }) => `${RULE}\n${title}\n${RULE}\n\n${text.trimEnd()}\n`);
  return [opening, ...texts].join('\n');
}

const titleOf = ({ name, version }: Part) => (version === undefined ? name : `${name} ${version}`);
