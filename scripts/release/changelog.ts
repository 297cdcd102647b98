/** CHANGELOG.md, as the steps of a release read and change it. */
import { SetupError } from '../lib/log.ts';

const UNRELEASED = '## Unreleased\n';

/**
 * Turns the unreleased section into a version.
 *
 * @param text of CHANGELOG.md
 * @param date as YYYY-MM-DD
 * @throws {SetupError} if there is no such section, or it is empty
 */
export function withVersion(text: string, version: string, date: string) {
  if (notesOf(text, 'Unreleased') === '')
    throw new SetupError('CHANGELOG.md has no line under "Unreleased".', {
      remedy: 'describe the changes there',
    });
  return text
    .replace(UNRELEASED, `${UNRELEASED}\n## ${version} - ${date}\n`)
    .replace('\nNo version has been released yet.\n', '');
}

/** The text under a version's heading; empty without one. */
export function notesOf(text: string, version: string) {
  const section = text.split(/^## /m).find((part) => /^\S+/.exec(part)?.[0] === version) ?? '';
  return section.replace(/^.*\n/, '').trim();
}
