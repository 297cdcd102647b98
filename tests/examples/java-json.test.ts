/** The JSON reader of the example in Java, held against that of Node. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compiled, javaClient, sourcesIn } from './compiled.ts';

const client = javaClient();
const NOT_JSON = 'the text is not JSON';
const NO_OBJECT = 'the text is not an object';
const DEEPEST = 32;

/** Reads each of these texts in Java, by one start. */
function readByJava(texts: readonly string[]): readonly string[] {
  const sources = [
    ...sourcesIn('thick-client-java', '.java'),
    join(import.meta.dirname, 'ReadJson.java'),
  ];
  const made = compiled('java-json', '', sources, (folder) => ['javac', '-d', folder, ...sources]);
  const input = texts.map((text) => `${Buffer.from(text).toString('base64')}\n`).join('');
  const { stdout, stderr } = spawnSync('java', ['-cp', made, 'ReadJson'], {
    encoding: 'utf8',
    input,
  });
  expect(stderr).toBe('');
  return stdout.trimEnd().split('\n');
}

/** The same as `ReadJson.show`. */
function show(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([name, member]) => [show(name), show(member)] as const,
    );
    members.sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${members.map(([name, member]) => `${name}=${member}`).join(', ')}}`;
  }
  if (typeof value === 'string') return `'${Buffer.from(value).toString('base64')}'`;
  if (typeof value !== 'number') return String(value);
  const bits = Buffer.alloc(8);
  bits.writeDoubleBE(value);
  return bits.toString('hex');
}

/** Reads a text in Node, and refuses it where the reader in Java is stricter. */
function expectedOf(text: string): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
  const colons = text.replace(/"(?:[^"\\]|\\.)*"/gs, '').split(':').length - 1;
  if (isBeyond(value, 0) || namesIn(value) !== colons) return NOT_JSON;
  return typeof value !== 'object' || value === null || Array.isArray(value)
    ? NO_OBJECT
    : show(value);
}

const partsOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** Too deep, too large, or half a surrogate pair. */
function isBeyond(value: unknown, depth: number): boolean {
  if (typeof value === 'number') return !Number.isFinite(value) || depth > DEEPEST;
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value) || depth > DEEPEST;
  return (
    depth > DEEPEST ||
    partsOf(value).some(([name, part]) => isBeyond(name, 0) || isBeyond(part, depth + 1))
  );
}

function namesIn(value: unknown): number {
  const parts = partsOf(value);
  const own = Array.isArray(value) ? 0 : parts.length;
  return parts.reduce((sum, [, part]) => sum + namesIn(part), own);
}

const VALUES = [
  ...[
    '0',
    '-0',
    '1',
    '01',
    '-',
    '+1',
    '.5',
    '1.',
    '1.5',
    '-1.5e-7',
    '1e5',
    '1E+5',
    '1e',
    '0x1',
    '1_0',
    '１',
  ],
  ...[
    '1e308',
    '1e309',
    '-1e999',
    '1763900000',
    '9007199254740993',
    '5e-324',
    'NaN',
    'Infinity',
    '-Infinity',
  ],
  ...[
    'true',
    'false',
    'null',
    'True',
    'nul',
    'undefined',
    '',
    '1d',
    '1f',
    "'a'",
    'a',
    '/* */ 1',
    '1 // x',
  ],
  ...[
    '""',
    '"a',
    '"a\\"',
    '"\\u0041"',
    '"\\u00e9"',
    '"\\u00E9"',
    '"\\u12"',
    '"\\u１２３４"',
    '"\\x41"',
    '"\\a"',
  ],
  ...[
    '"\\b\\f\\n\\r\\t\\/\\\\\\""',
    '"\t"',
    '"\n"',
    '"\0"',
    '"\u007f"',
    '"\u2028"',
    '"東"',
    '"👍"',
    '"\\ud83d"',
  ],
  ...[
    '"\\ud83d\\udc4d"',
    '"\\udc4d\\ud83d"',
    '"👍\\ud83d"',
    '"\\ud83dx"',
    '"\\u0000"',
    '"a" "b"',
    '"a""b"',
  ],
  ...[
    '[]',
    '[ ]',
    '[1]',
    '[1,]',
    '[,1]',
    '[1 2]',
    '[1,[2,{"a":[]}]]',
    '[',
    ']',
    '[1}',
    '\u00a01',
    '1\u000b',
  ],
  ...[
    '{}',
    '{"a":1,}',
    '{"a"}',
    '{"a":}',
    '{a:1}',
    '{1:1}',
    '{"a":1 "b":2}',
    '{,}',
    '{',
    '{"a":1]',
    '{"":0}',
  ],
  ...[
    '{"a":1,"a":1}',
    '{"a":1,"\\u0061":2}',
    '{"a":{"a":1}}',
    '{"__proto__":1}',
    '{"a":null,"a":1}',
  ],
  ...[31, 32, 33, 60_000].map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
];
const TEXTS = [
  ...VALUES.map((value) => `{"value":${value}}`),
  ...[
    '',
    ' ',
    '{}',
    ' \t\r\n{ } \n',
    '\ufeff{}',
    '{}\ufeff',
    '{}{}',
    '{} x',
    '{}\0',
    '[]',
    '1',
    '"{}"',
    'null',
  ],
];

describe.skipIf(client.missing !== null)(`${client.title}: its reader of JSON`, () => {
  it('reads a table of texts as Node does, and is stricter where that is wanted', () => {
    const read = readByJava(TEXTS);
    expect(TEXTS.map((text, index) => [text, read[index]])).toEqual(
      TEXTS.map((text) => [text, expectedOf(text)]),
    );
    expect(read.filter((said) => said !== NOT_JSON).length).toBeGreaterThan(30);
  });
});
