import { columnsOf } from './column-width.ts';

/** In a narrower terminal there is no room to set anything in. */
const NARROWEST = 8;
/** An address without any character that looks like a space. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:[!-~]+$/i;

/**
 * Breaks a line at its spaces, so that no word is cut at the edge of a narrow terminal. A word wider than the terminal
 * is cut. Lines that follow are indented by two columns more: only text at the column of the first is a line of its
 * own, whatever spaces the service's words have.
 *
 * @param columns null: unlimited
 * @param address the address to copy in our line: it stays whole. A word that only looks like an address is cut, or the
 *   service's words could reach the left edge
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

/** The rest of a text that exceeds the columns; empty if all of it fits. */
function cutAt(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return '';
  let fitting = '';
  for (const character of text) {
    if (columnsOf(fitting + character) > columns) break;
    fitting += character;
  }
  return text.slice(fitting.length);
}
