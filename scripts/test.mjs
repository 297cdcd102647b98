/**
 * `npm test`: sets everything up, then runs what decides a landing: the checks, all tests that need no window, and of
 * each real part the tests that would stop a release. `npm test -- unit e2e` runs those suites, `npm test -- PATH` those
 * test files, `npm test -- --changed [COMMIT [SUITE …]]` the tests that the changes since a commit (HEAD) can break, of
 * all suites or of those. The last line is `N passed, N failed`, with `, N skipped` where tests were skipped.
 */
import { spawnSync } from 'node:child_process';
import { say } from './lib/log.mjs';
import { root } from './lib/paths.mjs';
import { brokenBy, chooseSuites, SUITES } from './lib/suites.mjs';
import { main } from './setup/prepare.mjs';
import { runSuites } from './setup/run-suites.mjs';

const USAGE = `usage: npm test -- [SUITE | PATH …], or npm test -- --changed [COMMIT [SUITE …]]
The suites: check, ${SUITES.map(({ name }) => name).join(', ')}`;

await main(async () => {
  const words = process.argv.slice(2);
  const changedSince = words[0] === '--changed' ? (words[1] ?? 'HEAD') : undefined;
  const choice =
    changedSince === undefined
      ? chooseSuites(words)
      : chosenByChanges(changedSince, words.slice(2));
  if (choice.unknown.length > 0) {
    say(`Unknown: ${choice.unknown.join(', ')}\n${USAGE}`);
    return 64;
  }
  return runSuites(choice.chosen, { folder: 'test', check: choice.check, isNightly: false });
});

/** @returns {import('./lib/suites.mjs').Choice} */
function chosenByChanges(/** @type {string} */ base, /** @type {readonly string[]} */ names) {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const tracked = git('diff', '--name-only', base);
  if (tracked.status !== 0) return { check: false, chosen: [], unknown: [`the commit ${base}`] };
  const added = git('ls-files', '--others', '--exclude-standard');
  const changed = `${tracked.stdout}${added.stdout}`.split('\n').filter((path) => path !== '');
  say(`Changed since ${base}: ${changed.length} files.`);
  const broken = brokenBy(changed).map(({ name }) => name);
  const named = chooseSuites(names);
  const chosen = named.chosen
    .filter(({ name }) => broken.includes(name))
    .map((part) => (part.brokenBy === undefined ? { ...part, changedSince: base } : part));
  return { ...named, chosen };
}
