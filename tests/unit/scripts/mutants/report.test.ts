/** Lines made of Stryker's reports. */
import { describe, expect, it } from 'vitest';
import { mutantsOf, scoreLine } from '../../../../scripts/mutants/report.mjs';

describe('a report of mutants', () => {
  const at = (line: number, column: number, end: number) => ({
    location: { start: { line, column }, end: { line, column: end } },
  });
  const mutant = (status: string, killedBy: readonly string[] = []) => ({
    mutatorName: 'Number',
    replacement: '4',
    status,
    killedBy,
    ...at(1, 15, 16),
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

  const mutants = mutantsOf(report);
  const survivors = mutants.filter(({ survived }) => survived);

  it('names the survivors, for people and as Stryker takes them', () => {
    expect(survivors.map(({ line, place }) => [line, place])).toEqual([
      ['a.ts:2:14 Arithmetic limit + 1 -> limit - 1', 'a.ts:2:13-2:22'],
      ['a.ts:1:15 Number 3 -> 4', 'a.ts:1:14-1:15'],
    ]);
  });

  it('gives the score, with and without other tests', () => {
    expect(scoreLine('a.ts', mutants, survivors.slice(1))).toBe(
      '    5 mutants   60.0 %   80.0 %  a.ts',
    );
    expect(scoreLine('b.ts', [], [])).toBe('    0 mutants        –        –  b.ts');
  });

  it('knows the test files that kill a mutant', () => {
    expect(mutants.flatMap(({ killers }) => (killers.size > 0 ? [[...killers]] : []))).toEqual([
      ['one.test.ts'],
      ['one.test.ts', 'two.test.ts'],
    ]);
  });
});
