import { defineConfig } from '@playwright/test';

/**
 * The tour: every scenario again with pictures of every screen and the time from the person's act to success. After it,
 * of what `npm test` samples, every screen in a new Chromium.
 */
process.env['GATEHOUSE_SCREENS'] = 'all';

export default defineConfig({
  testDir: '..',
  testMatch: ['e2e/tour.ts', 'browser/screens.spec.ts'],
  outputDir: '../../out/e2e-tour',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'line',
});
