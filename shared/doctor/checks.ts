/** What the doctor looks at, in this order (docs/networks.md). */
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
 * What a check found. `unknown` is said where the evidence tells nothing for certain; `not-tried` where an earlier
 * finding makes it pointless, or the time was up.
 */
export const VERDICTS = ['well', 'warning', 'wrong', 'unknown', 'not-tried'] as const;
export type CheckVerdict = (typeof VERDICTS)[number];
