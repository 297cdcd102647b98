'use strict';
// Loaded before the app (`-r`), into the login window and the bare one alike: tells on standard
// output when a field of the page can be typed into, then answers lines of standard input: scripts
// for the page or the main process, or keys to press. The measured app is unaware of it, and no
// other tool (Playwright, DevTools) is attached.
const electron = require('electron');
const { app, contentTracing } = electron;
const { writeSync } = require('node:fs');
const path = require('node:path');
const readline = require('node:readline');
const { compileFunction } = require('node:vm');

const report = (what) => {
  writeSync(1, `${JSON.stringify(what)}\n`);
  app.emit('bench-reported');
};

// Ready: a field has the focus, in a window that is shown; where the page is the login's, React has
// taken the form over and main has answered, so the engine is loaded; and the picture of all that
// has been drawn.
const READY = `(async () => {
  const picture = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const isOurs = (field) => Object.keys(field).some((key) => key.startsWith('__reactProps'));
  const canType = (field) =>
    field instanceof HTMLInputElement &&
    document.visibilityState === 'visible' &&
    (self.gatehouse === undefined || isOurs(field));
  while (!canType(document.activeElement)) await picture();
  if (self.gatehouse !== undefined) {
    const answer = await self.gatehouse.login.getView({});
    if (answer.ok !== true || answer.value.view.screen !== 'username') throw new Error(JSON.stringify(answer));
  }
  await picture();
  await picture();
  const first = performance.getEntriesByName('first-contentful-paint')[0] ?? performance.getEntriesByName('first-paint')[0];
  const now = performance.now();
  return { readyAt: Date.now(), paintedAt: Date.now() - now + (first?.startTime ?? now) };
})()`;

app.once('browser-window-created', (_event, window) => {
  const windowAt = Date.now();
  const shown = new Promise((resolve) => window.once('show', () => resolve(Date.now())));
  const { webContents } = window;
  const answered = (promise) =>
    promise
      .then((value) => ({ value: value ?? null }))
      .catch((error) => ({ error: String(error) }));
  const run = (script) => answered(webContents.executeJavaScript(script));
  const runInMain = async (script) =>
    compileFunction(script, ['electron', 'window'])(electron, window);
  // As a keyboard does: the key, the character that it makes, and the key's release.
  const pressKey = (key) => {
    webContents.sendInputEvent({ type: 'keyDown', keyCode: key });
    if (key.length === 1) webContents.sendInputEvent({ type: 'char', keyCode: key });
    webContents.sendInputEvent({ type: 'keyUp', keyCode: key });
  };
  const press = async (presses, categories) => {
    await contentTracing.startRecording({
      included_categories: categories,
      excluded_categories: ['*'],
    });
    for (const { key, thenMs } of presses) {
      pressKey(key);
      await new Promise((resolve) => setTimeout(resolve, thenMs));
    }
    return contentTracing.stopRecording(path.join(app.getPath('userData'), 'keys.json'));
  };
  webContents.once('dom-ready', async () => {
    const ready = await run(READY);
    report({ ...ready, windowAt, shownAt: await shown });
    readline.createInterface({ input: process.stdin }).on('line', async (line) => {
      const { script, main, presses, categories } = JSON.parse(line);
      if (main !== undefined) report(await answered(runInMain(main)));
      else
        report(await (presses === undefined ? run(script) : answered(press(presses, categories))));
    });
  });
});
