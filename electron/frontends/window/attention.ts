import { NOTHING_NARRATED, narrate } from '../../../shared/login/narration/narrator.ts';
import type { News, TimedView } from '../../../shared/login/narration/news.ts';

/** Kinds of news for which the window asks for the person's attention. */
const ATTENTION_KINDS: ReadonlySet<News['kind']> = new Set<News['kind']>([
  'screen-opened',
  'list-again',
  'notice',
  'others-offered',
  'username-problem',
  'code-problem',
  'page-unopened',
  'expired-behind-failure',
]);

/**
 * Returns a function that is called with every view, and returns whether the view needs the
 * person's attention. The first view needs none, because the window has just opened.
 */
export function attention(): (now: TimedView) => boolean {
  let narrated = NOTHING_NARRATED;
  return (now) => {
    const isFirst = narrated.last === null;
    const narration = narrate(narrated, now);
    narrated = narration.narrated;
    return !isFirst && narration.news.some(({ kind }) => ATTENTION_KINDS.has(kind));
  };
}
