import { newsToCome } from '../../shared/login/narration/news-to-come.ts';
import type { News } from '../../shared/login/narration/news.ts';
import { hasField, type LoginView } from '../../shared/login/view/login-view.ts';
import { sentencesFor } from '../view/announcements.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';
import { announce, clearAnnouncements, type AnnouncerStore } from './announcer.ts';
import type { Received } from './mirror.ts';

/** Milliseconds before pending work is announced. A faster answer makes the announcement redundant. */
export const AT_WORK_MS = 1000;

/** Delay of an alert in milliseconds. Screen readers stop speaking when the focus moves. */
export const FOCUS_FIRST_MS = 200;

export type Narration = Readonly<{
  /** Announces the news of a view, but not on a new screen, which says its heading; and the news that time brings. */
  announce: (received: Received) => void;
  end: () => void;
}>;

type Timer = ReturnType<typeof setTimeout>;

export function createNarration(announcer: AnnouncerStore, stringsNow: () => Strings): Narration {
  let screens = 0;
  let newsTimers: Timer[] = [];
  let workTimer: Timer | null = null;

  function announceNews(news: readonly News[]): void {
    const { polite, assertive } = sentencesFor(news, stringsNow());
    announce(announcer, 'polite', polite);
    if (assertive === '') return;
    const screen = screens;
    setTimeout(() => {
      if (screen === screens) announce(announcer, 'assertive', assertive);
    }, FOCUS_FIRST_MS);
  }

  function announceInTime(view: LoginView): void {
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
      announceInTime(view);
      if (!isAwaiting(view)) stopWorkTimer();
      if (isNewScreen) {
        screens += 1;
        clearAnnouncements(announcer);
        return;
      }
      announceNews(news.filter((one) => !isAtWork(one)));
      const working = news.filter(isAtWork);
      if (working.length === 0) return;
      stopWorkTimer();
      workTimer = setTimeout(() => announceNews(working), AT_WORK_MS);
    },
    end: () => {
      stopNewsTimers();
      stopWorkTimer();
    },
  };
}

const isAtWork = ({ kind }: News): boolean => kind === 'asking' || kind === 'starting';

function isAwaiting(view: LoginView): boolean {
  if (view.screen === 'methods') return view.starting !== null;
  return (view.screen === 'username' || hasField(view)) && view.busy;
}
