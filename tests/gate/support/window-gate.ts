/** The gate in its window; a simulated person presses Enter. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareForSandboxUser, requireElectron } from '../../../lab/electron-runtime.ts';
import { checkoutLauncher } from '../../support/native/native-tools.ts';

/**
 * Presses Enter once the username of the caller stands in a field that React has taken over: script
 * of Electron's main.
 */
export const PERSON = String.raw`
const { app } = require('electron');
const READY = '(async () => {' +
  'const picture = () => new Promise((done) => requestAnimationFrame(done));' +
  'const isReady = ({ activeElement: field }) => field instanceof HTMLInputElement && field.value !== "" &&' +
  '  Object.keys(field).some((key) => key.startsWith("__reactProps"));' +
  'const isAsking = ({ ok, value }) => ok && value.view.screen === "username" && !value.view.busy;' +
  'while (!isReady(document) || !isAsking(await gatehouse.login.getView({}))) await picture();' +
'})()';
app.once('browser-window-created', (_event, { webContents }) => {
  webContents.once('dom-ready', async () => {
    await webContents.executeJavaScript(READY);
    const press = (type, keyCode) => webContents.sendInputEvent({ type, keyCode });
    press('keyDown', 'Return');
    press('char', '\u000d');
    press('keyUp', 'Return');
  });
});
`;

/**
 * Makes a launcher with the person in its Electron: no debugger, which Electron can die of as it
 * ends.
 *
 * @param folder of the sandbox user
 * @param profile the user-data folder
 * @returns the launcher's file
 */
export function makeWindowGate(folder: string, profile: string): string {
  const { executable, appDir } = requireElectron();
  const person = join(folder, 'person.cjs');
  const script = join(folder, 'gate');
  const electron = join(folder, 'electron');
  writeFileSync(person, PERSON);
  writeFileSync(
    electron,
    `#!/bin/sh\nexec '${executable}' -r '${person}' '--user-data-dir=${profile}' "$@"\n`,
  );
  const launcher = checkoutLauncher('checkout');
  writeFileSync(
    script,
    `#!/bin/sh\nexec '${launcher}' electron '${electron}' '${appDir}' '' '' '' "$@"\n`,
  );
  for (const file of [electron, script]) chmodSync(file, 0o755);
  prepareForSandboxUser(folder);
  return script;
}
