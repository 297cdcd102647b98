/**
 * Breaks a line at its spaces, so that no word is cut at the edge of a narrow terminal. A word that is longer than
 * the terminal is wide, such as an address, stays whole. Lines that follow stand as far to the right as the first.
 *
 * @param columns null: as wide as it likes
 */
export function wrapLine(line: string, columns: number | null): string {
  if (columns === null || width(line) <= columns) return line;
  const indent = /^ */.exec(line)?.[0] ?? '';
  const lines: string[] = [];
  let current = '';
  for (const word of line.slice(indent.length).split(' ')) {
    const longer = current === '' ? `${indent}${word}` : `${current} ${word}`;
    if (current === '' || width(longer) <= columns) current = longer;
    else {
      lines.push(current);
      current = `${indent}${word}`;
    }
  }
  return [...lines, current].join('\n');
}

/** In characters; the terminal itself breaks what a few wide ones make too long. */
function width(text: string): number {
  return Array.from(text).length;
}
