import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALLOWED_OUTCOMES } from '../../../../shared/outcomes/outcomes.ts';
import { refusal, verdictSchema } from '../../../../shared/outcomes/verdict.ts';
import { OPTIONS } from '../../../../shared/command-line/options.ts';

const folder = resolve(import.meta.dirname, '..', '..', '..', '..', 'launcher');
const posix = readdirSync(join(folder, 'posix'))
  .filter((name) => name.endsWith('.sh'))
  .map((name) => readFileSync(join(folder, 'posix', name), 'utf8'))
  .join('\n');
const windows = (name: string): string => readFileSync(join(folder, 'windows', name), 'utf8');
const common = (name: string): string => readFileSync(join(folder, 'common', name), 'utf8');
const stringsIn = (text: string): string[] =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, string = '']) =>
    string.replaceAll('\\"', '"'),
  );
const list = (name: string, text: string): string[] =>
  stringsIn(new RegExp(`${name}\\[\\] = \\{([^}]*)\\}`).exec(text)?.[1] ?? '');

/** The verdict that the launcher of Windows writes for its own refusals, out of its pieces. */
function refusalOfWindows(): string {
  const [, body = ''] = /void refuse\([^)]*\) \{([^]*?)\n\}/.exec(windows('refuse.c')) ?? [];
  const [head = '', reason = '', code = '', rest = '', more = '', end = ''] = stringsIn(body);
  return `${head}internal${reason}internal${code}70${rest}${more}2026-01-01T00:00:00Z${end.replace('\\n', '')}`;
}

describe.each([
  {
    name: 'of Linux and macOS',
    taking: /^ +(--config \|[^)]*)\)$/m.exec(posix)?.[1]?.split(' | '),
    allowed: [...posix.matchAll(/^ +'[^']*"outcome":"'([a-z-]+)'"/gm)].map(
      ([, outcome]) => outcome,
    ),
    refused: /gatehouse_end '(\{.*\})' "\$3"/
      .exec(posix)?.[1]
      ?.replace(`'"$1"'`, 'internal')
      .replace(`'"$2"'`, 'internal')
      .replace(`'"$3"'`, '70')
      .replace(`'"$gatehouse_time"'`, '2026-01-01T00:00:00Z'),
  },
  {
    name: 'of Windows',
    taking: list('WITH_VALUE', common('options.c')),
    allowed: list('ALLOWED', common('verdict.c')).map((row) => row.replace(/",?/g, '')),
    refused: refusalOfWindows(),
  },
])('the launcher $name', ({ taking, allowed, refused }) => {
  it('knows which options take a value, so that it never takes a value for an option', () => {
    const known = [...OPTIONS].filter(([, { value }]) => value !== null).map(([name]) => name);
    expect(taking?.sort()).toEqual(known.sort());
  });

  it('lets in by the outcomes that the program lets in by, and by no other', () => {
    expect(allowed.sort()).toEqual([...ALLOWED_OUTCOMES].sort());
  });

  it('writes the verdict of its own refusals in the form of the others', () => {
    const verdict = verdictSchema.parse(JSON.parse(refused ?? ''));
    // The launcher takes the ticket off from the end.
    expect(Object.keys(verdict).at(-1)).toBe('ticket');
    expect(refused).toBe(
      JSON.stringify({ ...refusal('internal', 'internal', null, new Date(0)), time: verdict.time }),
    );
  });
});

it('the launcher of Linux and macOS unsets every name it uses, to keep its variables from the command', () => {
  const used = new Set(
    [...posix.matchAll(/\b(gatehouse_\w+)=|for (gatehouse_\w+)\b|read -r (gatehouse_\w+)/g)].map(
      ([, assigned, looped, read]) => assigned ?? looped ?? read ?? '',
    ),
  );
  const unset = new Set(
    /^unset (gatehouse_(?:.*\\\n)*.*)$/m.exec(posix)?.[1]?.match(/gatehouse_\w+/g),
  );
  expect([...used].filter((name) => !unset.has(name))).toEqual([]);
  expect(used.size).toBeGreaterThan(20);
});
