import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from '@playwright/test';

/** The pictures of an earlier tour on this computer. */
const KEPT = resolve(import.meta.dirname, '..', '..', 'out', 'tour-kept');

/**
 * The tour: every scenario again with pictures of every screen and the time from the person's act
 * to success. Then, in full where `npm test` samples: every screen in a new Chromium, and the
 * picture of every view beside the kept one.
 */
export default defineConfig({
  testDir: '..',
  testMatch: ['e2e/tour.ts', 'e2e/tour-kept.ts', 'browser/screens.spec.ts'],
  outputDir: '../../out/e2e-tour',
  snapshotPathTemplate: `${KEPT}/{arg}{ext}`,
  // The first tour has no earlier pictures to compare with: it keeps its own.
  updateSnapshots: existsSync(KEPT) ? 'none' : 'all',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
});
