/** Set-up of vitest: fast-check draws its cases from the seed of the run. */
import fc from 'fast-check';
import { SEED } from './seed.ts';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
