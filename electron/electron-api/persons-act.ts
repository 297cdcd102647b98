import type { WebContents } from 'electron';

/** Time after a click or a key in which an event counts as the person's wish. */
const ACT_MS = 1000;
const ACTS: readonly string[] = ['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchEnd'];

/**
 * Watches the person's input in a page. Input that its script makes up does not reach it.
 *
 * @returns whether there was an act just now; each is good for one thing
 */
export function personsActs(contents: WebContents): () => boolean {
  let lastMs = -Infinity;
  contents.on('input-event', (_event, { type }) => {
    if (ACTS.includes(type)) lastMs = performance.now();
  });
  return () => {
    const isRecent = performance.now() - lastMs < ACT_MS;
    lastMs = -Infinity;
    return isRecent;
  };
}
