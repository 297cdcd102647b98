/** The terminal that a person sits at. */
export type Terminal = Readonly<{
  /** Writes a line. `address`: the word in it that is to be copied, and is never cut. */
  say: (line: string, address?: string) => void;
  /**
   * Asks for a line. `hidden`: do not show the typed text. An aborted `signal` takes the question back: text typed
   * ahead stays for the next one, and the promise resolves with any value.
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
 * The reason for no picture: unwanted, impossible in any size, or the room that the smallest picture needs.
 */
export type NoPicture = 'unwanted' | 'unable' | Readonly<{ columns: number; rows: number }>;

/** A picture that can be drawn, or the reason for no picture. */
export type QrPicture =
  | Readonly<{ isDrawn: true; lines: readonly string[] }>
  | Readonly<{ isDrawn: false; why: NoPicture }>;
