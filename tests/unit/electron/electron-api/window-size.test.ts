import { describe, expect, it } from 'vitest';
import { smallestSize, windowSize } from '../../../../electron/electron-api/window-size.ts';

describe('the size of the window', () => {
  it.each([
    ['a large display', { width: 2560, height: 1400 }, { width: 420, height: 820 }],
    ['a display that just has room', { width: 420, height: 868 }, { width: 420, height: 820 }],
    ['a small laptop with a panel', { width: 1366, height: 728 }, { width: 420, height: 680 }],
    ['a low display', { width: 1024, height: 560 }, { width: 420, height: 512 }],
    ['a narrow display', { width: 360, height: 900 }, { width: 360, height: 820 }],
  ])('fits the window to %s, frame included', (_what, workArea, size) => {
    expect(windowSize(workArea)).toEqual(size);
  });

  it.each([
    ['a large display', { width: 2560, height: 1400 }, { width: 320, height: 480 }],
    ['a display at 300 %', { width: 427, height: 341 }, { width: 320, height: 293 }],
    ['a narrow display', { width: 300, height: 900 }, { width: 300, height: 480 }],
  ])('keeps the smallest size of the window within %s', (_what, workArea, size) => {
    expect(smallestSize(workArea)).toEqual(size);
  });
});
