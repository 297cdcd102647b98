import { hasField, isChallenge, type LoginView } from '../view/login-view.ts';
import type { NewsToCome } from './news.ts';
import { timeLimitOf, partsOfNotice, waitOf } from '../view/view-parts.ts';

/** Announcements before the end of a wait (WCAG 2.2.1). */
const MILESTONES_MS = [60_000, 30_000, 10_000] as const;

/** Timed announcements: the remaining time, and the end of a pause. */
export function newsToCome(view: LoginView): readonly NewsToCome[] {
  const { remainingMs, canExtend } = runningOut(view);
  const pauseMs = pauseOf(view);
  return [
    ...(pauseMs > 0 ? [{ afterMs: pauseMs, news: { kind: 'pause-over' } } as const] : []),
    ...MILESTONES_MS.filter((leftMs) => leftMs < remainingMs).map((leftMs): NewsToCome => ({
      afterMs: remainingMs - leftMs,
      news: { kind: 'time-left', remainingMs: leftMs, canExtend },
    })),
  ];
}

/** The remaining time of the wait or of the time limit; 0 without either. */
export function runningOut(view: LoginView): Readonly<{ remainingMs: number; canExtend: boolean }> {
  const wait = isStill(view) ? null : waitOf(view);
  return wait ?? { remainingMs: timeLimitOf(view) ?? 0, canExtend: false };
}

/** Whether the wait is not for the person: the service is answering, or the screen has no wait. */
function isStill(view: LoginView): boolean {
  if (view.screen === 'methods') return view.starting !== null;
  if (view.screen === 'hosted-page') return view.isVerifying;
  if (!isChallenge(view)) return true;
  const isAnswering = hasField(view) && (view.busy || (view.isAccepted && view.notice === null));
  return view.isVerifying || isAnswering;
}

/** In milliseconds; 0 without a pause. */
function pauseOf(view: LoginView): number {
  if (view.screen === 'failed') return view.waitMs;
  const problem = hasField(view) ? view.problem : null;
  if (problem?.kind === 'too-many') return problem.waitMs;
  return view.screen === 'methods' || isChallenge(view) ? partsOfNotice(view.notice).waitMs : 0;
}
