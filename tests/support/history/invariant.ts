import type { LoginView } from '../../../shared/login/view/login-view.ts';
import type { Entry, Rules } from './history.ts';
import type { Situation } from './situation.ts';

export type InvariantName =
  | 'I1'
  | 'I2'
  | 'I3'
  | 'I4'
  | 'I5'
  | 'I6'
  | 'I7'
  | 'I8'
  | 'I9'
  | 'I10'
  | 'I11'
  | 'I12'
  | 'I13';

/** Reports a violation at the present entry. */
export type Report = (text: string) => void;

/** Sees every entry of one history in order, with the situation as it was before it. */
export type Watch = (entry: Entry, before: Situation) => void;

/** A rule that every history keeps. */
export type Invariant = Readonly<{
  name: InvariantName;
  says: string;
  watch: (rules: Rules, report: Report) => Watch;
}>;

export type ChallengeScreen = Extract<
  LoginView,
  Readonly<{ screen: 'code' | 'security-key' | 'qr' | 'approval' }>
>;

/** Whether a screen waits for the person or the event of one method. */
export function isChallenge(view: LoginView | null): view is ChallengeScreen {
  return view !== null && ['code', 'security-key', 'qr', 'approval'].includes(view.screen);
}

/** A code is on its way. */
export function isBusy(view: LoginView | null): boolean {
  return view !== null && 'busy' in view && view.busy;
}

/** The code was right. */
export function isAccepted(view: LoginView | null): boolean {
  return view !== null && 'isAccepted' in view && view.isAccepted;
}

/**
 * The method that is being started: on the methods screen, or for a code that was typed beside a
 * push.
 */
export function startingIn(view: LoginView | null): string | null {
  if (view?.screen === 'code') return view.isStarting ? view.method : null;
  return view?.screen === 'methods' ? view.starting : null;
}
