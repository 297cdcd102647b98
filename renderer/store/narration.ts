import { newsToCome } from '../../shared/login/narration/news-to-come.ts';
import type { News } from '../../shared/login/narration/news.ts';
import { hasField, type LoginView } from '../../shared/login/view/login-view.ts';
import { sentencesFor } from '../view/announcements.ts';
import type { Strings } from '../../shared/strings/window-strings.ts';
import { hush, say, type AnnouncerStore } from './announcer.ts';
import type { Narration } from './lazy-screens.ts';

/** Milliseconds before pending work is announced. A faster answer makes the announcement redundant. */
export const AT_WORK_MS = 1000;

/** Delay of an alert in milliseconds. Screen readers stop speaking when the focus moves. */
export const FOCUS_FIRST_MS = 200;

export function createNarration(announcer: AnnouncerStore, stringsNow: () => Strings): Narration {
  let screens = 0;
  let later: ReturnType<typeof setTimeout>[] = [];
  let atWork: ReturnType<typeof setTimeout> | null = null;

  function announce(news: readonly News[]): void {
    const { polite, assertive } = sentencesFor(news, stringsNow());
    say(announcer, 'polite', polite);
    if (assertive === '') return;
    const screen = screens;
    setTimeout(() => {
      if (screen === screens) say(announcer, 'assertive', assertive);
    }, FOCUS_FIRST_MS);
  }

  function stopWaiting(): void {
    if (atWork !== null) clearTimeout(atWork);
    atWork = null;
  }

  function end(): void {
    later.forEach((timer) => clearTimeout(timer));
    later = [];
    stopWaiting();
  }

  return {
    take: (view, news, isNewScreen, sinceMs = 0) => {
      later.forEach((timer) => clearTimeout(timer));
      later = newsToCome(view)
        .filter(({ afterMs }) => afterMs >= sinceMs)
        .map(({ afterMs, news: coming }) =>
          setTimeout(() => announce([coming]), afterMs - sinceMs),
        );
      if (!isAwaiting(view)) stopWaiting();
      if (isNewScreen) {
        screens += 1;
        hush(announcer);
        return;
      }
      announce(news.filter((one) => !isAtWork(one)));
      const working = news.filter(isAtWork);
      if (working.length === 0) return;
      stopWaiting();
      atWork = setTimeout(() => announce(working), AT_WORK_MS);
    },
    end,
  };
}

const isAtWork = ({ kind }: News): boolean => kind === 'asking' || kind === 'starting';

function isAwaiting(view: LoginView): boolean {
  if (view.screen === 'methods') return view.starting !== null;
  return (view.screen === 'username' || hasField(view)) && view.busy;
}
