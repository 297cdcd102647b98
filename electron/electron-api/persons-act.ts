import type { WebContents } from 'electron';
import { PersonsActs, SINCE_PRESS, WATCH_PRESSES } from '../hosted-page/persons-acts.ts';
import { inOwnWorld } from './own-world.ts';

/**
 * Watches the person's acts in a page. The returned function says whether the page may lead out of
 * the window now.
 */
export function personsActs(contents: WebContents): () => Promise<boolean> {
  const acts = new PersonsActs(
    () => performance.now(),
    () => inOwnWorld(contents, SINCE_PRESS),
  );
  contents.on('input-event', (_event, { type }) => {
    acts.sawInput(type);
  });
  contents.on('before-input-event', (_event, input) => {
    acts.sawKey(input);
  });
  contents.on('dom-ready', () => {
    void inOwnWorld(contents, WATCH_PRESSES);
  });
  return () => acts.mayOpen();
}
