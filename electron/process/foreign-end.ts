import { EXIT_CODES } from '../../shared/outcomes/outcomes.ts';

/** An end of the process as Electron reports it. */
export type ReportedEnd = Readonly<{
  code: number;
  /**
   * Whether the program has asked for an end: a requested end emits `will-quit`, Chromium's own
   * only `quit`.
   */
  isAsked: boolean;
  /** The exit code that the program has decided on; null before it has. */
  decided: number | null;
}>;

/**
 * The exit code for an end that the program has not asked for; null to let Electron end with its
 * own.
 */
// SECURITY: SEC-110 on loss of the session bus or the display, Chromium exits with 0; report a
// fault instead.
export function exitCodeOfForeignEnd({ code, isAsked, decided }: ReportedEnd): number | null {
  return isAsked || code === decided ? null : (decided ?? EXIT_CODES.internal);
}
