import { defineConfig } from '@playwright/test';

/** The tour: every scenario again with pictures of every screen and the time from the person's act to success. */
export default defineConfig({
  testDir: '.',
  testMatch: 'tour.ts',
  outputDir: '../../out/e2e-tour',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
});
