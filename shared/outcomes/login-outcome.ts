import type { Identity } from '../service/answers.ts';
import type { Requester } from '../service/requester.ts';
import type { Method } from '../service/methods.ts';
import type { ErrorCode } from './error-catalog.ts';
import type { AllowedOutcome, RefusedOutcome } from './outcomes.ts';

/** The outcome of a login (docs/command-line.md). `kind` alone decides whether the person is let in. */
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

export function allowed(details: Omit<LoginAllowed, 'kind'>): LoginAllowed {
  return { ...details, kind: 'allowed' };
}

/** The outcome of a refused login. Code and method are null unless they are given. */
export function refused(
  details: Omit<LoginRefused, 'kind' | 'code' | 'method'> & Partial<LoginRefused>,
): LoginRefused {
  return { code: null, method: null, ...details, kind: 'refused' };
}
