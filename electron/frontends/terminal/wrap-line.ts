import { columnsOf } from './column-width.ts';

/** Minimum columns for wrapping. */
const NARROWEST = 8;
/** Printable ASCII only: Unicode has more characters that look like spaces. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:[!-~]+$/i;

/**
 * Wraps at spaces and cuts long words, except `address`. Indents the continuation, so that text from the service never
 * looks like a new line of the program.
 *
 * @param columns null: unlimited
 */
export function wrapLine(line: string, columns: number | null, address = ''): string {
  if (columns === null || columns < NARROWEST || columnsOf(line) <= columns) return line;
  const leading = /^ */.exec(line)?.[0] ?? '';
  const indent = leading.length + NARROWEST <= columns ? leading : '';
  const setIn = `${indent}  `;
  const lines: string[] = [];
  let current = indent;
  let isEmpty = true;
  for (const word of line.slice(leading.length).split(' ')) {
    const longer = isEmpty ? `${current}${word}` : `${current} ${word}`;
    if (isEmpty || columnsOf(longer) <= columns) current = longer;
    else {
      lines.push(current);
      current = `${setIn}${word}`;
    }
    isEmpty = false;
    if (word === address && ADDRESS.test(word)) continue;
    for (let rest = cutAt(current, columns); rest !== ''; rest = cutAt(current, columns)) {
      lines.push(current.slice(0, current.length - rest.length));
      current = `${setIn}${rest}`;
    }
  }
  return [...lines, current].join('\n');
}

/** The rest of a text beyond the columns. */
function cutAt(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return '';
  let fitting = '';
  for (const character of text) {
    if (columnsOf(fitting + character) > columns) break;
    fitting += character;
  }
  return text.slice(fitting.length);
}
