'use strict';
/*
 * Runs in the Electron for Windows as plain Node, once for all tests: starts Windows programs with real Windows pipes
 * for their streams, and reports their output and their end. (Wine hands this system's own pipes through, on which Node
 * for Windows throws; a real Windows has no such pipes.)
 *
 * It listens on loopback. A client sends the password first, then one JSON object in each line. The programs that a
 * connection started end with it.
 */
const { spawn } = require('node:child_process');
const { createServer } = require('node:net');
const { renameSync, writeFileSync } = require('node:fs');

const [, , portFile, password] = process.argv;

const server = createServer((socket) => {
  const children = new Map();
  let trusted = false;
  let text = '';
  const tell = (message) => {
    if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
  };
  socket.setEncoding('utf8');
  socket.on('data', (chunk) => {
    text += chunk;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      if (trusted) obey(JSON.parse(line), children, tell);
      else if (line === password) trusted = true;
      else socket.destroy();
    }
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    for (const child of children.values()) child.kill();
  });
});

function obey(order, children, tell) {
  const { id, what } = order;
  if (what === 'start') {
    try {
      children.set(
        id,
        start(order, (message) => tell({ id, ...message })),
      );
    } catch (error) {
      tell({ id, failed: error.message });
    }
    return;
  }
  const child = children.get(id);
  if (what === 'write') child?.stdio[order.stream].write(Buffer.from(order.data, 'base64'));
  else if (what === 'close') child?.stdio[order.stream].end();
  else if (what === 'kill') child?.kill();
}

function start({ file, words, env, cwd, streams, verbatim }, tell) {
  const all = { ...process.env, ELECTRON_RUN_AS_NODE: undefined, ...env };
  for (const [name, value] of Object.entries(all))
    if (value === undefined || value === null) Reflect.deleteProperty(all, name);
  const child = spawn(file, words, {
    env: all,
    cwd: cwd ?? undefined,
    stdio: streams,
    windowsVerbatimArguments: verbatim,
  });
  child.stdio.forEach((stream, number) => {
    if (!stream) return;
    stream.on('error', () => {});
    if (number === 0) return;
    stream.on('data', (data) => tell({ stream: number, data: data.toString('base64') }));
  });
  child.on('error', (error) => tell({ failed: error.message }));
  child.on('spawn', () => tell({ pid: child.pid }));
  child.on('close', (code) => tell({ code }));
  return child;
}

server.listen(0, '127.0.0.1', () => {
  writeFileSync(`${portFile}.draft`, String(server.address().port));
  renameSync(`${portFile}.draft`, portFile);
});
