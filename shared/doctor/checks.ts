/** Checks of the doctor, in order (docs/networks.md). */
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

/** `unknown`: inconclusive evidence. `not-tried`: pointless after an earlier finding, or out of time. */
export const VERDICTS = ['well', 'warning', 'wrong', 'unknown', 'not-tried'] as const;
export type CheckVerdict = (typeof VERDICTS)[number];
