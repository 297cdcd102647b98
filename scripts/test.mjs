/**
 * `npm test`: everything from nothing, then the checks and all suites; `npm test -- unit e2e` runs only those.
 * The last line is `N passed, N failed`, with `, N skipped` where something was skipped.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { runChecks } from './lib/checks.mjs';
import { elapsed, reportFailure, say, SetupError } from './lib/log.mjs';
import { inOut, inRoot, root } from './lib/paths.mjs';
import { chooseSuites, reportOf, SUITES, WINDOWS_WHOLE } from './lib/suites.mjs';
import { run, tail } from './lib/run.mjs';
import { readJson } from './lib/stamp.mjs';
import { closingLine, isGood, readReport, suiteLine, skippedSuite, total } from './lib/summary.mjs';
import { openWindowPlace } from './setup/window-place.mjs';
import { main, prepare } from './setup/prepare.mjs';

/** @typedef {import('./setup/prepare.mjs').Context} Context */

const HEARTBEAT_MS = 30_000;

await main(async () => {
  const asked = process.argv.slice(2);
  const { suites, unknown } = chooseSuites(asked);
  if (unknown.length > 0) {
    say(
      `There is no suite ${unknown.join(', ')}. The suites: check, ${SUITES.map(({ name }) => name).join(', ')}`,
    );
    return 64;
  }
  const context = await prepare('build');
  const window = suites.some((suite) => suite.needsWindow) ? await openWindowPlace() : undefined;
  mkdirSync(inOut('test'), { recursive: true });
  /** @type {import('./lib/summary.mjs').SuiteResult[]} */
  const results = [];
  try {
    const withUnit = suites.some(({ name }) => name === 'unit');
    if (asked.length === 0 || asked.includes('check')) results.push(await checkSuite(context, withUnit));
    for (const suite of suites) results.push(await runSuite(suite, context, window));
  } finally {
    window?.end();
  }
  const counts = total(results);
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\n${failures.map((text) => `✗ ${text}`).join('\n\n')}`);
  console.log('');
  for (const result of results) console.log(suiteLine(result, ''));
  console.log(`\n${closingLine(counts)}`);
  return isGood(counts) ? 0 : 1;
});

async function checkSuite(/** @type {Context} */ context, /** @type {boolean} */ withUnit) {
  const startedAt = Date.now();
  const parts = await withHeartbeat('check', () => runChecks(context, () => {}, { withUnit }));
  const failed = parts.filter((part) => !part.ok);
  const failures = failed.map(({ name, output }) => `check: ${name}\n${tail(output, 40)}`);
  const result = {
    name: 'check',
    passed: parts.length - failed.length,
    failed: failed.length,
    skipped: 0,
    failures,
  };
  console.log(suiteLine(result, elapsed(startedAt)));
  return result;
}

/**
 * Tests read English words, whatever the desktop speaks on which they run.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
function inEnglish(env) {
  const { LANGUAGE: _languages, LC_ALL: _all, LC_MESSAGES: _messages, ...others } = env;
  return { ...others, LANG: 'C.UTF-8' };
}

/**
 * @param {import('./lib/suites.mjs').Suite} suite
 * @param {Context} context
 * @param {{ env: NodeJS.ProcessEnv, reason?: string } | undefined} window
 */
async function runSuite(suite, context, window) {
  const startedAt = Date.now();
  const reason =
    (suite.needsWindow ? window?.reason : undefined) ??
    (suite.needs === undefined ? undefined : await whyNot(suite.needs));
  const result = reason === undefined ? await ran() : skippedSuite(suite.name, reason);
  console.log(suiteLine(result, elapsed(startedAt)));
  return result;

  async function ran() {
    const report = reportOf(suite.name);
    rmSync(report, { force: true });
    if (suite.wants !== undefined) await whyNot(suite.wants);
    if (suite.needsPackage) await prepare('package');
    if (suite.needsPackage || suite.projects?.includes(WINDOWS_WHOLE)) await whyNot('package for windows');
    const env = {
      ...inEnglish(context.env),
      ...window?.env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      NO_COLOR: '1',
    };
    const { code, output } = await withHeartbeat(suite.name, () =>
      run(context.node, commandOf(suite, report), {
        cwd: root,
        env,
        tied: 'TERM',
      }),
    );
    const read = readReport(suite.name, suite.runner, readJson(report), code ?? 70);
    // Without a failed test to quote, what the runner said is all there is.
    if (read.broken && output.trim() !== '') read.failures.push(`${suite.name} said\n${tail(output, 40)}`);
    return read;
  }
}

/** Installs what one suite alone needs where that may be done; else says how, and returns why it is not there. */
async function whyNot(/** @type {import('./lib/suites.mjs').Installed | 'package for windows'} */ what) {
  try {
    await prepare(what);
    return undefined;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    reportFailure(error);
    return error.message;
  }
}

function commandOf(/** @type {import('./lib/suites.mjs').Suite} */ suite, /** @type {string} */ report) {
  if (suite.runner === 'playwright') {
    return [
      inRoot('node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      '--config',
      String(suite.config),
      '--reporter=json',
    ];
  }
  const projects = (suite.projects ?? [suite.name]).flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=json', `--outputFile.json=${report}`, '--reporter=dot'];
  return [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', ...projects, ...reporters];
}

/** Says now and then that something long is still at it. @template T @param {string} name @param {() => Promise<T>} work */
async function withHeartbeat(name, work) {
  const startedAt = Date.now();
  const heartbeat = setInterval(() => say(`  still at it: ${name} (${elapsed(startedAt)})`), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
  }
}
