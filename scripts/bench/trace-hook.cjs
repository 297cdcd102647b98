'use strict';
// Loaded before hook.cjs by `-r`: notes when main reaches its phases, as events for Chromium's
// trace, on its clock (Linux), and reports them when the field is ready. The traced app is unaware
// of it.
const { app, ipcMain } = require('electron');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

const now = () => Number(process.hrtime.bigint()) / 1000;
const thread = { cat: 'bench', pid: process.pid, tid: 1 };
const events = [
  { ...thread, ph: 'M', name: 'thread_name', ts: 0, args: { name: 'modules and answers' } },
];
const note = (name, ts = now()) => events.push({ ...thread, ph: 'X', name, ts, dur: now() - ts });
note('first module');

const compile = Module.prototype._compile;
Module.prototype._compile = function (content, file) {
  const at = now();
  try {
    return compile.call(this, content, file);
  } finally {
    note(`module ${path.basename(file)}`, at);
  }
};

const handle = ipcMain.handle.bind(ipcMain);
ipcMain.handle = (channel, answer) =>
  handle(channel, async (...given) => {
    const at = now();
    try {
      return await answer(...given);
    } finally {
      note(`answer ${channel}`, at);
    }
  });

app.once('ready', () => note('app ready'));
app.on('session-created', (session) => {
  const filePath = path.join(__dirname, 'trace-preload.cjs');
  if (session.registerPreloadScript) session.registerPreloadScript({ type: 'frame', filePath });
  else session.setPreloads([filePath]);
});
app.once('browser-window-created', (_event, window) => {
  note('window created');
  const { webContents } = window;
  const load = webContents.loadURL.bind(webContents);
  webContents.loadURL = (...given) => {
    note('load began');
    return load(...given);
  };
  webContents.once('dom-ready', () => note('page parsed'));
  window.once('ready-to-show', () => note('first picture known'));
  window.once('show', () => note('window shown'));
});
app.once('bench-reported', () => {
  note('ready to type');
  fs.writeSync(1, `${JSON.stringify({ pid: process.pid, events })}\n`);
});
