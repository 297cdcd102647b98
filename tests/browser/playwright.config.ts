import { defineConfig } from '@playwright/test';
import { takeWorkerDisplay } from '../support/display/worker-displays.ts';

takeWorkerDisplay();

/**
 * A login through a real browser of the system: one after the other, each with a browser of its
 * own.
 */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  globalSetup: '../support/display/worker-displays.ts',
  outputDir: '../../out/browser',
  workers: 1,
  // Files about the page alone say `retries: 1` (CONTRIBUTING.md).
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 45_000 },
  reporter: 'list',
});
