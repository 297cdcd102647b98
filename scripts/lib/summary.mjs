/** The runners' reports, as counts, and the closing line that CI reads. Pure. */

import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './paths.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * @typedef {{ name: string, text: string }} Flaky a test that failed once and passed when it was tried again; `text`: the
 *   whole first failure
 *
 * @typedef {Counts & {
 *   name: string, failures: string[], flaky: Flaky[], skips: string[], broken?: boolean, note?: string,
 * }} SuiteResult `skips`: the reason for each skipped test, an empty text where it names none
 */

/** The attachment of a failed end-to-end test that holds the programs' output (tests/e2e/fixtures.ts). */
const PROGRAM_OUTPUT = 'output of the programs';

const MESSAGE_LIMIT = 4_000;

/**
 * A suite that ran. A runner that broke, and a suite that ran no test, are failures: they count as one.
 * @param {string} name
 * @param {'vitest' | 'playwright'} runner
 * @param {unknown} report the runner's JSON, or undefined without one
 * @param {number} exitCode
 * @param {boolean} [mayBeEmpty] where only the tests run that a change can break
 * @returns {SuiteResult}
 */
export function readReport(name, runner, report, exitCode, mayBeEmpty = false) {
  const tests = runner === 'vitest' ? vitestTests(report) : playwrightTests(report);
  const textsOf = (/** @type {Test['status']} */ wanted) =>
    tests.filter(({ status }) => status === wanted).map(({ text }) => text);
  const failures = textsOf('failed').map((text) => text.slice(0, MESSAGE_LIMIT));
  const skips = textsOf('skipped');
  const flaky = textsOf('flaky').map((text) => ({ name: text.split('\n', 1)[0] ?? '', text }));
  const reasons = [...new Set(skips)].filter((reason) => reason !== '').join('; ');
  const result = {
    name,
    passed: tests.length - failures.length - skips.length,
    failed: failures.length,
    skipped: skips.length,
    failures,
    flaky,
    skips,
    ...(reasons === '' ? {} : { note: `skipped: ${reasons}` }),
  };
  if (tests.length > 0 && (exitCode === 0 || result.failed > 0)) return result;
  if (mayBeEmpty && report !== undefined && exitCode === 0)
    return { ...result, note: 'no test that the changes can break' };
  const ran = report === undefined ? 'it left no report' : 'it ran no test';
  const broken =
    tests.length === 0
      ? `${name}: ${ran} (exit code ${exitCode})`
      : `${name}: the runner ended with ${exitCode} although no test failed`;
  return { ...result, failed: 1, broken: true, failures: [broken] };
}

/**
 * A suite that cannot run here: said, and counted as skipped.
 * @param {string} name
 * @param {string} note the reason
 * @returns {SuiteResult}
 */
export const skippedSuite = (name, note) => ({
  name,
  ...total([]),
  skipped: 1,
  failures: [],
  flaky: [],
  skips: [note],
  note,
});

/**
 * Counts each skipped test as failed, unless its reason is allowed.
 * @param {SuiteResult} result
 * @param {readonly RegExp[]} allowed
 * @returns {SuiteResult}
 */
export function refuseSkips(result, allowed) {
  const refused = result.skips.filter((reason) => !allowed.some((pattern) => pattern.test(reason)));
  const failures = [...new Set(refused)].map((reason) => {
    const count = refused.filter((other) => other === reason).length;
    return `${result.name}: ${count} skipped, though none may be: ${reason || 'without a reason'}`;
  });
  return {
    ...result,
    failed: result.failed + refused.length,
    skipped: result.skipped - refused.length,
    failures: [...result.failures, ...failures],
  };
}

/**
 * @typedef {{ status: 'passed' | 'flaky' | 'failed' | 'skipped', text: string }} Test `text`: its failure, the first one
 *   of a flaky test, or why it was skipped
 */

/** Vitest reports no reasons: a suite or test has its own in its title, as "(skipped: no Orca)" or "(needs root)". */
const REASON = /\(skipped: (.+)\)|\((needs [^)]+)\)/;

const reasonIn = (/** @type {string} */ title) => {
  const [, skipped, needs] = REASON.exec(title) ?? [];
  return skipped ?? needs ?? '';
};

/** @returns {Test[]} */
const vitestTests = (/** @type {any} */ report) =>
  (report?.testResults ?? []).flatMap((/** @type {any} */ file) => {
    const tests = (file.assertionResults ?? []).map((/** @type {any} */ test) => {
      const isPassed = test.status === 'passed';
      if (!isPassed && test.status !== 'failed')
        return { status: 'skipped', text: reasonIn(test.fullName) };
      // A passed test with a failure was tried again.
      if (isPassed && (test.failureMessages ?? []).length === 0)
        return { status: 'passed', text: '' };
      const titles = [...test.ancestorTitles, test.title];
      const text = failure(file.name, titles, test.failureMessages.join('\n'));
      return { status: isPassed ? 'flaky' : 'failed', text };
    });
    const hasFailed = tests.some((/** @type {Test} */ { status }) => status === 'failed');
    if (file.status !== 'failed' || hasFailed) return tests;
    return [
      ...tests,
      { status: 'failed', text: failure(file.name, ['the file did not load'], file.message) },
    ];
  });

/** @returns {Test[]} */
function playwrightTests(/** @type {any} */ report) {
  const folder = report?.config?.rootDir ?? '';
  /** @type {(suite: any, titles: readonly string[]) => Test[]} */
  const testsIn = (suite, titles) => [
    ...(suite.suites ?? []).flatMap((/** @type {any} */ inner) =>
      testsIn(inner, [...titles, inner.title]),
    ),
    ...(suite.specs ?? []).flatMap((/** @type {any} */ spec) =>
      spec.tests.map((/** @type {any} */ { status, annotations = [], results }) => {
        if (status === 'skipped') {
          const reason = annotations.find(
            (/** @type {any} */ { type }) => type === 'skip',
          )?.description;
          return { status, text: reason ?? '' };
        }
        if (status === 'expected') return { status: 'passed', text: '' };
        const errors = results.flatMap((/** @type {any} */ result) => result.errors ?? []);
        const message = errors.map((/** @type {any} */ error) => error.message ?? '').join('\n');
        const text = failure(path.join(folder, spec.file), [...titles, spec.title], message);
        return {
          status: status === 'flaky' ? 'flaky' : 'failed',
          text: `${text}${results.flatMap(writtenIn).join('\n')}`,
        };
      }),
    ),
  ];
  const outside = (report?.errors ?? []).map((/** @type {any} */ { location, message }) => ({
    status: 'failed',
    text: failure(location?.file ?? '', ['outside any test'], message),
  }));
  return [
    ...(report?.suites ?? []).flatMap((/** @type {any} */ suite) => testsIn(suite, [])),
    ...outside,
  ];
}

/** @returns {string[]} */
const writtenIn = (/** @type {any} */ result) =>
  (result.attachments ?? [])
    .filter((/** @type {any} */ { name }) => name === PROGRAM_OUTPUT)
    .map(
      (/** @type {any} */ { body }) =>
        `\n${stripVTControlCharacters(Buffer.from(body ?? '', 'base64').toString())}`,
    );

/** A sentence: the test's file in the repository, its groups, its title; below it the message. */
function failure(
  /** @type {string} */ file,
  /** @type {readonly string[]} */ titles,
  /** @type {string | undefined} */ message,
) {
  const where = file === '' ? '' : `${path.isAbsolute(file) ? path.relative(root, file) : file}: `;
  return `${where}${titles.join(' › ')}\n${stripVTControlCharacters(message ?? '')}`.trimEnd();
}

/** The sum of all suites. @returns {Counts} */
export function total(/** @type {readonly Counts[]} */ results) {
  const sum = (/** @type {keyof Counts} */ key) =>
    results.reduce((count, result) => count + result[key], 0);
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
