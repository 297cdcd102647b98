import type { ErrorCode } from './error-catalog.ts';

/**
 * The window's part of the catalogue: for these two groups alone it would bundle all of it (docs/performance.md). A
 * test compares them with it.
 */
const NOT_NOW: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'expired',
  'timed-out',
  'login-timed-out',
  'too-many-attempts',
  'hosted-page-failed',
]);

const GUEST_NETWORK: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['network-sign-in', 'tls-other-name']);

/** Whether the outcome of this end is `not-now`: the same may go well later. */
export const isNotNow = (code: ErrorCode): boolean => NOT_NOW.has(code);

/** Whether a guest network may be the reason of this end. */
export const mayBeGuestNetwork = (code: ErrorCode): boolean => GUEST_NETWORK.has(code);
