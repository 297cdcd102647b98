'use strict';
// The default app of an Electron that came without one: `electron FOLDER` runs it. As in Electron's own, the first
// argument that is not a switch names the application; everything after it is the application's affair.
const { app } = require('electron');
const fs = require('node:fs');
const path = require('node:path');
const Module = require('node:module');

function fail(text) {
  fs.writeSync(2, `${text}\n`);
  process.exit(1);
}

/** The modules of `-r MODULE`, and the application. */
const modules = [];
let named;
let wantsVersion = false;
for (let index = 1; index < process.argv.length && named === undefined; index += 1) {
  const argument = process.argv[index];
  if (argument === '--') break;
  if (argument === '-r' || argument === '--require') modules.push(process.argv[(index += 1)]);
  else if (argument === '-v' || argument === '--version') wantsVersion = true;
  else if (!argument.startsWith('-')) named = argument;
}
if (wantsVersion && named === undefined) {
  fs.writeSync(1, `v${process.versions.electron}\n`);
  process.exit(0);
}
if (named === undefined) fail('usage: electron [switches] [-r MODULE] FOLDER [arguments]');

const folder = path.resolve(named);
Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true });

let main = folder;
if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  let description;
  try {
    description = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  } catch (error) {
    fail(`electron: no application in ${folder}: ${error.message}`);
  }
  if (description.version) app.setVersion(description.version);
  app.setName(description.productName || description.name || 'Electron');
  if (description.desktopName) app.setDesktopName(description.desktopName);
  app.setAppPath(folder);
  main = path.join(folder, description.main || 'index.js');
}

// The features of a newer Electron; then the modules that the caller wants loaded first (Playwright does).
require('./backports.cjs');
for (const name of modules) Module._load(path.resolve(name), null, false);

try {
  main = Module._resolveFilename(main, null, true);
} catch (error) {
  fail(`electron: ${error.message}`);
}
Module._load(main, null, true);
