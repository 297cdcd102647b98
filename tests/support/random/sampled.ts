/** `npm test` runs a sample of each matrix; `npm run nightly` and a runner by itself run them whole. */
export const IS_WHOLE = process.env['GATEHOUSE_MATRIX'] !== 'sampled';

/**
 * Rows of a matrix.
 *
 * @param rows the most telling one first
 * @param count how many of them `npm test` takes: the first, and others at equal distances
 */
export function sampled<Row>(rows: readonly Row[], count: number): readonly Row[] {
  if (IS_WHOLE || rows.length <= count) return rows;
  return rows.filter(
    (_row, index) => Math.ceil((index * count) / rows.length) * rows.length < (index + 1) * count,
  );
}
