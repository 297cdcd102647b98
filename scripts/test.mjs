/**
 * `npm test`: sets everything up, then runs the checks and all suites, in lanes side by side. `npm test -- unit e2e`
 * runs those suites, `npm test -- PATH` those test files, `npm test -- --changed [COMMIT]` the tests that the changes
 * since a commit (HEAD) can break. The last line is `N passed, N failed`, with `, N skipped` where tests were skipped.
 */
import { spawnSync } from 'node:child_process';
import { runChecks } from './lib/checks.mjs';
import { say } from './lib/log.mjs';
import { root } from './lib/paths.mjs';
import { tail } from './lib/run.mjs';
import { closeRun, runPart, runQueue, timed } from './lib/run-suite.mjs';
import { brokenBy, chooseSuites, SUITES } from './lib/suites.mjs';
import { minutes, suiteLine } from './lib/summary.mjs';
import { main, prepare, reasonAgainst } from './setup/prepare.mjs';
import { openTestPlace } from './setup/window-place.mjs';

/** Parts of a run, each with a display of its own: half of a suite is waiting. */
const SIDE_BY_SIDE = 4;

const USAGE = `usage: npm test -- [--changed [COMMIT]] [SUITE | PATH …]
The suites: check, ${SUITES.map(({ name }) => name).join(', ')}`;

await main(async () => {
  const words = process.argv.slice(2);
  const changedSince = words[0] === '--changed' ? (words[1] ?? 'HEAD') : undefined;
  const choice = changedSince === undefined ? chooseSuites(words) : chosenByChanges(changedSince);
  const unknown = [...choice.unknown, ...(changedSince === undefined ? [] : words.slice(2))];
  if (unknown.length > 0) {
    say(`Unknown: ${unknown.join(', ')}\n${USAGE}`);
    return 64;
  }
  const startedAt = Date.now();
  const context = await prepare('build');
  // For all suites before the first runs, so that no suite waits for it and no time includes it.
  const reasons = new Map();
  for (const { suite } of choice.chosen) reasons.set(suite, await reasonAgainst(suite));
  const setUpMs = Date.now() - startedAt;

  const parts = (/** @type {boolean} */ areLast) =>
    choice.chosen
      .filter(({ suite }) => (suite.isLast ?? false) === areLast)
      .map(({ suite, files }) => (/** @type {import('./lib/run-suite.mjs').Place} */ place) => {
        const part = { files, ...(suite.brokenBy === undefined && changedSince ? { changedSince } : {}) };
        const reason = reasons.get(suite) ?? (suite.needsWindow ? place.reason : undefined);
        const env = { ...context.env, ...place.env };
        return runPart(suite.name, suite, part, { node: context.node, env, folder: 'test', reason });
      });
  const needsWindow = choice.chosen.some(({ suite }) => suite.needsWindow);
  const openPlace = async () => (needsWindow ? openTestPlace() : { env: {}, end: () => {} });
  const queue = [...(choice.check ? [() => timed('check', () => check(context))] : []), ...parts(false)];
  const suitesStartedAt = Date.now();
  const results = [
    ...(await runQueue(queue, SIDE_BY_SIDE, openPlace)),
    ...(await runQueue(parts(true), 1, openPlace)),
  ];
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
