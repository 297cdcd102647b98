import { defineConfig } from '@playwright/test';
import { IS_WHOLE } from '../support/sampled.ts';

/** In `npm run soak`, and by name: screens that earlier proofs in `npm test` cover in part, one look more at each. */
const SOAK = [
  'brand',
  'desktop',
  'fits',
  'hosted-view',
  'icons',
  'key-count',
  'after-username',
  'manners',
  'scale',
  'zoom',
];

/** The real window: the built program on a real Electron, its sandbox on, against the emulator. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: IS_WHOLE ? [] : SOAK.map((name) => `${name}.spec.ts`),
  outputDir: '../../out/e2e',
  // The sample of pictures.spec.ts, which `npm run tour -- --keep` alone writes.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  updateSnapshots: 'none',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 25_000 },
  reporter: 'list',
});
