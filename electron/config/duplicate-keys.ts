/** A repeated key; `line` counts from 1. */
export type DuplicateKey = Readonly<{ path: string; line: number }>;

/**
 * An object or list that is not closed yet. `names`: its keys so far, null in a list. `name`: its
 * latest key.
 */
type OpenValue = { names: Set<string> | null; name: string };

const STRING = /"(?:[^"\\]|\\.)*"/y;
const LONGEST_PATH = 200;
const MOST_DUPLICATES = 100;

/**
 * Finds the first hundred repeated keys of a valid JSON text. `JSON.parse` silently keeps the last
 * value.
 */
export function findDuplicateKeys(text: string): readonly DuplicateKey[] {
  const duplicates: DuplicateKey[] = [];
  const openValues: OpenValue[] = [];
  /** Whether the next string is a key. */
  let isKeyNext = false;
  for (let index = 0; index < text.length && duplicates.length < MOST_DUPLICATES; index += 1) {
    const character = text[index];
    const innermost = openValues.at(-1);
    if (character === '{' || character === '[') {
      openValues.push({ names: character === '{' ? new Set() : null, name: '' });
      isKeyNext = character === '{';
    } else if (character === '}' || character === ']') {
      openValues.pop();
    } else if (character === ',') {
      isKeyNext = (innermost?.names ?? null) !== null;
    } else if (character === '"') {
      STRING.lastIndex = index;
      const [token = '""'] = STRING.exec(text) ?? [];
      if (isKeyNext && innermost?.names) {
        innermost.name = JSON.parse(token) as string;
        if (innermost.names.has(innermost.name))
          duplicates.push({ path: pathOf(openValues), line: lineAt(text, index) });
        innermost.names.add(innermost.name);
        isKeyNext = false;
      }
      index += token.length - 1;
    }
  }
  return duplicates;
}

/** The keys from the outermost object to the latest one; lists have no part in it. */
function pathOf(openValues: readonly OpenValue[]): string {
  const path = openValues.flatMap(({ names, name }) => (names ? [name] : [])).join('.');
  return path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path;
}

const lineAt = (text: string, index: number): number => text.slice(0, index).split('\n').length;
