import type { MessageKey } from './messages.ts';

/** Causes with the same sentence in login and doctor. */
const CAUSES = [
  'offline',
  'name-not-found',
  'network-sign-in',
  'secret-wrong',
  'system-token-wrong',
  'key-store-locked',
  'key-store-changed',
  'key-store-unreadable',
  'key-store-unavailable',
  'signer-failed',
] as const satisfies readonly (MessageKey extends infer Key
  ? Key extends `cause.${infer Name}`
    ? Name
    : never
  : never)[];
type Cause = (typeof CAUSES)[number];

export function isCause<Code extends string>(code: Code): code is Code & Cause {
  return isOneOf(CAUSES, code);
}

/** Causes with the advice `remedy.log-in-there`. */
export const LOG_IN_THERE = [
  'key-store-changed',
  'key-store-unavailable',
] as const satisfies readonly Cause[];

export function isOneOf<One extends string>(all: readonly One[], code: string): code is One {
  return all.some((one) => one === code);
}
