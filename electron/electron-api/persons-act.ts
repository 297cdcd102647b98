import type { WebContents } from 'electron';

/** An event this soon after an act counts as the user's wish. */
const ACT_MS = 1000;
const ACTS: readonly string[] = ['mouseDown', 'mouseUp', 'rawKeyDown', 'keyDown', 'gestureTap', 'touchEnd'];

/** Watches the user's input in a page, not a script's. Returns whether an act is recent; each act counts once. */
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
