/**
 * `url` and `isMainFrame` on the events of a navigation, which the older Electron gives as
 * arguments alone.
 */
import { app } from 'electron';

/** Adds them before any other listener gets the event. */
export function supplyNavigationDetails(): void {
  app.on('web-contents-created', (_event, contents) => {
    for (const name of ['will-navigate', 'will-redirect'] as const) {
      (contents as NodeJS.EventEmitter).on(
        name,
        (event: object, url: string, _isInPlace: boolean, isMainFrame: boolean) => {
          Object.assign(event, { url, isMainFrame });
        },
      );
    }
  });
}
