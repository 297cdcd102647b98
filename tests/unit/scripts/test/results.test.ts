/** The closing line of `npm test`, which CI reads, and the judgement of the runners' results. */
import { describe, expect, it } from 'vitest';
import {
  closingLine,
  isGood,
  judged,
  reasonIn,
  refuseSkips,
  skippedSuite,
  suiteLines,
  total,
  type TestResult,
} from '../../../../scripts/test/results.ts';

const test = (state: TestResult['state'], suite = 'unit', text = ''): TestResult => ({
  suite,
  name: `a.test.ts: ${state}`,
  state,
  text,
});
const failuresOf = (results: readonly TestResult[]): readonly string[] =>
  results.filter(({ state }) => state === 'failed').map(({ name }) => name);

describe('the results of a runner', () => {
  it('stay as they are when it ended well', () => {
    const results = [test('passed'), test('skipped')];
    expect(judged(['unit'], results, { exitCode: 0 })).toEqual(results);
  });

  it('stay as they are when it ended with 1 because a test failed', () => {
    const results = [test('passed'), test('failed')];
    expect(judged(['unit'], results, { exitCode: 1 })).toEqual(results);
  });

  it('gain a failure when it left none', () => {
    for (const exitCode of [0, 1, 137])
      expect(failuresOf(judged(['unit', 'gate'], undefined, { exitCode }))).toEqual([
        `unit, gate: the runner ended with ${exitCode} and left no results`,
      ]);
  });

  it('gain a failure for each suite of which no test ran', () => {
    const results = judged(['unit', 'gate'], [test('passed')], { exitCode: 0 });
    expect(failuresOf(results)).toEqual(['gate: no test ran']);
  });

  it('gain a failure when it did not end well although every test passed', () => {
    expect(failuresOf(judged(['unit'], [test('passed')], { exitCode: 1 }))).toEqual([
      'unit: the runner ended with 1 although no test failed',
    ]);
  });

  it('may be empty when only the tests run that a change can break', () => {
    expect(judged(['unit'], [], { exitCode: 0, mayBeEmpty: true })).toEqual([]);
    const broken = judged(['unit'], [], { exitCode: 1, mayBeEmpty: true });
    expect(total(broken)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('a reason to skip', () => {
  it.each([
    ['a screen (skipped: there is no Orca) is said', 'there is no Orca'],
    ['a namespace (needs root) is left', 'needs root'],
    ['a title without a reason', ''],
  ])('is read from the title "%s"', (title, reason) => {
    expect(reasonIn(title)).toBe(reason);
  });
});

describe('a nightly', () => {
  it('counts a skipped test as failed, with its reason', () => {
    const results = refuseSkips([skippedSuite('reader', 'there is no Orca')], []);
    expect(total(results)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(results[0]?.text).toBe('reader\nskipped, though no test may be: there is no Orca');
  });

  it('leaves a skipped test alone when its reason is allowed', () => {
    const results = [test('passed'), skippedSuite('unit', 'needs an ordinary user')];
    expect(refuseSkips(results, [/ordinary user/])).toEqual(results);
  });
});

describe('the summary', () => {
  it('has a line for each suite, with each reason to skip once', () => {
    const orca = test('skipped', 'reader', 'there is no Orca');
    const results = [test('passed'), test('flaky'), test('failed'), orca, orca];
    expect(suiteLines(results)).toEqual([
      '✗ unit         2 passed, 1 failed',
      '– reader       0 passed, 0 failed, 2 skipped · skipped: there is no Orca',
    ]);
  });

  it('ends with the sum of all suites, and counts skipped tests only where there are some', () => {
    const results = [test('passed'), test('flaky'), test('failed', 'gate'), test('skipped')];
    expect(closingLine(total(results))).toBe('2 passed, 1 failed, 1 skipped');
    expect(closingLine(total([]))).toBe('0 passed, 0 failed');
  });

  it('reports success only if a test passed and no test failed', () => {
    expect(isGood({ passed: 1, failed: 0, skipped: 5 })).toBe(true);
    expect(isGood({ passed: 5, failed: 1, skipped: 0 })).toBe(false);
    expect(isGood({ passed: 0, failed: 0, skipped: 5 })).toBe(false);
  });
});
