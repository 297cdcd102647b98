/** The closing line of `npm test`, which CI reads, and how the runners' reports become it. */
import { describe, expect, it } from 'vitest';
import {
  readReport,
  refuseSkips,
  skippedSuite,
  total,
  closingLine,
  suiteLine,
  isGood,
} from '../../../../scripts/lib/summary.mjs';

/** A report of vitest. A "flaky" test failed once: it is a passed one with a failure. */
const vitest = (...statuses: string[]): unknown => ({
  testResults: [
    {
      name: 'a.test.ts',
      status: statuses.includes('failed') ? 'failed' : 'passed',
      assertionResults: statuses.map((status) => ({
        status: status === 'flaky' ? 'passed' : status,
        fullName: status,
        ancestorTitles: ['group'],
        title: status,
        failureMessages: ['flaky', 'failed'].includes(status) ? ['\u001b[31mred'] : [],
      })),
    },
  ],
});

const playwright = (...statuses: string[]): unknown => ({
  suites: [
    {
      title: 'a.spec.ts',
      specs: [],
      suites: [
        {
          title: 'group',
          specs: statuses.map((status) => ({
            title: status,
            file: 'a.spec.ts',
            tests: [{ status, results: [{ errors: [{ message: 'why' }] }] }],
          })),
        },
      ],
    },
  ],
  errors: [],
});

describe('reports', () => {
  it('counts the tests of vitest', () => {
    const report = vitest('passed', 'passed', 'failed', 'pending', 'todo', 'skipped');
    const result = readReport('unit', 'vitest', report, 1);
    expect(result).toMatchObject({ passed: 2, failed: 1, skipped: 3 });
    expect(result.failures).toEqual(['a.test.ts: group › failed\nred']);
  });

  it.each([
    ['vitest', vitest('passed', 'flaky'), 'a.test.ts: group › flaky', 'red'],
    ['playwright', playwright('expected', 'flaky'), 'a.spec.ts: group › flaky', 'why'],
  ] as const)(
    'names a test of %s that passed at its second try, with its first failure',
    (runner, report, name, why) => {
      const result = readReport('e2e', runner, report, 0);
      expect(result).toMatchObject({
        passed: 2,
        failed: 0,
        flaky: [{ name, text: `${name}\n${why}` }],
      });
    },
  );

  it('gives the reason for each skipped test, and an empty one where it has none', () => {
    const report = vitest('passed', 'skipped', 'skipped', 'skipped') as {
      testResults: { assertionResults: object[] }[];
    };
    const [, first, second] = report.testResults[0]?.assertionResults ?? [];
    Object.assign(first ?? {}, { fullName: 'a (skipped: no Orca) b' });
    Object.assign(second ?? {}, { fullName: 'a (needs root) b' });
    expect(readReport('reader', 'vitest', report, 0).skips).toEqual(['no Orca', 'needs root', '']);
  });

  it('says why something was skipped, each reason once', () => {
    const vitestReport = vitest('passed', 'skipped', 'skipped') as {
      testResults: { assertionResults: object[] }[];
    };
    const [, first, second] = vitestReport.testResults[0]?.assertionResults ?? [];
    Object.assign(first ?? {}, { fullName: 'a screen (skipped: there is no Orca) is said' });
    Object.assign(second ?? {}, { fullName: 'another (skipped: there is no Orca) is said' });
    expect(
      suiteLine({ ...readReport('reader', 'vitest', vitestReport, 0), name: 'reader' }, ''),
    ).toBe('✓ reader       1 passed, 0 failed, 2 skipped · skipped: there is no Orca');

    const annotations = [{ type: 'skip', description: 'other fonts' }];
    const tests = [{ status: 'skipped', annotations, results: [] }];
    const report = {
      suites: [{ title: 'a.spec.ts', specs: [{ title: 'a', file: 'a.spec.ts', tests }] }],
    };
    expect(readReport('e2e', 'playwright', report, 0)).toMatchObject({
      failed: 0,
      skipped: 1,
      note: 'skipped: other fonts',
    });
  });

  it('counts a file that could not be loaded', () => {
    const report = {
      testResults: [
        { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      ],
    };
    const result = readReport('unit', 'vitest', report, 1);
    expect(result).toMatchObject({ passed: 0, failed: 1 });
    expect(result.failures).toEqual(['b.test.ts: the file did not load\nno such module']);
  });

  it('counts the tests of Playwright, nested groups and faults outside tests included', () => {
    const report = playwright('expected', 'expected', 'flaky', 'unexpected', 'skipped') as {
      errors: unknown[];
    };
    report.errors.push({ message: 'config is broken' });
    const result = readReport('e2e', 'playwright', report, 1);
    expect(result).toMatchObject({ passed: 3, failed: 2, skipped: 1 });
    expect(result.failures).toEqual([
      'a.spec.ts: group › unexpected\nwhy',
      'outside any test\nconfig is broken',
    ]);
  });

  it('prints the output of a failed test’s programs', () => {
    const attachments = [
      { name: 'log', contentType: 'text/plain', body: 'bG9n' },
      {
        name: 'output of the programs',
        contentType: 'text/plain',
        body: btoa('gatehouse: exit code 70'),
      },
    ];
    const tests = [
      { status: 'unexpected', results: [{ errors: [{ message: 'why' }], attachments }] },
    ];
    const report = {
      suites: [{ title: 'a.spec.ts', specs: [{ title: 'a', file: 'a.spec.ts', tests }] }],
    };
    expect(readReport('e2e', 'playwright', report, 1).failures).toEqual([
      'a.spec.ts: a\nwhy\ngatehouse: exit code 70',
    ]);
  });

  it.each([
    ['left no report', undefined, 1],
    ['ran no test', vitest(), 0],
    ['is not a report', 'text', 0],
  ])('fails a suite that %s', (_what, report, exitCode) => {
    expect(readReport('unit', 'vitest', report, exitCode)).toMatchObject({
      passed: 0,
      failed: 1,
      broken: true,
    });
  });

  it('fails no suite without a test that the changes can break', () => {
    expect(readReport('unit', 'vitest', vitest(), 0, true)).toMatchObject({
      passed: 0,
      failed: 0,
      skipped: 0,
    });
    expect(readReport('unit', 'vitest', vitest(), 1, true)).toMatchObject({ failed: 1 });
    expect(readReport('unit', 'vitest', undefined, 0, true)).toMatchObject({ failed: 1 });
  });

  it('fails a suite with a broken runner although every test passed', () => {
    const result = readReport('unit', 'vitest', vitest('passed'), 1);
    expect(result).toMatchObject({ passed: 1, failed: 1, broken: true });
  });
});

describe('a nightly', () => {
  it('counts a skipped test as failed, with its reason', () => {
    const { passed, failed, skipped, failures } = refuseSkips(
      skippedSuite('reader', 'there is no Orca'),
      [],
    );
    expect({ passed, failed, skipped }).toEqual({ passed: 0, failed: 1, skipped: 0 });
    expect(failures).toEqual(['reader: 1 skipped, though none may be: there is no Orca']);
  });

  it('leaves a skipped test alone when its reason is allowed', () => {
    const result = skippedSuite('unit', 'needs an ordinary user');
    expect(refuseSkips(result, [/ordinary user/])).toEqual(result);
  });
});

describe('the closing line', () => {
  it('is the sum of the suites, and names skipped tests only where there are some', () => {
    const suites = [
      { passed: 1, failed: 2, skipped: 3 },
      { passed: 10, failed: 20, skipped: 30 },
    ];
    expect(closingLine(total(suites))).toBe('11 passed, 22 failed, 33 skipped');
    expect(closingLine(total([]))).toBe('0 passed, 0 failed');
  });

  it('reports success only if a test passed and no test failed', () => {
    expect(isGood({ passed: 1, failed: 0, skipped: 5 })).toBe(true);
    expect(isGood({ passed: 5, failed: 1, skipped: 0 })).toBe(false);
    expect(isGood({ passed: 0, failed: 0, skipped: 5 })).toBe(false);
  });
});
