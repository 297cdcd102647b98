import { app, type WebPreferences } from 'electron';

// SECURITY: SEC-1, SEC-85 equal restrictions for our page and the service's page; developer tools
// only in a checkout.
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
