/** Runs suites side by side, prints their results and the closing line: for `npm test` and `npm run nightly`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { elapsed, say } from '../lib/log.mjs';
import { inOut, inRoot, root } from '../lib/paths.mjs';
import { inEnglish, run, tail } from '../lib/run.mjs';
import { readJson } from '../lib/stamp.mjs';
import { runChecks } from '../lib/checks.mjs';
import {
  closingLine,
  isGood,
  minutes,
  readReport,
  skippedSuite,
  suiteLine,
  total,
} from '../lib/summary.mjs';
import { prepare, reasonAgainst } from './prepare.mjs';
import { openTestPlace } from './window-place.mjs';

/**
 * @typedef {import('../lib/suites.mjs').Part} Part
 * @typedef {import('../lib/summary.mjs').SuiteResult} SuiteResult
 * @typedef {Awaited<ReturnType<typeof openTestPlace>>} Place
 */

const HEARTBEAT_MS = 30_000;

/** The running parts, by name, with their start. @type {Map<string, number>} */
const running = new Map();

/**
 * Sets up, runs the parts, and prints their failures, their times, the tests that passed at their second try, and the
 * closing line. No more processes are busy than there are cores: with two cores either two suites run side by side, each
 * with one worker, or one suite with two.
 *
 * @param {readonly Part[]} parts in the order of their start
 * @param {object} how
 * @param {string} how.folder of out/, for the reports of the runners and `flaky.txt`
 * @param {boolean} how.check whether the checks come first, as a part named "check"
 * @param {boolean} how.isNightly everything that a part needs is installed as root, and each matrix runs whole
 * @param {ReadonlyMap<string, SuiteResult>} [how.finished] results of an earlier run, by the part's name: not run again
 * @param {(result: SuiteResult) => SuiteResult} [how.onResult] sees each new result, and may judge it otherwise
 * @returns {Promise<number>} the exit code
 */
export async function runSuites(parts, how) {
  const { folder, check, isNightly, finished = new Map(), onResult = (result) => result } = how;
  mkdirSync(inOut(folder), { recursive: true });
  rmSync(inOut(folder, 'flaky.txt'), { force: true });
  const setUpAt = Date.now();
  const context = await prepare('build');
  // For all parts before the first runs, so that no part waits for it and no time includes it.
  const reasons = new Map();
  for (const part of parts)
    if (!finished.has(part.name)) reasons.set(part, await reasonAgainst(part, { isNightly }));
  const startedAt = Date.now();

  const work = (/** @type {string} */ name, /** @type {() => Promise<SuiteResult>} */ run) => {
    const before = finished.get(name);
    return before === undefined
      ? timed(name, async () => onResult(await run()))
      : alreadyDone(before);
  };
  const cores = availableParallelism();
  const atATime = Math.min(cores, parts.filter(({ isLast = false }) => !isLast).length);
  const queue = (/** @type {boolean} */ areLast) => {
    const workers = Math.max(1, Math.floor(cores / (areLast ? 1 : atATime)));
    return parts
      .filter(({ isLast = false }) => isLast === areLast)
      .map((part) => (/** @type {Place} */ place) => {
        const reason = reasons.get(part) ?? (part.needsWindow ? place.reason : undefined);
        const env = { ...context.env, ...place.env, ...part.env };
        const report = inOut(folder, `${part.name}.json`);
        return work(part.name, async () =>
          reason === undefined
            ? runTests(part, { node: context.node, env, report, workers, isNightly })
            : skippedSuite(part.name, reason),
        );
      });
  };
  const needsWindow = parts.some((part) => part.needsWindow);
  const openPlace = async () => (needsWindow ? openTestPlace() : { env: {}, end: () => {} });
  const results = [
    // Alone: the type checker takes all cores.
    ...(check ? [await work('check', () => checkResult(context))] : []),
    ...(await runQueue(queue(false), atATime, openPlace)),
    ...(await runQueue(queue(true), 1, openPlace)),
  ];

  const sum = results.reduce((ms, result) => ms + result.ms, 0);
  const counts = total(results);
  for (const text of results.flatMap(({ failures }) => failures)) console.log(`\n✗ ${text}`);
  console.log(`
${results.map((result) => suiteLine(result, minutes(result.ms))).join('\n')}

${minutes(Date.now() - startedAt)} for suites of ${minutes(sum)} · set-up and build ${minutes(startedAt - setUpAt)}
`);
  const flaky = results.flatMap((result) => result.flaky);
  for (const { name } of flaky) console.log(`flaky: ${name}`);
  if (flaky.length > 0)
    writeFileSync(inOut(folder, 'flaky.txt'), flaky.map(({ text }) => `${text}\n`).join('\n'));
  console.log(closingLine(counts));
  return isGood(counts) ? 0 : 1;
}

/** The checks, counted as tests. @returns {Promise<SuiteResult>} */
async function checkResult(/** @type {import('./prepare.mjs').Context} */ context) {
  const parts = await runChecks(context, () => {});
  const failed = parts.filter(({ ok }) => !ok);
  const skips = parts.flatMap(({ name, skipped }) =>
    skipped === undefined ? [] : [`${name}: ${skipped}`],
  );
  return {
    name: 'check',
    passed: parts.length - failed.length - skips.length,
    failed: failed.length,
    skipped: skips.length,
    failures: failed.map(({ name, output }) => `check: ${name}\n${tail(output, 40)}`),
    flaky: [],
    skips,
    ...(skips.length === 0 ? {} : { note: `skipped: ${skips.join('; ')}` }),
  };
}

/** A result of an earlier run, as one of this run. */
const alreadyDone = async (/** @type {SuiteResult} */ result) => {
  console.log(`${suiteLine(result, '')} · from an earlier run of this commit`);
  return { ...result, ms: 0 };
};

/**
 * Does a part of a run, prints its line, and reports meanwhile that it is running.
 * @param {string} name
 * @param {() => Promise<SuiteResult>} work
 */
async function timed(name, work) {
  const startedAt = Date.now();
  running.set(name, startedAt);
  const heartbeat = setInterval(() => {
    const [first] = running.keys();
    if (first === name)
      say(
        `  running: ${[...running].map(([part, since]) => `${part} (${elapsed(since)})`).join(', ')}`,
      );
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

/**
 * Does works from a queue.
 * @param {readonly ((place: Place) => ReturnType<typeof timed>)[]} works in the order of their start
 * @param {number} atATime how many run side by side
 * @param {() => Promise<Place>} openPlace opens a display for each of them, or none
 */
async function runQueue(works, atATime, openPlace) {
  const waiting = [...works];
  /** @type {Awaited<ReturnType<typeof timed>>[]} */
  const results = [];
  const workOff = async () => {
    const place = await openPlace();
    try {
      for (let work = waiting.shift(); work; work = waiting.shift())
        results.push(await work(place));
    } catch (error) {
      // No further work beside it.
      waiting.length = 0;
      throw error;
    } finally {
      place.end();
    }
  };
  await Promise.all(Array.from({ length: Math.min(atATime, works.length) }, workOff));
  return results;
}

/**
 * @param {Part} part
 * @param {object} how
 * @param {string} how.node
 * @param {NodeJS.ProcessEnv} how.env
 * @param {string} how.report the file of the runner's JSON
 * @param {number} how.workers files at the same time
 * @param {boolean} how.isNightly
 */
async function runTests(part, { node, env, report, workers, isNightly }) {
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  // A file that is named runs whole, also where `npm test` leaves it to the nightly.
  const whole = isNightly || part.files?.length ? { GATEHOUSE_MATRIX: 'whole' } : {};
  const { code, output } = await run(node, argumentsOf(part, report, workers), {
    cwd: root,
    env: { ...inEnglish(env), ...whole, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' },
    tied: 'TERM',
  });
  const mayBeEmpty = part.changedSince !== undefined;
  const result = readReport(part.name, part.runner, readJson(report), code ?? 70, mayBeEmpty);
  // Without a failed test to quote, the runner's own words are all there is.
  if (result.broken && output.trim() !== '')
    result.failures.push(`${part.name} printed\n${tail(output, 40)}`);
  return result;
}

/** @returns {string[]} */
function argumentsOf(
  /** @type {Part} */ { runner, folder, projects, files = [], title, changedSince, ...part },
  /** @type {string} */ report,
  /** @type {number} */ mostWorkers,
) {
  const workers = String(Math.min(mostWorkers, part.workers ?? mostWorkers));
  const named = title === undefined ? [] : [runner === 'playwright' ? '-g' : '-t', title];
  if (runner === 'playwright') {
    const cli = inRoot('node_modules', '@playwright', 'test', 'cli.js');
    const config = inRoot(folder, 'playwright.config.ts');
    return [
      cli,
      'test',
      '--config',
      config,
      '--reporter=json',
      '--workers',
      workers,
      ...files,
      ...named,
    ];
  }
  return [
    ...[inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', ...files],
    ...projects.flatMap((one) => ['--project', one]),
    ...['--maxWorkers', workers],
    ...named,
    ...(changedSince === undefined ? [] : [`--changed=${changedSince}`, '--passWithNoTests']),
    ...['--reporter=json', `--outputFile.json=${report}`, '--reporter=dot'],
  ];
}
