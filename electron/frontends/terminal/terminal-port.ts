/** The terminal of the person who logs in. */
export type Terminal = Readonly<{
  /**
   * Prints a line, wrapped to the terminal's width. `address` is a word of the line that is never
   * broken.
   */
  print: (line: string, address?: string) => void;
  /**
   * Asks for a line; with `isHidden`, the line is not echoed. Resolves to the text without the line
   * end, or to null at the end of the input. To withdraw the question, the caller aborts the
   * signal, and ignores the result.
   */
  ask: (
    prompt: string,
    options: Readonly<{ isHidden: boolean }>,
    signal: AbortSignal,
  ) => Promise<string | null>;
  /**
   * Discards input that was not asked for, such as the lines that were pasted behind an answer, and
   * half a line. Has no effect if no line was read since the last call, because then the input is
   * not meant for this program.
   */
  discardInput: () => void;
  /** The picture of a QR code, or the reason why there is none. */
  qrOf: (text: string) => QrPicture;
  /** Writes the lines of a picture as they are. */
  draw: (lines: readonly string[]) => void;
}>;

/**
 * Why there is no picture. `unwanted`: the person asked for plain output. `unable`: the terminal
 * cannot show one, or no larger terminal would help. A size: the smallest terminal for the
 * picture.
 */
export type NoPicture = 'unwanted' | 'unable' | Readonly<{ columns: number; rows: number }>;

export type QrPicture =
  | Readonly<{ isDrawn: true; lines: readonly string[] }>
  | Readonly<{ isDrawn: false; why: NoPicture }>;
