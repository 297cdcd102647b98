/** The closing line of `npm test`, which CI reads, and the judgement of the runners' results. */
import { describe, expect, it } from 'vitest';
import {
  closingLine,
  flakyEntries,
  isGood,
  judged,
  reasonIn,
  refuseSkips,
  suiteLines,
  suiteNotRun,
  total,
  type TestResult,
} from '../../../../scripts/test/results.ts';

const resultOf = (state: TestResult['state'], suite = 'unit', text = ''): TestResult => ({
  suite,
  name: `a.test.ts: ${state}`,
  state,
  text,
});
const failuresOf = (results: readonly TestResult[]): readonly string[] =>
  results.filter(({ state }) => state === 'failed').map(({ name }) => name);

describe('the results of a runner', () => {
  it('keeps the results of a runner that ended well', () => {
    const results = [resultOf('passed'), resultOf('skipped')];
    expect(judged(['unit'], results, { exitCode: 0 })).toEqual(results);
  });

  it('keeps the results of a runner that ended with 1 because a test failed', () => {
    const results = [resultOf('passed'), resultOf('failed')];
    expect(judged(['unit'], results, { exitCode: 1 })).toEqual(results);
  });

  it('adds a failure for a runner that left no results', () => {
    for (const exitCode of [0, 1, 137])
      expect(failuresOf(judged(['unit', 'gate'], undefined, { exitCode }))).toEqual([
        `unit, gate: the runner ended with ${exitCode} and left no results`,
      ]);
  });

  it('adds a failure for each suite of which no test ran', () => {
    const results = judged(['unit', 'gate'], [resultOf('passed')], { exitCode: 0 });
    expect(failuresOf(results)).toEqual(['gate: no test ran']);
  });

  it('adds a failure for a runner that did not end well although every test passed', () => {
    expect(failuresOf(judged(['unit'], [resultOf('passed')], { exitCode: 1 }))).toEqual([
      'unit: the runner ended with 1 although no test failed',
    ]);
  });

  it('allows no results if only the tests run that a change can break', () => {
    expect(judged(['unit'], [], { exitCode: 0, mayBeEmpty: true })).toEqual([]);
    const broken = judged(['unit'], [], { exitCode: 1, mayBeEmpty: true });
    expect(total(broken)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('a reason to skip', () => {
  it.each([
    ['a screen (skipped: there is no Orca) is said', 'there is no Orca'],
    ['a namespace (needs root) is left', 'needs root'],
    [
      'the log (skipped: no journal (apt install systemd)) > a line that is refused (twice)',
      'no journal (apt install systemd)',
    ],
    ['a title without a reason', ''],
  ])('reads the reason to skip from the title "%s"', (title, reason) => {
    expect(reasonIn(title)).toBe(reason);
  });
});

const skipped = (suite: string, reason: string) => suiteNotRun(suite, { reason, isFault: false });

describe('a nightly', () => {
  it('counts a skipped test of a nightly as failed, with its reason', () => {
    const results = refuseSkips([skipped('reader', 'there is no Orca')], []);
    expect(total(results)).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(results[0]?.text).toBe('reader\nskipped, though no test may be: there is no Orca');
  });

  it('leaves a skipped test of a nightly alone if its reason is allowed', () => {
    const results = [resultOf('passed'), skipped('unit', 'needs an ordinary user')];
    expect(refuseSkips(results, [/ordinary user/])).toEqual(results);
  });
});

it('keeps the time and the whole first failure of a test that passed at its second try', () => {
  const flaky = resultOf('flaky', 'gate', 'a.test.ts: waits\nError: no answer\n    at wait.ts:1');
  const at = new Date('2026-11-29T05:00:00Z');
  expect(flakyEntries([flaky, resultOf('passed')], at)).toBe(
    '2026-11-29T05:00:00.000Z a.test.ts: waits\nError: no answer\n    at wait.ts:1\n\n',
  );
});

describe('the summary', () => {
  it('writes a line for each suite, with each reason to skip once', () => {
    const orca = resultOf('skipped', 'reader', 'there is no Orca');
    const results = [resultOf('passed'), resultOf('flaky'), resultOf('failed'), orca, orca];
    expect(suiteLines(results)).toEqual([
      '✗ unit         2 passed, 1 failed',
      '– reader       0 passed, 0 failed, 2 skipped · skipped: there is no Orca',
    ]);
  });

  it('ends the summary with the sum of all suites, and counts skipped tests only if there are some', () => {
    const results = [
      resultOf('passed'),
      resultOf('flaky'),
      resultOf('failed', 'gate'),
      resultOf('skipped'),
    ];
    expect(closingLine(total(results))).toBe('2 passed, 1 failed, 1 skipped');
    expect(closingLine(total([]))).toBe('0 passed, 0 failed');
  });

  it('reports success only if a test passed and no test failed', () => {
    expect(isGood({ passed: 1, failed: 0, skipped: 5 })).toBe(true);
    expect(isGood({ passed: 5, failed: 1, skipped: 0 })).toBe(false);
    expect(isGood({ passed: 0, failed: 0, skipped: 5 })).toBe(false);
    expect(isGood({ passed: 0, failed: 0, skipped: 0 }, { mayBeEmpty: true })).toBe(true);
    expect(isGood({ passed: 0, failed: 1, skipped: 0 }, { mayBeEmpty: true })).toBe(false);
  });
});
