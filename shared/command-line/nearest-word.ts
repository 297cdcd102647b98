const MOST_EDITS = 2;

/** The first known word that at most two edits turn into `word`; undefined if there is none. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  // The length rules most words out without a distance, which takes long to compute for a long
  // argument.
  const ofSimilarLength = known.filter(
    ({ length }) => Math.abs(length - word.length) <= MOST_EDITS,
  );
  return ofSimilarLength.find((candidate) => distance(candidate, word) <= MOST_EDITS);
}

/** Levenshtein distance. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_unused, index) => index);
  for (const [i, letter] of Array.from(left).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(right).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
