/**
 * Vitest for `npm run mutants` (stryker.config.json): the unit tests and the model, with the same
 * random cases for each mutant, and few of them.
 */
import { matchesGlob } from 'node:path';
import { defineConfig } from 'vitest/config';
import { messages } from '../build/messages-plugin.ts';
import { ISOLATED } from '../../vitest.config.ts';

/** Tests that share a process. */
const sharing = (include: string[]) => ({
  extends: true as const,
  test: { name: 'shared-process', include, exclude: ISOLATED, isolate: false },
});

/** Tests that need a process of their own. */
const isolated = (include: string[]) => ({
  extends: true as const,
  test: { name: 'isolated', include },
});

/** A pattern of test files, to leave out the model and all other tests. */
const ownTests = process.env['GATEHOUSE_MUTANT_TESTS'];

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
    projects:
      ownTests === undefined
        ? [
            sharing(['tests/unit/{shared,electron}/**/*.test.ts', 'tests/model/*.test.ts']),
            // Those of the page are left out: the page is not mutated.
            isolated(ISOLATED.filter((files) => files.startsWith('tests/unit/electron/'))),
          ]
        : [
            ISOLATED.some((files) => matchesGlob(ownTests, files))
              ? isolated([ownTests])
              : sharing([ownTests]),
          ],
  },
});
