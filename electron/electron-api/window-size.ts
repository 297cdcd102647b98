/** A width and a height in pixels that do not depend on the density of the display. */
export type Size = Readonly<{ width: number; height: number }>;

/** The initial size: the list of all methods, the QR code and every error fit (docs/look.md). */
const WANTED: Size = { width: 420, height: 820 };
/** The minimum size, if the display has room for it. */
const SMALLEST: Size = { width: 320, height: 480 };
/** Room for a window manager's frame above and below: its height is unknown before the window is shown. */
const FRAME_HEIGHT = 48;

/** The size of the window's content: the wanted size, or the room on the display. */
export function windowSize(workArea: Size): Size {
  return within(workArea, WANTED);
}

/** The smallest size of the window's content: at most the room on the display, because then the page scrolls. */
export function smallestSize(workArea: Size): Size {
  return within(workArea, SMALLEST);
}

function within(workArea: Size, { width, height }: Size): Size {
  return {
    width: Math.min(width, workArea.width),
    height: Math.min(height, workArea.height - FRAME_HEIGHT),
  };
}
