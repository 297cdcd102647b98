/** Checks of the doctor, in order (docs/networks.md). A report has no `display` where nothing is wrong with it. */
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

/** `unknown`: inconclusive evidence. `not-tried`: pointless after an earlier finding, or out of time. */
export const VERDICTS = ['well', 'warning', 'wrong', 'unknown', 'not-tried'] as const;
export type CheckVerdict = (typeof VERDICTS)[number];
