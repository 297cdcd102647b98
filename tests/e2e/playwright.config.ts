import { defineConfig } from '@playwright/test';
import { takeWorkerDisplay } from '../support/display/worker-displays.ts';

takeWorkerDisplay();

/**
 * `npm test` keeps each login, each way to start and to end, the keyboard, and the walls around the
 * page.
 */
const LEFT_TO_NIGHTLY = [
  'accessibility',
  'attention',
  'brand',
  'desktop',
  'fits',
  'hosted-held',
  'hosted-network',
  'hosted-view',
  'hostile-service',
  'icons',
  'key-count',
  'languages',
  'look-changes',
  'manners',
  'proxy-login',
  'qr',
  'scale',
  'support-file',
  'transcript',
  'zoom',
];
/** Set by `npm test`. */
const isSampled = process.env['GATEHOUSE_MATRIX'] === 'sampled';

/** The real window: the built program on a real Electron, its sandbox on, against the emulator. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: isSampled ? LEFT_TO_NIGHTLY.map((name) => `**/${name}.spec.ts`) : [],
  globalSetup: '../support/display/worker-displays.ts',
  outputDir: '../../out/e2e',
  // The sample of pictures.spec.ts, which `npm run tour -- --keep` alone writes.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  updateSnapshots: 'none',
  fullyParallel: true,
  workers: 2,
  // Files about the window alone say `retries: 1` (CONTRIBUTING.md).
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 25_000 },
  reporter: 'list',
});
