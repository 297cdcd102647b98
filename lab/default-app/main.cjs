'use strict';
// The default app of an Electron that came without one: `electron FOLDER` runs it. As in Electron's
// own, the first argument that is not a switch names the application; everything after it is the
// application's affair.
const { app } = require('electron');
const fs = require('node:fs');
const path = require('node:path');
const Module = require('node:module');

/** The modules of `-r MODULE`, and the application. */
const modules = [];
let named = '';
for (let index = 1; index < process.argv.length && named === ''; index += 1) {
  const argument = process.argv[index];
  if (argument === '-r' || argument === '--require') modules.push(process.argv[(index += 1)]);
  else if (argument === '-v' || argument === '--version') {
    fs.writeSync(1, `v${process.versions.electron}\n`);
    process.exit(0);
  } else if (!argument.startsWith('-')) named = argument;
}
Object.defineProperty(process, 'defaultApp', {
  configurable: false,
  enumerable: true,
  value: true,
});

let main = path.resolve(named);
try {
  if (fs.statSync(main).isDirectory()) {
    const description = JSON.parse(fs.readFileSync(path.join(main, 'package.json'), 'utf8'));
    if (description.version) app.setVersion(description.version);
    app.setName(description.productName || description.name || 'Electron');
    if (description.desktopName) app.setDesktopName(description.desktopName);
    app.setAppPath(main);
    main = path.join(main, description.main || 'index.js');
  }
  main = Module._resolveFilename(main, null, true);
} catch (error) {
  fs.writeSync(2, `electron: no application in ${named}: ${error.message}\n`);
  process.exit(1);
}

// The features of a newer Electron; then the modules that the caller wants loaded first (Playwright
// does).
require('./backports.cjs');
for (const name of modules) Module._load(path.resolve(name), null, false);
Module._load(main, null, true);
