import { describe, expect, it } from 'vitest';
import { SMALLEST, windowSize } from '../../../../../electron/frontends/window/window-size.ts';

describe('the size of the window', () => {
  it.each([
    ['a large display', { width: 2560, height: 1400 }, { width: 420, height: 820 }],
    ['one that just has room', { width: 420, height: 868 }, { width: 420, height: 820 }],
    ['a small laptop with a panel', { width: 1366, height: 728 }, { width: 420, height: 680 }],
    ['a low one', { width: 1024, height: 560 }, { width: 420, height: 512 }],
    ['a narrow one', { width: 360, height: 900 }, { width: 360, height: 820 }],
  ])('is what %s has room for, its frame included', (_what, workArea, size) => {
    expect(windowSize(workArea)).toEqual(size);
  });

  it('may be made smaller than it opens', () => {
    const { width, height } = windowSize({ width: 5000, height: 5000 });
    expect(SMALLEST.width).toBeLessThan(width);
    expect(SMALLEST.height).toBeLessThan(height);
  });
});
