/** Runs the tests of one suite and reads its report: for `npm test` and `npm run soak`. */
import { mkdirSync, rmSync } from 'node:fs';
import { elapsed, say } from './log.mjs';
import { inOut, inRoot, root } from './paths.mjs';
import { run, tail } from './run.mjs';
import { readJson } from './stamp.mjs';
import { closingLine, isGood, readReport, skippedSuite, suiteLine, total } from './summary.mjs';

/**
 * @typedef {{ files?: readonly string[], project?: string, title?: string, changedSince?: string }} Part
 * of a suite: `files` and `title` (a part of it) limit it, `project` is another one of vitest, `changedSince` a commit
 * @typedef {import('./summary.mjs').SuiteResult & { ms: number }} Timed
 */

const HEARTBEAT_MS = 30_000;

/** The running parts, by name, with their start. @type {Map<string, number>} */
const running = new Map();

/**
 * Does a part of a run, prints its line, and reports meanwhile that it is running.
 * @param {string} name
 * @param {() => Promise<import('./summary.mjs').SuiteResult>} work
 * @returns {Promise<Timed>}
 */
export async function timed(name, work) {
  const startedAt = Date.now();
  running.set(name, startedAt);
  const heartbeat = setInterval(() => {
    const [first] = running.keys();
    if (first === name)
      say(`  running: ${[...running].map(([part, since]) => `${part} (${elapsed(since)})`).join(', ')}`);
  }, HEARTBEAT_MS);
  try {
    const result = await work();
    console.log(suiteLine(result, elapsed(startedAt)));
    return { ...result, ms: Date.now() - startedAt };
  } finally {
    clearInterval(heartbeat);
    running.delete(name);
  }
}

/** @typedef {{ env: NodeJS.ProcessEnv, reason?: string, end: () => void }} Place */

/**
 * Runs parts from a queue.
 * @param {readonly ((place: Place) => Promise<Timed>)[]} parts in the order of their start
 * @param {number} atATime how many run side by side
 * @param {() => Promise<Place>} openPlace opens a display for each of them, or none
 */
export async function runQueue(parts, atATime, openPlace) {
  const waiting = [...parts];
  /** @type {Timed[]} */
  const results = [];
  const runParts = async () => {
    const place = await openPlace();
    try {
      for (let part = waiting.shift(); part; part = waiting.shift()) results.push(await part(place));
    } catch (error) {
      // No further part beside it.
      waiting.length = 0;
      throw error;
    } finally {
      place.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, parts.length) }, runParts));
  return results;
}

/** Prints the failures of a run, its times, and the closing line. Returns the exit code. */
export function closeRun(/** @type {readonly Timed[]} */ results, /** @type {string} */ times) {
  const counts = total(results);
  for (const text of results.flatMap(({ failures }) => failures)) console.log(`\n✗ ${text}`);
  console.log(`\n${times}\n\n${closingLine(counts)}`);
  return isGood(counts) ? 0 : 1;
}

/**
 * Runs a part, or counts it as skipped where there is a reason against it.
 * @param {string} name the name in the report
 * @param {import('./suites.mjs').Suite} suite
 * @param {Part} part
 * @param {{ node: string, env: NodeJS.ProcessEnv, folder: string, reason: string | undefined }} where `folder`: of out/, for
 *   the runner's JSON
 */
export const runPart = (name, suite, part, { reason, ...where }) =>
  timed(name, async () =>
    reason === undefined ? runTests(name, suite, part, where) : skippedSuite(name, reason),
  );

/**
 * @param {string} name
 * @param {import('./suites.mjs').Suite} suite
 * @param {Part} part
 * @param {{ node: string, env: NodeJS.ProcessEnv, folder: string }} where
 */
async function runTests(name, suite, part, { node, env, folder }) {
  const report = inOut(folder, `${name}.json`);
  mkdirSync(inOut(folder), { recursive: true });
  rmSync(report, { force: true });
  // A file that is named runs whole, also where `npm test` leaves it to the soak.
  const whole = part.files?.length ? { GATEHOUSE_MATRIX: 'whole' } : {};
  // Tests read English words, in whatever language the desktop is.
  const { LANGUAGE: _languages, LC_ALL: _all, LC_MESSAGES: _messages, ...others } = env;
  const { code, output } = await run(node, argumentsOf(suite, part, report), {
    cwd: root,
    env: { ...others, LANG: 'C.UTF-8', ...whole, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' },
    tied: 'TERM',
  });
  const mayBeEmpty = part.changedSince !== undefined;
  const result = readReport(name, suite.runner, readJson(report), code ?? 70, mayBeEmpty);
  // Without a failed test to quote, the runner's own words are all there is.
  if (result.broken && output.trim() !== '') result.failures.push(`${name} printed\n${tail(output, 40)}`);
  return result;
}

/** @returns {string[]} */
function argumentsOf(
  /** @type {import('./suites.mjs').Suite} */ suite,
  /** @type {Part} */ { files = [], project, title, changedSince },
  /** @type {string} */ report,
) {
  if (suite.runner === 'playwright') {
    const cli = inRoot('node_modules', '@playwright', 'test', 'cli.js');
    const named = title === undefined ? [] : ['-g', title];
    const config = inRoot(suite.folder, 'playwright.config.ts');
    return [cli, 'test', '--config', config, '--reporter=json', ...files, ...named];
  }
  const projects = project === undefined ? (suite.projects ?? [suite.name]) : [project];
  return [
    ...[inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', ...files],
    ...projects.flatMap((one) => ['--project', one]),
    ...(suite.workers === undefined ? [] : ['--maxWorkers', String(suite.workers)]),
    ...(changedSince === undefined ? [] : [`--changed=${changedSince}`, '--passWithNoTests']),
    ...['--reporter=json', `--outputFile.json=${report}`, '--reporter=dot'],
  ];
}
