import { app, type WebContents } from 'electron';

/** Whether a step of a navigation, including each redirect, is permitted. */
export type MayGo = (address: string, isMainFrame: boolean) => boolean;

const guards = new WeakMap<WebContents, MayGo>();

export function guardNavigation(contents: WebContents, mayGo: MayGo): void {
  guards.set(contents, mayGo);
}

type Going = Readonly<{ url: string; isMainFrame: boolean; preventDefault: () => void }>;

// SECURITY: SEC-6 no new windows, no webview, and no navigation without a guard.
export function denyNavigation(): void {
  app.on('web-contents-created', (_event, contents) => {
    const judge = (going: Going): void => {
      const mayGo = guards.get(contents);
      if (mayGo === undefined || !mayGo(going.url, going.isMainFrame)) going.preventDefault();
    };
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => {
      event.preventDefault();
    });
    contents.on('will-navigate', judge);
    contents.on('will-redirect', judge);
    contents.on('will-frame-navigate', judge);
  });
}
