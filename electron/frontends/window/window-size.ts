/** A width and a height in pixels that do not depend on the density of the display. */
export type Size = Readonly<{ width: number; height: number }>;

/** What the window opens with: the list of all methods, the QR code and every error fit (docs/look.md). */
const WANTED: Size = { width: 420, height: 820 };
/** Below this nothing is laid out any more. */
export const SMALLEST: Size = { width: 320, height: 480 };
/** What a window manager may add above and below; it is not known before the window is shown. */
const FRAME_HEIGHT = 48;

/** The size of the window's content: what is wanted, or what the display has room for. */
export function windowSize(workArea: Size): Size {
  return {
    width: Math.min(WANTED.width, workArea.width),
    height: Math.min(WANTED.height, workArea.height - FRAME_HEIGHT),
  };
}
