'use strict';
// A minimal Electron app, the baseline for Electron's own cost: `-- window` opens a window of the
// login window's size with one field in it, in the same way (sandboxed, shown with its first
// picture) and without other content; `-- exit MILLISECONDS` waits that long once Electron is
// ready, tells the time, and ends as the gate does.
const { app, BrowserWindow, Menu } = require('electron');
const fs = require('node:fs');
const path = require('node:path');

app.enableSandbox();
Menu.setApplicationMenu(null);
void app.whenReady().then(() => {
  const [what, wait] = process.argv.slice(process.argv.indexOf('--') + 1);
  if (what === 'exit') {
    setTimeout(() => {
      fs.writeSync(1, `${JSON.stringify({ exitAt: Date.now() })}\n`);
      process.kill(process.pid, 'SIGKILL');
    }, Number(wait));
    return;
  }
  const window = new BrowserWindow({
    width: 420,
    height: 600,
    useContentSize: true,
    show: false,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      spellcheck: false,
    },
  });
  window.once('ready-to-show', () => window.show());
  void window.loadFile(path.join(__dirname, 'page.html'));
});
