/**
 * `npm test`: sets everything up, then runs the checks and all suites, in lanes side by side. `npm test -- unit e2e`
 * runs those suites, `npm test -- PATH` those test files, `npm test -- --changed [COMMIT]` the tests that the changes
 * since a commit (HEAD) can break. The last line is `N passed, N failed`, with `, N skipped` where tests were skipped.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { runChecks } from './lib/checks.mjs';
import { say } from './lib/log.mjs';
import { inOut, root } from './lib/paths.mjs';
import { tail } from './lib/run.mjs';
import { closeRun, runTests, timed } from './lib/run-suite.mjs';
import { brokenBy, chooseSuites, SUITES } from './lib/suites.mjs';
import { minutes, suiteLine, skippedSuite } from './lib/summary.mjs';
import { main, prepare, reasonAgainst } from './setup/prepare.mjs';
import { openTestPlace } from './setup/window-place.mjs';

const USAGE = `usage: npm test -- [--changed [COMMIT]] [SUITE | PATH …]
The suites: check, ${SUITES.map(({ name }) => name).join(', ')}`;

await main(async () => {
  const [first, base = 'HEAD', ...rest] = process.argv.slice(2);
  const changedSince = first === '--changed' ? base : undefined;
  const choice =
    changedSince === undefined ? chooseSuites(process.argv.slice(2)) : chosenByChanges(changedSince);
  if (choice.unknown.length > 0 || (changedSince !== undefined && rest.length > 0)) {
    say(`Unknown: ${[...choice.unknown, ...rest].join(', ')}\n${USAGE}`);
    return 64;
  }
  const startedAt = Date.now();
  const context = await prepare('build');
  // For all suites before the first runs, so that no suite waits for it and no time includes it.
  const reasons = new Map();
  for (const { suite } of choice.chosen) reasons.set(suite, await reasonAgainst(suite));
  const setUpMs = Date.now() - startedAt;
  mkdirSync(inOut('test'), { recursive: true });

  /** @type {import('./lib/run-suite.mjs').Timed[]} */
  const results = [];
  const lane = async (/** @type {import('./lib/suites.mjs').Lane} */ name) => {
    const own = choice.chosen.filter(({ suite }) => suite.lane === name);
    const window = own.some(({ suite }) => suite.needsWindow) ? await openTestPlace() : undefined;
    try {
      if (name === 'computes' && choice.check) results.push(await timed('check', () => check(context)));
      for (const { suite, files } of own) {
        const reason = reasons.get(suite) ?? (suite.needsWindow ? window?.reason : undefined);
        const part = { files, ...(suite.brokenBy === undefined && changedSince ? { changedSince } : {}) };
        const env = { ...context.env, ...window?.env };
        const where = { node: context.node, env, report: inOut('test', `${suite.name}.json`) };
        results.push(
          await timed(suite.name, async () =>
            reason === undefined
              ? runTests(suite.name, suite, part, where)
              : skippedSuite(suite.name, reason),
          ),
        );
      }
    } finally {
      window?.end();
    }
  };
  const suitesStartedAt = Date.now();
  await Promise.all([lane('computes'), lane('waits'), lane('systems'), lane('wine')]);
  await lane('alone');
  const sum = results.reduce((ms, result) => ms + result.ms, 0);
  const wall = Date.now() - suitesStartedAt;
  return closeRun(
    results,
    `${results.map((result) => suiteLine(result, minutes(result.ms))).join('\n')}

${minutes(wall)} for suites of ${minutes(sum)} · set-up and build ${minutes(setUpMs)}`,
  );
});

/** @returns {import('./lib/suites.mjs').Choice} */
function chosenByChanges(/** @type {string} */ base) {
  const git = (/** @type {string[]} */ ...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const tracked = git('diff', '--name-only', base);
  if (tracked.status !== 0) return { check: false, chosen: [], unknown: [`the commit ${base}`] };
  const added = git('ls-files', '--others', '--exclude-standard');
  const changed = `${tracked.stdout}${added.stdout}`.split('\n').filter((path) => path !== '');
  say(`Changed since ${base}: ${changed.length} files.`);
  return { check: true, chosen: brokenBy(changed).map((suite) => ({ suite, files: [] })), unknown: [] };
}

/** @returns {Promise<import('./lib/summary.mjs').SuiteResult>} */
async function check(/** @type {import('./setup/prepare.mjs').Context} */ context) {
  const parts = await runChecks(context, () => {});
  const failed = parts.filter((part) => !part.ok);
  return {
    name: 'check',
    passed: parts.length - failed.length,
    failed: failed.length,
    skipped: 0,
    failures: failed.map(({ name, output }) => `check: ${name}\n${tail(output, 40)}`),
  };
}
