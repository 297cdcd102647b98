/**
 * The older Electron opens the file dialog of `showPicker()` although file dialogs are intercepted;
 * the newer one does not. Here a page whose dialogs are intercepted has no such function.
 */
import { app } from 'electron';

const WITHOUT = 'delete HTMLInputElement.prototype.showPicker';

/** Takes the function out of the next document of the page, and of each later one. */
export function supplyHeldPickers(): void {
  app.on('web-contents-created', (_event, contents) => {
    const { debugger: devtools } = contents;
    const send = devtools.sendCommand.bind(devtools);
    devtools.sendCommand = (method, parameters, ...session) => {
      if (method === 'Page.setInterceptFileChooserDialog') {
        const quietly = (...words: Parameters<typeof send>): void => {
          send(...words).catch(() => undefined);
        };
        quietly('Page.addScriptToEvaluateOnNewDocument', { source: WITHOUT }, ...session);
        // Too late for the document that is loading.
        contents.once('did-navigate', () => {
          quietly('Runtime.evaluate', { expression: WITHOUT }, ...session);
        });
      }
      return send(method, parameters, ...session);
    };
  });
}
