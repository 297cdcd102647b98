import { defineConfig } from '@playwright/test';
import { SOAK_ONLY } from '../../scripts/lib/suites.mjs';
import { IS_WHOLE } from '../support/sampled.ts';

/** The real window: the built program on a real Electron, its sandbox on, against the emulator. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: IS_WHOLE ? [] : new RegExp(SOAK_ONLY),
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
