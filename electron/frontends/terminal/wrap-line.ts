import { columnsOf } from './column-width.ts';

/** A terminal with fewer columns gets its lines unwrapped. */
const MIN_COLUMNS = 8;
/** An address has printable ASCII only, because Unicode has more characters that look like spaces. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:[!-~]+$/i;

/**
 * Wraps a line at spaces and cuts long words, except `address`. Continuation lines are indented, so
 * that text from the service never looks like a new line of the program.
 *
 * @param columns null for an unlimited width
 */
export function wrapLine(line: string, columns: number | null, address = ''): string {
  if (columns === null || columns < MIN_COLUMNS || columnsOf(line) <= columns) return line;
  const leading = /^ */.exec(line)?.[0] ?? '';
  const indent = leading.length + MIN_COLUMNS <= columns ? leading : '';
  const continuationIndent = `${indent}  `;
  const lines: string[] = [];
  let current = indent;
  let isEmpty = true;
  for (const word of line.slice(leading.length).split(' ')) {
    const longer = isEmpty ? `${current}${word}` : `${current} ${word}`;
    if (isEmpty || columnsOf(longer) <= columns) current = longer;
    else {
      lines.push(current);
      current = `${continuationIndent}${word}`;
    }
    isEmpty = false;
    if (word === address && ADDRESS.test(word)) continue;
    let rest = restBeyond(current, columns);
    while (rest !== '') {
      lines.push(current.slice(0, current.length - rest.length));
      current = `${continuationIndent}${rest}`;
      rest = restBeyond(current, columns);
    }
  }
  return [...lines, current].join('\n');
}

/** The part of a text that does not fit into the columns. */
function restBeyond(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return '';
  let fitting = '';
  for (const character of text) {
    if (columnsOf(fitting + character) > columns) break;
    fitting += character;
  }
  return text.slice(fitting.length);
}
