/**
 * Results of tests, as the reporters of both runners write them, and the closing line that CI
 * reads. Pure.
 */

/**
 * `text`: the whole failure (the first one of a flaky test), or the reason for which a test was
 * skipped.
 */
export type TestResult = Readonly<{
  suite: string;
  name: string;
  state: 'passed' | 'flaky' | 'failed' | 'skipped';
  text: string;
}>;

export type Counts = Readonly<{ passed: number; failed: number; skipped: number }>;

/**
 * Where a runner writes its results (JSON, a list of `TestResult`): the reporters read it from the
 * environment.
 */
export const RESULTS_VARIABLE = 'GATEHOUSE_TEST_RESULTS';

/**
 * Vitest knows no reasons: a suite or test has its own in its title, as "(skipped: no Orca)" or
 * "(needs root)".
 *
 * @param title of the test, behind those of its suites, with ` > ` between them
 */
export function reasonIn(title: string): string {
  for (const part of title.split(' > ')) {
    const [, skipped, needs] = /\(skipped: (.+)\)|\((needs [^)]+)\)/.exec(part) ?? [];
    const reason = skipped ?? needs;
    if (reason !== undefined) return reason;
  }
  return '';
}

/**
 * The results of one process of a runner. A runner that broke, and a suite that ran no test, are
 * failures.
 *
 * @param suites those that it was to run
 * @param results as its reporter wrote them; undefined where it wrote none
 * @param how.mayBeEmpty where only the tests run that a change can break
 */
export function judged(
  suites: readonly string[],
  results: readonly TestResult[] | undefined,
  { exitCode, mayBeEmpty = false }: { exitCode: number; mayBeEmpty?: boolean },
): readonly TestResult[] {
  const broken = (suite: string, what: string): TestResult => {
    const name = `${suite}: ${what}`;
    return { suite, name, state: 'failed', text: name };
  };
  const [first = ''] = suites;
  if (results === undefined)
    return [broken(suites.join(', '), `the runner ended with ${exitCode} and left no results`)];
  const idle = mayBeEmpty
    ? []
    : suites.filter((suite) => !results.some((result) => result.suite === suite));
  const all = [...results, ...idle.map((suite) => broken(suite, 'no test ran'))];
  if (exitCode === 0 || all.some(({ state }) => state === 'failed')) return all;
  return [...all, broken(first, `the runner ended with ${exitCode} although no test failed`)];
}

/**
 * Why a suite did not run: something is missing on this computer, or a fault of the sources, as one
 * that ends a build.
 */
export type Obstacle = Readonly<{ reason: string; isFault: boolean }>;

/**
 * A suite that did not run, counted as one test: skipped where something is missing here, failed by
 * a fault.
 */
export const suiteNotRun = (suite: string, { reason, isFault }: Obstacle): TestResult =>
  isFault
    ? { suite, name: suite, state: 'failed', text: `${suite}: not run\n${reason}` }
    : { suite, name: suite, state: 'skipped', text: reason };

/** Counts each skipped test as failed, unless its reason is allowed. */
export const refuseSkips = (
  results: readonly TestResult[],
  allowed: readonly RegExp[],
): readonly TestResult[] =>
  results.map((result) =>
    result.state !== 'skipped' || allowed.some((pattern) => pattern.test(result.text))
      ? result
      : {
          ...result,
          state: 'failed',
          text: `${result.name}\nskipped, though no test may be: ${result.text || 'without a reason'}`,
        },
  );

/** The sum of all results. */
export function total(results: readonly TestResult[]): Counts {
  const count = (...states: readonly TestResult['state'][]) =>
    results.filter(({ state }) => states.includes(state)).length;
  return { passed: count('passed', 'flaky'), failed: count('failed'), skipped: count('skipped') };
}

/** The closing line: `N passed, N failed`, and `, N skipped` where something was. */
export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

/**
 * One line about each suite, in the order of their first result, with the reasons of what was
 * skipped.
 */
export function suiteLines(results: readonly TestResult[]): readonly string[] {
  return [...new Set(results.map(({ suite }) => suite))].map((suite) => {
    const own = results.filter((result) => result.suite === suite);
    const { failed, passed, ...counts } = total(own);
    const mark = failed > 0 ? '✗' : passed > 0 ? '✓' : '–';
    const reasons = own.filter(({ state, text }) => state === 'skipped' && text !== '');
    const why = [...new Set(reasons.map(({ text }) => text))].join('; ');
    // Never a line that could be taken for the closing one.
    const line = `${mark} ${suite.padEnd(12)} ${closingLine({ failed, passed, ...counts })}`;
    return why === '' ? line : `${line} · skipped: ${why}`;
  });
}

/**
 * Whether the run as a whole is good: tests ran, and all passed.
 *
 * @param how.mayBeEmpty where only the tests run that a change can break
 */
export const isGood = (counts: Counts, { mayBeEmpty = false } = {}): boolean =>
  counts.failed === 0 && (counts.passed > 0 || mayBeEmpty);

/**
 * What `flaky.txt` keeps of the tests that passed at their second try: when, and the whole first
 * failure.
 */
export const flakyEntries = (results: readonly TestResult[], at: Date): string =>
  results
    .filter(({ state }) => state === 'flaky')
    .map(({ text }) => `${at.toISOString()} ${text}\n\n`)
    .join('');
