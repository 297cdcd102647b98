/** The terminal of the person who logs in. */
export type Terminal = Readonly<{
  /** Prints a line. Never breaks `address`, a word in it. */
  print: (line: string, address?: string) => void;
  /**
   * Asks for a line. `isHidden`: no echo. To withdraw the question, abort the signal and ignore the result. Returns the
   * text without the line end; null at the end of the input.
   */
  ask: (
    prompt: string,
    options: Readonly<{ isHidden: boolean }>,
    signal: AbortSignal,
  ) => Promise<string | null>;
  /**
   * Discards input that was not asked for: lines pasted behind an answer, half a line. Without effect if no line was read
   * since the last call: such input was not for this program.
   */
  discardInput: () => void;
  qrOf: (text: string) => QrPicture;
  draw: (lines: readonly string[]) => void;
}>;

/** Reason for a missing picture: plain output was requested, no support by the terminal, or the size that it needs. */
export type NoPicture = 'unwanted' | 'unable' | Readonly<{ columns: number; rows: number }>;

export type QrPicture =
  | Readonly<{ isDrawn: true; lines: readonly string[] }>
  | Readonly<{ isDrawn: false; why: NoPicture }>;
