/**
 * Vitest for `npm run mutants` (stryker.config.json): the unit tests and the model, in processes that they share, with
 * the same random cases for each mutant, and few of them.
 */
import { defineConfig } from 'vitest/config';
import { messages } from '../lib/messages-plugin.ts';
import { ISOLATED } from '../../vitest.config.ts';

export default defineConfig({
  plugins: [messages()],
  test: {
    include: ['tests/unit/{shared,electron}/**/*.test.ts', 'tests/model/*.test.ts'],
    exclude: ISOLATED,
    setupFiles: ['tests/support/random/seed-properties.ts'],
    isolate: false,
    testTimeout: 40_000,
    env: {
      GATEHOUSE_PROPERTY_RUNS: '25',
      GATEHOUSE_MODEL_HISTORIES: '2000',
      GATEHOUSE_MODEL_APPROVALS: '50',
      GATEHOUSE_SEED: '1',
    },
  },
});
