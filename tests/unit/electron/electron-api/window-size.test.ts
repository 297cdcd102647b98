import { describe, expect, it } from 'vitest';
import { smallestSize, windowSize } from '../../../../electron/electron-api/window-size.ts';

describe('the size of the window', () => {
  it.each([
    ['a large display', { width: 2560, height: 1400 }, { width: 420, height: 820 }],
    ['one that just has room', { width: 420, height: 868 }, { width: 420, height: 820 }],
    ['a small laptop with a panel', { width: 1366, height: 728 }, { width: 420, height: 680 }],
    ['a low one', { width: 1024, height: 560 }, { width: 420, height: 512 }],
    ['a narrow one', { width: 360, height: 900 }, { width: 360, height: 820 }],
  ])('fits %s, frame included', (_what, workArea, size) => {
    expect(windowSize(workArea)).toEqual(size);
  });

  it.each([
    ['a large display', { width: 2560, height: 1400 }, { width: 320, height: 480 }],
    ['one at 300 %', { width: 427, height: 341 }, { width: 320, height: 293 }],
    ['a narrow one', { width: 300, height: 900 }, { width: 300, height: 480 }],
  ])('is never less than fits on %s', (_what, workArea, size) => {
    expect(smallestSize(workArea)).toEqual(size);
  });
});
