/** Vitest for `npm run mutants`: the test files that it names, in processes that they share. */
import { defineConfig } from 'vitest/config';
import { messages } from '../lib/messages-plugin.mjs';

const { GATEHOUSE_MUTANTS_TESTS: tests = '' } = process.env;

export default defineConfig({
  plugins: [messages()],
  test: {
    include: tests.split(','),
    setupFiles: ['scripts/mutants/properties.mjs'],
    isolate: false,
    testTimeout: 40_000,
  },
});
