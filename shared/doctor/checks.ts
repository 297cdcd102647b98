/**
 * The checks of the doctor, in order (docs/networks.md). A report has `display` only if something
 * is wrong with it.
 */
export const CHECKS = [
  'configuration',
  'key-store',
  'display',
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
 * `unknown`: the evidence does not decide. `not-tried`: an earlier finding made the check
 * pointless, or the time was up.
 */
export const VERDICTS = ['well', 'warning', 'wrong', 'unknown', 'not-tried'] as const;
export type CheckVerdict = (typeof VERDICTS)[number];
