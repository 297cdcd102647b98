/** How `npm run check` ends. */

/** The checks of checks.mjs that `npm run fix` can make pass. */
const MENDED = ['lint', 'format'];

/** @param {readonly string[]} failed names of checks */
export function checksLine(failed) {
  if (failed.length === 0) return 'All checks passed.';
  const remedy = failed.some((name) => MENDED.includes(name)) ? ' Run `npm run fix`.' : '';
  return `Failed: ${failed.join(', ')}.${remedy}`;
}
