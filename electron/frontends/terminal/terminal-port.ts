/** The person's terminal. */
export type Terminal = Readonly<{
  /** Writes a line. `address`: a word in it that is never cut. */
  say: (line: string, address?: string) => void;
  /**
   * Asks for a line. `hidden`: no echo. Abort the signal to withdraw the question; the result is then meaningless.
   *
   * @returns the line without its end; null at the end of the input
   */
  ask: (
    prompt: string,
    options: Readonly<{ hidden: boolean }>,
    signal: AbortSignal,
  ) => Promise<string | null>;
  qrOf: (text: string) => QrPicture;
  draw: (lines: readonly string[]) => void;
}>;

/** Why no picture: plain output, no support, or too small; then the needed size. */
export type NoPicture = 'unwanted' | 'unable' | Readonly<{ columns: number; rows: number }>;

export type QrPicture =
  | Readonly<{ isDrawn: true; lines: readonly string[] }>
  | Readonly<{ isDrawn: false; why: NoPicture }>;
