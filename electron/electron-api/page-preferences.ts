import { app, type WebPreferences } from 'electron';

/** Preferences of every page of this program, ours and the service's: isolated, sandboxed, without Node. */
// SECURITY: SEC-1, SEC-85 one list for both, so that neither can fall behind; tools exist in a checkout only.
export function pagePreferences(): WebPreferences {
  return {
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webviewTag: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    spellcheck: false,
    navigateOnDragDrop: false,
    devTools: !app.isPackaged,
  };
}
