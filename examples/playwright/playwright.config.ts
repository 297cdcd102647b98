import { defineConfig } from '@playwright/test';

/** A login takes a second or two; a test past these timeouts has failed. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../out/examples/playwright',
  // Each worker starts an emulator of its own. Windows compete for the machine: few at once.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
});
