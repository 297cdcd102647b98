/** Markdown for generated documents and for the output of scripts. */

export const code = (text: string) => `\`${text}\``;

/** A table whose columns are aligned. */
export function table(head: readonly string[], body: readonly (readonly string[])[]) {
  const rows = [head, ...body].map((row) =>
    row.map((cell) => cell.replaceAll('|', String.raw`\|`)),
  );
  const widths = head.map((_name, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  rows.splice(1, 0, rule);
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
  return rows.map((row) => `| ${line(row).join(' | ')} |`).join('\n');
}
