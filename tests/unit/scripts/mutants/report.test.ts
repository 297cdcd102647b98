/** Lines made of Stryker's reports. */
import { describe, expect, it } from 'vitest';
import { survivingPlaces, resultsOf, killsOf } from '../../../../scripts/mutants/report.mjs';

describe('a report of mutants', () => {
  const at = (line: number, column: number, end: number) => ({
    location: { start: { line, column }, end: { line, column: end } },
  });
  const mutant = (status: string, killedBy: readonly string[] = []) => ({
    ...{ mutatorName: 'Number', replacement: '4', status, killedBy, ...at(1, 15, 16) },
  });
  const sum = { mutatorName: 'Arithmetic', replacement: 'limit - 1', ...at(2, 14, 23) };
  const report = {
    files: {
      'a.ts': {
        source: 'const limit = 3;\nconst more = limit + 1;\n',
        mutants: [
          { ...sum, status: 'Survived' },
          mutant('NoCoverage'),
          mutant('Killed', ['0', '1']),
          mutant('Killed', ['0', '2']),
          mutant('Timeout'),
          mutant('Ignored'),
        ],
      },
    },
    testFiles: {
      'one.test.ts': { tests: [{ id: '0' }, { id: '1' }] },
      'two.test.ts': { tests: [{ id: '2' }] },
    },
  };

  it('gives the score and the survivors of each file, without those that other tests kill', () => {
    const score = { file: 'a.ts', own: 3, valid: 5 };
    const others = {
      files: { 'a.ts': { ...report.files['a.ts'], mutants: [{ ...sum, status: 'Killed' }] } },
    };
    expect(resultsOf(report, others)).toEqual([
      { score: { ...score, all: 4 }, survivors: ['a.ts:1:15 Number 3 -> 4'] },
    ]);
    expect(resultsOf(report, { files: {} })).toMatchObject([
      {
        score: { ...score, all: 3 },
        survivors: ['a.ts:2:14 Arithmetic limit + 1 -> limit - 1', 'a.ts:1:15 Number 3 -> 4'],
      },
    ]);
  });

  it('names the survivors as Stryker takes them', () => {
    expect(survivingPlaces(report)).toEqual(['a.ts:2:13-2:22', 'a.ts:1:14-1:15']);
  });

  it('counts the mutants of each test file, and those that it alone kills', () => {
    expect(killsOf(report)).toEqual([
      { file: 'one.test.ts', killed: 2, alone: 1 },
      { file: 'two.test.ts', killed: 1, alone: 0 },
    ]);
  });
});
