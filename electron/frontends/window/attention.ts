import { NOTHING_NARRATED, narrate } from '../../../shared/login/narration/narrator.ts';
import type { News, TimedView } from '../../../shared/login/narration/news.ts';

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

/** The first view needs no attention: the window has just opened. */
export function attention(): (now: TimedView) => boolean {
  let narrated = NOTHING_NARRATED;
  return (now) => {
    const isFirst = narrated.last === null;
    const found = narrate(narrated, now);
    narrated = found.narrated;
    return !isFirst && found.news.some(({ kind }) => WANTED.has(kind));
  };
}
