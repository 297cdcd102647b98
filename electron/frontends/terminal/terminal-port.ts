/** The terminal of the person who logs in. */
export type Terminal = Readonly<{
  /** `address`: a word in the line that is never cut. */
  say: (line: string, address?: string) => void;
  /**
   * `hidden`: no echo. Abort the signal to withdraw the question, and ignore the result. The line has no end; null at
   * the end of the input.
   */
  ask: (
    prompt: string,
    options: Readonly<{ hidden: boolean }>,
    signal: AbortSignal,
  ) => Promise<string | null>;
  qrOf: (text: string) => QrPicture;
  draw: (lines: readonly string[]) => void;
}>;

/** Plain output, no support, or the size that a picture needs. */
export type NoPicture = 'unwanted' | 'unable' | Readonly<{ columns: number; rows: number }>;

export type QrPicture =
  | Readonly<{ isDrawn: true; lines: readonly string[] }>
  | Readonly<{ isDrawn: false; why: NoPicture }>;
