/**
 * `npm test`: sets everything up, then runs what decides a landing: the checks, all tests that need
 * no window, and of each real part the tests that would stop a release. `npm test -- unit e2e` runs
 * those suites, `npm test -- PATH` those test files, `npm test -- --changed [COMMIT [SUITE …]]` the
 * tests that the changes since a commit (HEAD) can break, of the suites of `npm test` or of those.
 * The last line is `N passed, N failed`, with `, N skipped` where tests were skipped.
 */
import { git } from './lib/git.ts';
import { print } from './lib/log.ts';
import { main } from './lib/main.ts';
import { checkResults, conclude, runTogether, setUpFor } from './test/run.ts';
import { brokenBy, chooseSuites, SUITES, type Choice } from './test/suites.ts';

const USAGE = `usage: npm test -- [SUITE | PATH …], or npm test -- --changed [COMMIT [SUITE …]]
The suites: check, ${SUITES.map(({ name }) => name).join(', ')}
One test by its title: CONTRIBUTING.md, section Scripts`;

await main(async () => {
  const startedAt = Date.now();
  const [first, ...more] = process.argv.slice(2);
  const [commit = 'HEAD', ...names] = more;
  const { check, chosen, unknown } =
    first === '--changed' ? chosenByChanges(commit, names) : chooseSuites(process.argv.slice(2));
  if (unknown.length > 0) {
    print(`Unknown: ${unknown.join(', ')}\n${USAGE}`);
    return 64;
  }
  const { ready, notRun } = await setUpFor(chosen, { isNightly: false });
  const results = [
    ...(check ? await checkResults() : []),
    ...(await runTogether(ready, 'test')),
    ...notRun,
  ];
  return conclude(results, startedAt, { mayBeEmpty: first === '--changed' });
});

function chosenByChanges(base: string, names: readonly string[]): Choice {
  const tracked = git('diff', '--name-only', base);
  if (tracked.status !== 0) return { check: false, chosen: [], unknown: [`the commit ${base}`] };
  const added = git('ls-files', '--others', '--exclude-standard');
  const changed = `${tracked.stdout}${added.stdout}`.split('\n').filter((path) => path !== '');
  print(`Changed since ${base}: ${changed.length} files.`);
  const broken = brokenBy(changed).map(({ name }) => name);
  const named = chooseSuites(names);
  const chosen = named.chosen
    .filter(({ name }) => broken.includes(name))
    .map((part) => (part.brokenBy === undefined ? { ...part, changedSince: base } : part));
  return { ...named, chosen };
}
