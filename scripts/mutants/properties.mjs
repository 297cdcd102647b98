/** Random tests under Vitest for `npm run mutants`: the same cases for each mutant, and no search for a smaller one. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 1, endOnFailure: true });
