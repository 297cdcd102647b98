/** The table and the verdict of the smoke test. */
import { describe, expect, it } from 'vitest';
import { tables, verdict, type Result } from '../../../../scripts/smoke/report.ts';

const result = (step: string, passed = true, says = ''): Result => ({ step, passed, ms: 7, says });
const lineOf = (text: string, name: string): string | undefined =>
  text
    .split('\n')
    .find((line) => line.startsWith(`| ${name} `))
    ?.replace(/ +/g, ' ');

describe('the smoke test', () => {
  it('passes the smoke test only if there was a step and each passed, and ends with the counts', () => {
    expect(verdict([result('start'), result('push')])).toEqual({
      line: '2 passed, 0 failed',
      code: 0,
    });
    expect(verdict([result('start'), result('push', false)])).toEqual({
      line: '1 passed, 1 failed',
      code: 1,
    });
    expect(verdict([])).toEqual({ line: '0 passed, 0 failed', code: 1 });
  });

  it('writes each version and step of the smoke test in one line, with the reason of a failure', () => {
    const text = tables({ Electron: '45.3.4', Display: 'own' }, [
      result('start'),
      result('push', false, `a | b\nc ${'x'.repeat(500)}`),
    ]);
    expect(lineOf(text, 'Electron')).toBe('| Electron | 45.3.4 |');
    expect(lineOf(text, 'start')).toBe('| start | passed | 7 | |');
    expect(lineOf(text, 'push')).toMatch(/^\| push \| FAILED \| 7 \| a \\\| b c x+… \|$/);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(200);
  });
});
