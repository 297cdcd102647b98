import { defineConfig } from '@playwright/test';
import { leftToNightly } from '../../scripts/lib/suites.mjs';

/** The real window: the built program on a real Electron, its sandbox on, against the emulator. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  testIgnore: leftToNightly('e2e').map((file) => `**/${file}`),
  outputDir: '../../out/e2e',
  // The sample of pictures.spec.ts, which `npm run tour -- --keep` alone writes.
  snapshotPathTemplate: '{testDir}/pictures/{arg}{ext}',
  updateSnapshots: 'none',
  fullyParallel: true,
  workers: 2,
  // A real window: a failed test is tried once more, and then listed as flaky. Not where a file says otherwise.
  retries: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 25_000 },
  reporter: 'list',
});
