/** In device-independent pixels. */
export type Size = Readonly<{ width: number; height: number }>;

/** Fits all methods, the QR code and every error (docs/look.md). */
const WANTED: Size = { width: 420, height: 820 };
const SMALLEST: Size = { width: 320, height: 480 };
/** Reserve for the window manager's frame, whose height is unknown before the window shows. */
const FRAME_HEIGHT = 48;

export function windowSize(workArea: Size): Size {
  return within(workArea, WANTED);
}

/** Minimum content size, limited to the display. Larger content scrolls. */
export function smallestSize(workArea: Size): Size {
  return within(workArea, SMALLEST);
}

function within(workArea: Size, { width, height }: Size): Size {
  return {
    width: Math.min(width, workArea.width),
    height: Math.min(height, workArea.height - FRAME_HEIGHT),
  };
}
