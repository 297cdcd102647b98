/**
 * The seed of every random test: a fixed one, so that only a change of code can break a test;
 * another in `npm run nightly`, which prints it.
 */
export const SEED = Number(process.env['GATEHOUSE_SEED'] ?? 20_261);
