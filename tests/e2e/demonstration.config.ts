import { defineConfig } from '@playwright/test';

/** The logins that `npm start` shows where there is no display. */
export default defineConfig({
  testDir: '.',
  testMatch: 'demonstration.ts',
  outputDir: '../../out/e2e-demonstration',
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
});
