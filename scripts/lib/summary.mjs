/** The runners' reports, as counts, and the closing line that CI reads. Pure. */

import path from 'node:path';
import { root } from './paths.mjs';
import { withoutColours } from './run.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {Counts & { name: string, failures: string[], broken?: boolean, note?: string }} SuiteResult */

/** The attachment of a failed end-to-end test that holds the programs' output (tests/e2e/fixtures.ts). */
const PROGRAM_OUTPUT = 'what the programs wrote';

const MESSAGE_LIMIT = 4_000;

/**
 * A suite that ran. A runner that broke, and a suite that ran no test, are failures: they count as one.
 * @param {string} name
 * @param {'vitest' | 'playwright'} runner
 * @param {unknown} report the runner's JSON, or undefined without one
 * @param {number} exitCode
 * @returns {SuiteResult}
 */
export function readReport(name, runner, report, exitCode) {
  const read = runner === 'vitest' ? readVitest(report) : readPlaywright(report);
  const { reasons, ...counted } = read;
  const note = [...new Set(reasons)].join('; ');
  const result = { name, ...counted, ...(note === '' ? {} : { note: `skipped: ${note}` }) };
  if (result.passed + result.failed + result.skipped === 0) {
    const what = report === undefined ? 'it left no report' : 'it ran no test';
    const failures = [...result.failures, `${name}: ${what} (exit code ${exitCode})`];
    return { ...result, failed: 1, broken: true, failures };
  }
  if (exitCode !== 0 && result.failed === 0) {
    const what = `${name}: the runner ended with ${exitCode} although no test failed`;
    return { ...result, failed: 1, broken: true, failures: [...result.failures, what] };
  }
  return result;
}

/**
 * A suite that cannot run here: said, and counted as skipped.
 * @param {string} name
 * @param {string} reason
 * @returns {SuiteResult}
 */
export const skippedSuite = (name, reason) => ({
  name,
  passed: 0,
  failed: 0,
  skipped: 1,
  failures: [],
  note: reason,
});

/** Vitest reports no reasons: a suite or test has its own at the end of its title. */
const REASON = /\(skipped: (.+)\)/;

/** @typedef {Counts & { failures: string[], reasons: string[] }} Read `reasons`: why something was skipped, as far as it says */

/** @returns {Read} */
function readVitest(/** @type {any} */ report) {
  /** @type {Read} */
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [], reasons: [] };
  for (const file of report?.testResults ?? []) {
    const tests = file.assertionResults ?? [];
    for (const test of tests) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') {
        counts.failed += 1;
        const titles = [...(test.ancestorTitles ?? []), test.title ?? test.fullName];
        counts.failures.push(failure(file.name, titles, test.failureMessages?.join('\n')));
      } else {
        counts.skipped += 1;
        const reason = REASON.exec(test.fullName ?? '')?.[1];
        if (reason !== undefined) counts.reasons.push(reason);
      }
    }
    // A file that could not be loaded has a message and no failed test.
    const broken =
      file.status === 'failed' && !tests.some((/** @type {any} */ test) => test.status === 'failed');
    if (broken) {
      counts.failed += 1;
      counts.failures.push(failure(file.name, ['the file did not load'], file.message));
    }
  }
  return counts;
}

/** @returns {Read} */
function readPlaywright(/** @type {any} */ report) {
  /** @type {Read} */
  const counts = { passed: 0, failed: 0, skipped: 0, failures: [], reasons: [] };
  const folder = report?.config?.rootDir ?? '';
  const visit = (/** @type {any} */ suite, /** @type {readonly string[]} */ titles) => {
    for (const inner of suite.suites ?? []) visit(inner, [...titles, inner.title]);
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests ?? []) {
        if (test.status === 'skipped') {
          counts.skipped += 1;
          for (const { type, description } of test.annotations ?? [])
            if (type === 'skip' && description) counts.reasons.push(description);
        } else if (test.status === 'unexpected') {
          counts.failed += 1;
          const results = test.results ?? [];
          const errors = results.flatMap((/** @type {any} */ result) => result.errors ?? []);
          const text = errors.map((/** @type {any} */ error) => error.message ?? '').join('\n');
          const written = results.flatMap(writtenIn).join('\n');
          const file = path.join(folder, spec.file);
          counts.failures.push(`${failure(file, [...titles, spec.title], text)}${written}`);
        } else counts.passed += 1;
      }
    }
  };
  for (const suite of report?.suites ?? []) visit(suite, []);
  for (const error of report?.errors ?? []) {
    counts.failed += 1;
    counts.failures.push(failure(error.location?.file ?? '', ['outside any test'], error.message));
  }
  return counts;
}

/** @returns {string[]} */
const writtenIn = (/** @type {any} */ result) =>
  (result.attachments ?? [])
    .filter((/** @type {any} */ { name }) => name === PROGRAM_OUTPUT)
    .map(
      (/** @type {any} */ { body }) => `\n${withoutColours(Buffer.from(body ?? '', 'base64').toString())}`,
    );

/** A sentence: the test's file in the repository, its groups, its title; below it the message. */
function failure(
  /** @type {string} */ file,
  /** @type {readonly string[]} */ titles,
  /** @type {string | undefined} */ message,
) {
  const where = file === '' ? '' : `${path.isAbsolute(file) ? path.relative(root, file) : file}: `;
  return `${where}${titles.join(' › ')}\n${withoutColours(message ?? '').slice(0, MESSAGE_LIMIT)}`.trimEnd();
}

/** The sum of all suites. @returns {Counts} */
export function total(/** @type {readonly Counts[]} */ results) {
  const sum = (/** @type {keyof Counts} */ key) => results.reduce((count, result) => count + result[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

/** The closing line: `N passed, N failed`, and `, N skipped` where something was. */
export function closingLine(/** @type {Counts} */ { passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** One line about one suite, for people. */
export function suiteLine(/** @type {SuiteResult} */ result, /** @type {string} */ time) {
  const mark = result.failed > 0 ? '✗' : result.passed > 0 ? '✓' : '–';
  // Never a line that could be taken for the closing one.
  const line = `${mark} ${result.name.padEnd(12)} ${closingLine(result)}`;
  return `${line}${time ? ` · ${time}` : ''}${result.note ? ` · ${result.note}` : ''}`;
}

/** A time as people say it of suites: `7.8 min`. */
export const minutes = (/** @type {number} */ ms) => `${(ms / 60_000).toFixed(1)} min`;

/** Whether the run as a whole is good: tests ran, and all passed. */
export const isGood = (/** @type {Counts} */ counts) => counts.failed === 0 && counts.passed > 0;
