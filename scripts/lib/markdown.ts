/** Markdown for generated documents and for the output of scripts. */

export const code = (text: string) => `\`${text}\``;

/** A table whose columns are aligned. */
export function table(head: readonly string[], body: readonly (readonly string[])[]) {
  const rows = [head, ...body].map((row) =>
    row.map((cell) => cell.replaceAll('|', String.raw`\|`)),
  );
  rows.splice(
    1,
    0,
    head.map(() => '---'),
  );
  const [first = [], rule = [], ...others] = aligned(rows);
  const filled = rule.map((cell) => cell.replaceAll(' ', '-'));
  return [first, filled, ...others].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/**
 * Rows whose cells are as wide as the widest of their column.
 *
 * @param isRight whether a column stands at the right
 */
export function aligned(
  rows: readonly (readonly string[])[],
  isRight: (column: number) => boolean = () => false,
): string[][] {
  const widths = (rows[0] ?? []).map((_cell, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    row.map((cell, column) =>
      isRight(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    ),
  );
}
