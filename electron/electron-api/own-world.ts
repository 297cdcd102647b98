import type { WebContents } from 'electron';
import { within } from '../os/within.ts';

/** Time for a page to answer. */
const ANSWER_MS = 500;
/** The page's script cannot change this isolated world. */
const OWN_WORLD = 999_001;

/** Runs code of ours beside the page's main frame once it has loaded. Null after a timeout or an error. */
export function inOwnWorld(contents: WebContents, code: string): Promise<unknown> {
  return within<unknown>(
    ANSWER_MS,
    contents.executeJavaScriptInIsolatedWorld(OWN_WORLD, [{ code }]),
  );
}
