import { newsToCome } from '../../shared/login/narration/news-to-come.ts';
import type { News } from '../../shared/login/narration/news.ts';
import { hasField, type LoginView } from '../../shared/login/view/login-view.ts';
import { sentencesFor } from '../view/announcements.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';
import { announce, clearAnnouncements, type AnnouncerStore } from './announcer.ts';
import type { Received } from './mirror.ts';

/**
 * Milliseconds before pending work is announced. An answer within that time makes the announcement
 * redundant.
 */
export const AT_WORK_MS = 1000;

/**
 * Milliseconds that an alert waits for the focus to move: at such a move, screen readers stop
 * speaking.
 */
export const FOCUS_FIRST_MS = 200;

export type Narration = Readonly<{
  /**
   * Announces the news of a view, and later the news that is due as time passes. On a new screen,
   * the view's news is part of the screen's opening instead.
   */
  announce: (received: Received) => void;
  /** Stops all announcements to come, except an alert that waits for the focus. */
  end: () => void;
}>;

type Timer = ReturnType<typeof setTimeout>;

export function createNarration(announcer: AnnouncerStore, stringsNow: () => Strings): Narration {
  let screenNumber = 0;
  let newsTimers: Timer[] = [];
  let workTimer: Timer | null = null;

  function announceNews(news: readonly News[]): void {
    const { polite, assertive } = sentencesFor(news, stringsNow());
    announce(announcer, 'polite', polite);
    if (assertive === '') return;
    const screenOfNews = screenNumber;
    setTimeout(() => {
      if (screenOfNews === screenNumber) announce(announcer, 'assertive', assertive);
    }, FOCUS_FIRST_MS);
  }

  function scheduleNewsToCome(view: LoginView): void {
    newsTimers = newsToCome(view).map(({ afterMs, news }) =>
      setTimeout(() => announceNews([news]), afterMs),
    );
  }

  function stopNewsTimers(): void {
    newsTimers.forEach((timer) => clearTimeout(timer));
    newsTimers = [];
  }

  function stopWorkTimer(): void {
    if (workTimer !== null) clearTimeout(workTimer);
    workTimer = null;
  }

  return {
    announce: ({ view, news, isNewScreen }) => {
      stopNewsTimers();
      scheduleNewsToCome(view);
      if (!isWaitingForAnswer(view)) stopWorkTimer();
      if (isNewScreen) {
        screenNumber += 1;
        clearAnnouncements(announcer);
        return;
      }
      announceNews(news.filter((item) => !isPendingWork(item)));
      const pendingWork = news.filter(isPendingWork);
      if (pendingWork.length === 0) return;
      stopWorkTimer();
      workTimer = setTimeout(() => announceNews(pendingWork), AT_WORK_MS);
    },
    end: () => {
      stopNewsTimers();
      stopWorkTimer();
    },
  };
}

const isPendingWork = ({ kind }: News): boolean =>
  kind === 'waiting-for-service' || kind === 'starting';

function isWaitingForAnswer(view: LoginView): boolean {
  if (view.screen === 'methods') return view.starting !== null;
  return (view.screen === 'username' || hasField(view)) && view.busy;
}
