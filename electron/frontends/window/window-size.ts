/** A width and a height in pixels that do not depend on the density of the display. */
export type Size = Readonly<{ width: number; height: number }>;

/** What the window opens with: the list of all methods, the QR code and every error fit (docs/look.md). */
const WANTED: Size = { width: 420, height: 820 };
/** Nobody makes it smaller than this, where the display has room for it. */
const SMALLEST: Size = { width: 320, height: 480 };
/** What a window manager may add above and below; it is not known before the window is shown. */
const FRAME_HEIGHT = 48;

/** The size of the window's content: what is wanted, or what the display has room for. */
export function windowSize(workArea: Size): Size {
  return within(workArea, WANTED);
}

/** The smallest size of the window's content: never more than the display has room for, because then the page scrolls. */
export function smallestSize(workArea: Size): Size {
  return within(workArea, SMALLEST);
}

function within(workArea: Size, { width, height }: Size): Size {
  return {
    width: Math.min(width, workArea.width),
    height: Math.min(height, workArea.height - FRAME_HEIGHT),
  };
}
