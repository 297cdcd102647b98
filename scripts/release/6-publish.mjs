/**
 * `node scripts/release/6-publish.mjs [--dry-run]`: pushes main and the tag, and makes a draft of the release with its
 * files and its part of the changelog. A person publishes the draft. Needs `gh`, logged in.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { inOut, inRoot } from '../lib/paths.mjs';
import { main } from '../setup/prepare.mjs';
import { notesOf } from './changelog.mjs';
import { command, currentVersion, requireCleanCheckout } from './command.mjs';
import { releasedFiles } from './files.mjs';

await main(async () => {
  requireCleanCheckout();
  const version = currentVersion();
  const notes = inOut('release-notes.md');
  mkdirSync(inOut(), { recursive: true });
  writeFileSync(notes, `${notesOf(readFileSync(inRoot('CHANGELOG.md'), 'utf8'), version)}\n`);
  command('git', 'push', 'origin', 'main', `v${version}`);
  const files = releasedFiles().map((name) => `release/${name}`);
  const about = ['--draft', '--verify-tag', '--title', `Gatehouse ${version}`, '--notes-file', notes];
  command('gh', 'release', 'create', `v${version}`, ...about, ...files);
  return 0;
});
