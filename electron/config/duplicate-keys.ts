/** A repeated key; `line` counts from 1. */
export type DuplicateKey = Readonly<{ path: string; line: number }>;

/** An object or list that is not closed yet. `names`: keys so far; null in a list. */
type Open = { names: Set<string> | null; name: string };

const STRING = /"(?:[^"\\]|\\.)*"/y;
const LONGEST_PATH = 200;
const MOST = 100;

/** Finds the first hundred repeated keys; `JSON.parse` silently keeps the last value. */
export function findDuplicateKeys(text: string): readonly DuplicateKey[] {
  const found: DuplicateKey[] = [];
  const open: Open[] = [];
  let isName = false;
  for (let index = 0; index < text.length && found.length < MOST; index += 1) {
    const character = text[index];
    const inner = open.at(-1);
    if (character === '{' || character === '[') {
      open.push({ names: character === '{' ? new Set() : null, name: '' });
      isName = character === '{';
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === ',') {
      isName = (inner?.names ?? null) !== null;
    } else if (character === '"') {
      STRING.lastIndex = index;
      const [token = '""'] = STRING.exec(text) ?? [];
      if (isName && inner?.names) {
        inner.name = JSON.parse(token) as string;
        if (inner.names.has(inner.name))
          found.push({ path: pathOf(open), line: lineAt(text, index) });
        inner.names.add(inner.name);
        isName = false;
      }
      index += token.length - 1;
    }
  }
  return found;
}

function pathOf(open: readonly Open[]): string {
  const path = open.flatMap(({ names, name }) => (names ? [name] : [])).join('.');
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
