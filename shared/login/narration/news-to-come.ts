import { hasField, isChallenge, type LoginView } from '../view/login-view.ts';
import type { NewsToCome } from './news.ts';
import { timeLimitOf, partsOfNotice, waitOf } from '../view/view-parts.ts';

/** How long before the end of a wait the remaining time is announced (WCAG 2.2.1). */
const MILESTONES_MS = [60_000, 30_000, 10_000] as const;

/**
 * The announcements that become due while the view stays: the remaining time, and the end of a
 * pause.
 */
export function newsToCome(view: LoginView): readonly NewsToCome[] {
  const { remainingMs, canExtend } = countdownOf(view);
  const pauseMs = pauseOf(view);
  return [
    ...(pauseMs > 0 ? [{ afterMs: pauseMs, news: { kind: 'pause-over' } } as const] : []),
    ...MILESTONES_MS.filter((leftMs) => leftMs < remainingMs).map((leftMs): NewsToCome => ({
      afterMs: remainingMs - leftMs,
      news: { kind: 'time-left', remainingMs: leftMs, canExtend },
    })),
  ];
}

/**
 * The countdown that the screen shows: of the wait for the person, else of the caller's limit; 0
 * without either.
 */
export function countdownOf(
  view: LoginView,
): Readonly<{ remainingMs: number; canExtend: boolean }> {
  const wait = hasNoWaitForPerson(view) ? null : waitOf(view);
  return wait ?? { remainingMs: timeLimitOf(view) ?? 0, canExtend: false };
}

/**
 * Whether the screen does not wait for the person: the service is answering, or the screen has no
 * wait.
 */
function hasNoWaitForPerson(view: LoginView): boolean {
  if (view.screen === 'methods') return view.starting !== null;
  if (view.screen === 'hosted-page') return view.isVerifying;
  if (!isChallenge(view)) return true;
  const isAnswering = hasField(view) && (view.busy || (view.isAccepted && view.notice === null));
  return view.isVerifying || isAnswering;
}

/** The time left of a pause, in milliseconds; 0 without a pause. */
function pauseOf(view: LoginView): number {
  if (view.screen === 'failed') return view.waitMs;
  const problem = hasField(view) ? view.problem : null;
  if (problem?.kind === 'too-many') return problem.waitMs;
  return view.screen === 'methods' || isChallenge(view) ? partsOfNotice(view.notice).waitMs : 0;
}
