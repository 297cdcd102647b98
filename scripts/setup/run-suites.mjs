/** Runs suites side by side, prints their results and the closing line: for `npm test` and `npm run soak`. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { elapsed, say } from '../lib/log.mjs';
import { inOut, inRoot, root } from '../lib/paths.mjs';
import { run, tail } from '../lib/run.mjs';
import { readJson } from '../lib/stamp.mjs';
import { closingLine, isGood, minutes, readReport, skippedSuite, suiteLine, total } from '../lib/summary.mjs';
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
 * Sets up, runs the parts, and prints their failures, their times and the closing line.
 * @param {readonly Part[]} parts in the order of their start
 * @param {object} how
 * @param {string} how.folder of out/, for the reports of the runners
 * @param {number} how.atATime how many run side by side, each with a display of its own
 * @param {((context: import('./prepare.mjs').Context) => Promise<SuiteResult>) | false} [how.check] a part besides, named "check"
 * @returns {Promise<number>} the exit code
 */
export async function runSuites(parts, { folder, atATime, check = false }) {
  const setUpAt = Date.now();
  const context = await prepare('build');
  // For all parts before the first runs, so that no part waits for it and no time includes it.
  const reasons = new Map();
  for (const part of parts) reasons.set(part, await reasonAgainst(part));
  const startedAt = Date.now();

  const queue = (/** @type {boolean} */ areLast) =>
    parts
      .filter(({ isLast = false }) => isLast === areLast)
      .map((part) => (/** @type {Place} */ place) => {
        const reason = reasons.get(part) ?? (part.needsWindow ? place.reason : undefined);
        const env = { ...context.env, ...place.env, ...part.env };
        return timed(part.name, async () =>
          reason === undefined
            ? runTests(part, { node: context.node, env, report: inOut(folder, `${part.name}.json`) })
            : skippedSuite(part.name, reason),
        );
      });
  const needsWindow = parts.some((part) => part.needsWindow);
  const openPlace = async () => (needsWindow ? openTestPlace() : { env: {}, end: () => {} });
  const checks = check ? [() => timed('check', () => check(context))] : [];
  const results = [
    ...(await runQueue([...checks, ...queue(false)], atATime, openPlace)),
    ...(await runQueue(queue(true), 1, openPlace)),
  ];

  const sum = results.reduce((ms, result) => ms + result.ms, 0);
  const counts = total(results);
  for (const text of results.flatMap(({ failures }) => failures)) console.log(`\n✗ ${text}`);
  console.log(`
${results.map((result) => suiteLine(result, minutes(result.ms))).join('\n')}

${minutes(Date.now() - startedAt)} for suites of ${minutes(sum)} · set-up and build ${minutes(startedAt - setUpAt)}

${closingLine(counts)}`);
  return isGood(counts) ? 0 : 1;
}

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
      for (let work = waiting.shift(); work; work = waiting.shift()) results.push(await work(place));
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
 * @param {{ node: string, env: NodeJS.ProcessEnv, report: string }} where `report`: the file of the runner's JSON
 */
async function runTests(part, { node, env, report }) {
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  // A file that is named runs whole, also where `npm test` leaves it to the soak.
  const whole = part.files?.length ? { GATEHOUSE_MATRIX: 'whole' } : {};
  // Tests read English words, in whatever language the desktop is.
  const { LANGUAGE: _languages, LC_ALL: _all, LC_MESSAGES: _messages, ...others } = env;
  const { code, output } = await run(node, argumentsOf(part, report), {
    cwd: root,
    env: { ...others, LANG: 'C.UTF-8', ...whole, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' },
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
  /** @type {Part} */ { runner, folder, projects, workers, files = [], title, changedSince },
  /** @type {string} */ report,
) {
  if (runner === 'playwright') {
    const cli = inRoot('node_modules', '@playwright', 'test', 'cli.js');
    const named = title === undefined ? [] : ['-g', title];
    const config = inRoot(folder, 'playwright.config.ts');
    return [cli, 'test', '--config', config, '--reporter=json', ...files, ...named];
  }
  return [
    ...[inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', ...files],
    ...projects.flatMap((one) => ['--project', one]),
    ...(workers === undefined ? [] : ['--maxWorkers', String(workers)]),
    ...(changedSince === undefined ? [] : [`--changed=${changedSince}`, '--passWithNoTests']),
    ...['--reporter=json', `--outputFile.json=${report}`, '--reporter=dot'],
  ];
}
