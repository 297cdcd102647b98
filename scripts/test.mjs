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

/** Parts of a run, each with a display of its own: half of a suite is waiting. */
const SIDE_BY_SIDE = 4;

/** @typedef {Awaited<ReturnType<typeof openTestPlace>>} Place */

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
  const runSuite = (
    /** @type {import('./lib/suites.mjs').Chosen} */ { suite, files },
    /** @type {Place} */ place,
  ) => {
    const reason = reasons.get(suite) ?? (suite.needsWindow ? place.reason : undefined);
    const part = { files, ...(suite.brokenBy === undefined && changedSince ? { changedSince } : {}) };
    const where = {
      node: context.node,
      env: { ...context.env, ...place.env },
      report: inOut('test', `${suite.name}.json`),
    };
    return timed(suite.name, async () =>
      reason === undefined ? runTests(suite.name, suite, part, where) : skippedSuite(suite.name, reason),
    );
  };
  const suites = (/** @type {boolean} */ areLast) =>
    choice.chosen
      .filter(({ suite }) => (suite.isLast ?? false) === areLast)
      .map((chosen) => (/** @type {Place} */ place) => runSuite(chosen, place));
  const queue = [...(choice.check ? [() => timed('check', () => check(context))] : []), ...suites(false)];
  const needsWindow = choice.chosen.some(({ suite }) => suite.needsWindow);
  /** Runs parts one after the other until none is left. */
  const runParts = async (/** @type {typeof queue} */ parts) => {
    const place = needsWindow ? await openTestPlace() : { env: {}, end: () => {} };
    try {
      for (let part = parts.shift(); part; part = parts.shift()) results.push(await part(place));
    } finally {
      place.end();
    }
  };
  const suitesStartedAt = Date.now();
  await Promise.all(Array.from({ length: Math.min(SIDE_BY_SIDE, queue.length) }, () => runParts(queue)));
  const last = suites(true);
  if (last.length > 0) await runParts(last);
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
