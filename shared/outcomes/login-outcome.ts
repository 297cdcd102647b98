import type { Identity } from '../service/answers.ts';
import type { Requester } from '../service/requester.ts';
import type { Method } from '../service/methods.ts';
import type { ErrorCode } from './error-catalog.ts';
import type { AllowedOutcome, RefusedOutcome } from './outcomes.ts';

/**
 * The outcome of an attempt, for the verdict (docs/command-line.md). Its `kind` alone decides whether the person is let
 * in.
 */
export type LoginOutcome = LoginAllowed | LoginRefused;

export type LoginAllowed = Readonly<{
  kind: 'allowed';
  outcome: AllowedOutcome;
  username: string;
  identity: Identity | null;
  method: Method | null;
  requester: Requester;
}>;

export type LoginRefused = Readonly<{
  kind: 'refused';
  outcome: RefusedOutcome;
  reason: string;
  code: ErrorCode | null;
  username: string;
  method: Method | null;
  requester: Requester;
}>;

/** Makes every outcome that lets the person in. */
export function allowed(details: Omit<LoginAllowed, 'kind'>): LoginAllowed {
  return { ...details, kind: 'allowed' };
}

/** Makes every outcome that refuses. */
export function refused(details: Omit<LoginRefused, 'kind'>): LoginRefused {
  return { ...details, kind: 'refused' };
}
