import type { WebContents } from 'electron';

/** So long after a click or a key something counts as what the person wanted. */
const ACT_MS = 1000;
const ACTS: readonly string[] = ['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchEnd'];

/**
 * Watches what the person does in a page. Input that its script makes up is not seen here.
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
