/**
 * `npm test`: everything from nothing, then the checks and all rings; `npm test -- unit e2e` runs only those.
 * The last line is `N passed, N failed`, with `, N skipped` where something was skipped.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { runChecks } from './lib/checks.mjs';
import { elapsed, reportFailure, say, SetupError } from './lib/log.mjs';
import { inOut, inRoot, root } from './lib/paths.mjs';
import { chooseRings, reportOf, RINGS } from './lib/rings.mjs';
import { run, tail } from './lib/run.mjs';
import { readJson } from './lib/stamp.mjs';
import { closingLine, isGood, readReport, ringLine, skippedRing, total } from './lib/summary.mjs';
import { openWindowPlace } from './setup/window-place.mjs';
import { main, prepare } from './setup/prepare.mjs';

/** @typedef {import('./setup/prepare.mjs').Context} Context */

const HEARTBEAT_MS = 30_000;

await main(async () => {
  const asked = process.argv.slice(2);
  const { rings, unknown } = chooseRings(asked);
  if (unknown.length > 0) {
    say(
      `There is no ring ${unknown.join(', ')}. The rings: check, ${RINGS.map(({ name }) => name).join(', ')}`,
    );
    return 64;
  }
  const context = await prepare('build');
  const window = rings.some((ring) => ring.needsWindow) ? await openWindowPlace() : undefined;
  mkdirSync(inOut('test'), { recursive: true });
  /** @type {import('./lib/summary.mjs').RingResult[]} */
  const results = [];
  try {
    if (asked.length === 0 || asked.includes('check')) results.push(await checkRing(context));
    for (const ring of rings) results.push(await runRing(ring, context, window));
  } finally {
    window?.end();
  }
  const counts = total(results);
  const failures = results.flatMap((result) => result.failures);
  if (failures.length > 0) console.log(`\n${failures.map((text) => `✗ ${text}`).join('\n\n')}`);
  console.log('');
  for (const result of results) console.log(ringLine(result, ''));
  console.log(`\n${closingLine(counts)}`);
  return isGood(counts) ? 0 : 1;
});

async function checkRing(/** @type {Context} */ context) {
  const startedAt = Date.now();
  const parts = await withHeartbeat('check', () => runChecks(context, () => {}));
  const failed = parts.filter((part) => !part.ok);
  const failures = failed.map(({ name, output }) => `check: ${name}\n${tail(output, 40)}`);
  const result = {
    name: 'check',
    passed: parts.length - failed.length,
    failed: failed.length,
    skipped: 0,
    failures,
  };
  console.log(ringLine(result, elapsed(startedAt)));
  return result;
}

/**
 * @param {import('./lib/rings.mjs').Ring} ring
 * @param {Context} context
 * @param {{ env: NodeJS.ProcessEnv, reason?: string } | undefined} window
 */
async function runRing(ring, context, window) {
  const startedAt = Date.now();
  const reason =
    (ring.needsWindow ? window?.reason : undefined) ?? (ring.needsReader ? await whyNoReader() : undefined);
  const result = reason === undefined ? await ran() : skippedRing(ring.name, reason);
  console.log(ringLine(result, elapsed(startedAt)));
  return result;

  async function ran() {
    const report = reportOf(ring.name);
    rmSync(report, { force: true });
    if (ring.needsPackage) await prepare('package');
    const env = { ...context.env, ...window?.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' };
    const { code, output } = await withHeartbeat(ring.name, () =>
      run(context.node, commandOf(ring, report), {
        cwd: root,
        env,
        tied: 'TERM',
      }),
    );
    const read = readReport(ring.name, ring.runner, readJson(report), code ?? 70);
    // Without a failed test to quote, what the runner said is all there is.
    if (read.broken && output.trim() !== '') read.failures.push(`${ring.name} said\n${tail(output, 40)}`);
    return read;
  }
}

/** Installs the screen reader where that may be done; else says how, and returns why there is none. */
async function whyNoReader() {
  try {
    await prepare('reader');
    return undefined;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    reportFailure(error);
    return error.message;
  }
}

function commandOf(/** @type {import('./lib/rings.mjs').Ring} */ ring, /** @type {string} */ report) {
  if (ring.runner === 'playwright') {
    return [
      inRoot('node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      '--config',
      String(ring.config),
      '--reporter=json',
    ];
  }
  const reporters = ['--reporter=json', `--outputFile.json=${report}`, '--reporter=dot'];
  return [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', ring.name, ...reporters];
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
