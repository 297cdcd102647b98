/**
 * Features of the Electron in package.json that an older one lacks. Loaded before the product's
 * main: by the default app (a checkout), or as `main` of a test package, whose package.json then
 * names the real one as `gatehouseMain`. The product never imports any of this.
 */
import { app } from 'electron';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { devDependencies } from '../../package.json';
import { supplyHeldPickers } from './file-pickers.ts';
import { supplyNavigationDetails } from './navigation-details.ts';
import { supplyProtocolHandle } from './protocol-handle.ts';
import { supplySafeStorage } from './safe-storage.ts';
import { supplyWebContentsView } from './web-contents-view.ts';
import { supplyWebSocket } from './web-socket.ts';

/** The major version of Electron that the product is written for. */
const WRITTEN_FOR = Number.parseInt(devDependencies.electron, 10);

if (Number.parseInt(process.versions.electron, 10) < WRITTEN_FOR) {
  supplyProtocolHandle();
  supplySafeStorage();
  supplyWebSocket();
  supplyNavigationDetails();
  supplyWebContentsView();
  supplyHeldPickers();
}

if (!process.defaultApp) {
  const description = path.join(app.getAppPath(), 'package.json');
  const { gatehouseMain } = JSON.parse(readFileSync(description, 'utf8')) as {
    gatehouseMain: string;
  };
  createRequire(description)(path.join(app.getAppPath(), gatehouseMain));
}
