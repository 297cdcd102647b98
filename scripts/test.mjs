/**
 * `npm test`: sets everything up, then runs the checks and all suites, in lanes side by side. `npm test -- unit e2e`
 * runs those suites, `npm test -- PATH` those test files, `npm test -- --changed [COMMIT]` the tests that the changes
 * since a commit (HEAD) can break. The last line is `N passed, N failed`, with `, N skipped` where tests were skipped.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { runChecks } from './lib/checks.mjs';
import { elapsed, say } from './lib/log.mjs';
import { inOut, root } from './lib/paths.mjs';
import { runTests } from './lib/run-suite.mjs';
import { brokenBy, chooseSuites, reportOf, SUITES } from './lib/suites.mjs';
import { tail } from './lib/run.mjs';
import { closingLine, isGood, minutes, suiteLine, skippedSuite, total } from './lib/summary.mjs';
import { openWindowPlace } from './setup/window-place.mjs';
import { main, prepare, reasonWithout } from './setup/prepare.mjs';

/** @typedef {import('./setup/prepare.mjs').Context} Context */
/** @typedef {import('./lib/suites.mjs').Suite} Suite */
/** @typedef {import('./lib/summary.mjs').SuiteResult & { ms: number }} Timed */

const HEARTBEAT_MS = 30_000;
const USAGE = `usage: npm test -- [--changed [COMMIT]] [SUITE | PATH …]
The suites: check, ${SUITES.map(({ name }) => name).join(', ')}`;

/** The running parts, by name, with their start. @type {Map<string, number>} */
const running = new Map();

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
  const reasons = await setUp(choice.chosen.map(({ suite }) => suite));
  const setUpMs = Date.now() - startedAt;
  mkdirSync(inOut('test'), { recursive: true });

  const heartbeat = setInterval(
    () => say(`  running: ${[...running].map(([name, since]) => `${name} (${elapsed(since)})`).join(', ')}`),
    HEARTBEAT_MS,
  );
  /** @type {Timed[]} */
  const results = [];
  const lane = async (/** @type {import('./lib/suites.mjs').Lane} */ name) => {
    const own = choice.chosen.filter(({ suite }) => suite.lane === name);
    const window = own.some(({ suite }) => suite.needsWindow) ? await openWindowPlace() : undefined;
    try {
      if (name === 'computes' && choice.check) results.push(await timed('check', () => check(context)));
      for (const { suite, files } of own) {
        const reason = reasons.get(suite) ?? (suite.needsWindow ? window?.reason : undefined);
        results.push(
          await timed(suite.name, async () =>
            reason === undefined
              ? runTests(
                  suite.name,
                  suite,
                  { files, ...(suite.brokenBy === undefined && changedSince ? { changedSince } : {}) },
                  {
                    node: context.node,
                    env: { ...context.env, ...window?.env },
                    report: reportOf(suite.name),
                  },
                )
              : skippedSuite(suite.name, reason),
          ),
        );
      }
    } finally {
      window?.end();
    }
  };
  const suitesStartedAt = Date.now();
  try {
    await Promise.all([lane('computes'), lane('waits'), lane('systems'), lane('wine')]);
    await lane('alone');
  } finally {
    clearInterval(heartbeat);
  }
  const counts = total(results);
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\n${failures.map((text) => `✗ ${text}`).join('\n\n')}`);
  console.log('');
  for (const result of results) console.log(suiteLine(result, minutes(result.ms)));
  const sum = results.reduce((ms, result) => ms + result.ms, 0);
  const wall = Date.now() - suitesStartedAt;
  console.log(`\n${minutes(wall)} for suites of ${minutes(sum)} · set-up and build ${minutes(setUpMs)}`);
  console.log(`\n${closingLine(counts)}`);
  return isGood(counts) ? 0 : 1;
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

/**
 * Installs and builds for all suites before the first runs, so that no suite waits for it and no time includes it.
 * @param {readonly Suite[]} suites
 * @returns {Promise<Map<Suite, string>>} the suites that cannot run here, and why
 */
async function setUp(suites) {
  const reasons = new Map();
  /** @type {Map<string, string | undefined>} */
  const known = new Map();
  const whyNot = async (/** @type {import('./lib/suites.mjs').Installed} */ level) => {
    if (!known.has(level)) known.set(level, await reasonWithout(level));
    return known.get(level);
  };
  for (const suite of suites) {
    for (const level of suite.wants ?? []) await whyNot(level);
    for (const level of suite.needs ?? []) {
      const reason = await whyNot(level);
      if (reason !== undefined) reasons.set(suite, reason);
    }
  }
  return reasons;
}

/** @returns {Promise<import('./lib/summary.mjs').SuiteResult>} */
async function check(/** @type {Context} */ context) {
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

/**
 * @param {string} name
 * @param {() => Promise<import('./lib/summary.mjs').SuiteResult>} work
 * @returns {Promise<Timed>}
 */
async function timed(name, work) {
  const startedAt = Date.now();
  running.set(name, startedAt);
  try {
    const result = await work();
    console.log(suiteLine(result, elapsed(startedAt)));
    return { ...result, ms: Date.now() - startedAt };
  } finally {
    running.delete(name);
  }
}
