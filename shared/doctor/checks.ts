/** The doctor's checks, in this order (docs/networks.md). */
export const CHECKS = [
  'configuration',
  'key-store',
  'name',
  'connection',
  'proxy',
  'certificate',
  'answer',
  'sign-in',
  'clock',
  'credentials',
  'polling',
  'websocket',
  'generation',
] as const;
export type CheckName = (typeof CHECKS)[number];

/**
 * The result of a check. `unknown`: the evidence is not conclusive. `not-tried`: an earlier finding makes the check
 * pointless, or the time was up.
 */
export const VERDICTS = ['well', 'warning', 'wrong', 'unknown', 'not-tried'] as const;
export type CheckVerdict = (typeof VERDICTS)[number];
