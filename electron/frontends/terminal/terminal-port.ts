/** The terminal that a person sits at. */
export type Terminal = Readonly<{
  /** Writes a line. `address`: the word in it that is to be copied, and is never cut. */
  say: (line: string, address?: string) => void;
  /**
   * Asks for a line. `hidden`: what is typed is not shown. An aborted `signal` takes the question back: what was
   * typed ahead stays for the next one, and the promise resolves with anything.
   *
   * @returns the line without its end; null at the end of the input
   */
  ask: (
    prompt: string,
    options: Readonly<{ hidden: boolean }>,
    signal: AbortSignal,
  ) => Promise<string | null>;
  /** A QR code as it can be drawn now, or why it cannot. */
  qrOf: (text: string) => QrPicture;
  /** Draws a picture. */
  draw: (lines: readonly string[]) => void;
}>;

/**
 * Why no picture is drawn: nobody wants it, the terminal cannot in any size, or the room that the smallest needs.
 */
export type NoPicture = 'unwanted' | 'unable' | Readonly<{ columns: number; rows: number }>;

/** A picture that can be drawn, or why there is none. */
export type QrPicture =
  | Readonly<{ isDrawn: true; lines: readonly string[] }>
  | Readonly<{ isDrawn: false; why: NoPicture }>;
