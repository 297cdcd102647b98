'use strict';
// Loaded into Electron before the program (`-r`) by `npm run dev`: a line on standard input reloads
// the page of the window, F12 opens its developer tools. The program does not know of it, and no
// package has it.
const { app, BrowserWindow } = require('electron');
const readline = require('node:readline');

readline.createInterface({ input: process.stdin }).on('line', () => {
  for (const { webContents } of BrowserWindow.getAllWindows())
    if (webContents.getURL().startsWith('app:')) webContents.reloadIgnoringCache();
});
app.on('browser-window-created', (_event, { webContents }) => {
  webContents.on('before-input-event', (_pressed, { type, key }) => {
    if (type === 'keyDown' && key === 'F12') webContents.toggleDevTools();
  });
});
