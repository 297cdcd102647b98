import { NOTHING_NARRATED, narrate } from '../../../shared/login/narration/narrator.ts';
import type { News, TimedView } from '../../../shared/login/narration/news.ts';

/** News that needs the person's attention. */
const WANTED: ReadonlySet<News['kind']> = new Set<News['kind']>([
  'screen-opened',
  'list-again',
  'notice',
  'others-offered',
  'username-problem',
  'code-problem',
  'page-unopened',
  'end-behind',
]);

/**
 * Tracks a window's views in order.
 *
 * @returns whether a view needs attention; never the first, because the window has just opened
 */
export function attention(): (now: TimedView) => boolean {
  let narrated = NOTHING_NARRATED;
  return (now) => {
    const isFirst = narrated.last === null;
    const found = narrate(narrated, now);
    narrated = found.narrated;
    return !isFirst && found.news.some(({ kind }) => WANTED.has(kind));
  };
}
