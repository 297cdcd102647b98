import { expect, it } from 'vitest';
import { loadScript } from '../../../lab/load-script.ts';

const { checksLine } = await loadScript<{ checksLine: (failed: readonly string[]) => string }>(
  'scripts/lib/checks-line.mjs',
);

it.each([
  [[], 'All checks passed.'],
  [['types of shared'], 'Failed: types of shared.'],
  [['format'], 'Failed: format. Run `npm run fix`.'],
  [['lint', 'layers'], 'Failed: lint, layers. Run `npm run fix`.'],
])('npm run check ends, where %j failed, with "%s"', (failed, line) => {
  expect(checksLine(failed)).toBe(line);
});
