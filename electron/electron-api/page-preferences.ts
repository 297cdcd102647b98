import { app, type WebPreferences } from 'electron';

// SECURITY: SEC-1, SEC-85 one list for our own and the service's pages; developer tools only in a checkout.
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
