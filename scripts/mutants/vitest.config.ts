/**
 * Vitest for `npm run mutants` (stryker.config.json): the unit tests and the model, with the same random cases for each
 * mutant, and few of them.
 */
import { defineConfig } from 'vitest/config';
import { messages } from '../lib/messages-plugin.ts';
import { ISOLATED } from '../../vitest.config.ts';

export default defineConfig({
  plugins: [messages()],
  test: {
    setupFiles: ['tests/support/random/seed-properties.ts'],
    testTimeout: 40_000,
    env: {
      GATEHOUSE_PROPERTY_RUNS: '25',
      GATEHOUSE_MODEL_HISTORIES: '2000',
      GATEHOUSE_MODEL_APPROVALS: '50',
      GATEHOUSE_SEED: '1',
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared-process',
          include: ['tests/unit/{shared,electron}/**/*.test.ts', 'tests/model/*.test.ts'],
          exclude: ISOLATED,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: ISOLATED.filter((files) => files.startsWith('tests/unit/electron/')),
        },
      },
    ],
  },
});
