import type { WebContents } from 'electron';
import { nodeTimers } from '../promises/timers.ts';
import { withTimeout } from '../promises/with-timeout.ts';

/** Time for a page to answer. */
const ANSWER_MS = 500;
/** The page's script cannot change this isolated world. */
const OWN_WORLD = 999_001;

/**
 * Runs code of ours beside the page's main frame once it has loaded. Null after a timeout or an
 * error.
 */
export function inOwnWorld(contents: WebContents, code: string): Promise<unknown> {
  const answer = contents.executeJavaScriptInIsolatedWorld(OWN_WORLD, [{ code }]);
  return withTimeout<unknown, null>(nodeTimers, ANSWER_MS, answer, null);
}
