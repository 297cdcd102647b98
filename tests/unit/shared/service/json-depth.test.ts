import { describe, expect, it } from 'vitest';
import { isNestedTooDeep, MOST_JSON_DEPTH } from '../../../../shared/service/json-depth.ts';

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('the depth of JSON', () => {
  it.each([
    ['lists', lists],
    ['objects', objects],
  ])('takes %s nested to the limit, and not beyond it', (_what, nested) => {
    expect(isNestedTooDeep(nested(MOST_JSON_DEPTH))).toBe(false);
    expect(isNestedTooDeep(nested(MOST_JSON_DEPTH + 1))).toBe(true);
    expect(isNestedTooDeep(nested(120_000))).toBe(true);
  });

  it('counts the nesting of JSON, not the siblings', () => {
    expect(isNestedTooDeep(`[${`${lists(3)},${objects(3)},`.repeat(1000)}1]`)).toBe(false);
  });

  it.each([
    ['brackets in a text', JSON.stringify(['['.repeat(100)])],
    ['a quotation mark in a text', JSON.stringify([`"${'['.repeat(100)}`])],
    ['a backslash at the end of a text', JSON.stringify(['\\', '['.repeat(100), '\\"{{{'])],
    ['a text as a name', JSON.stringify({ ['{'.repeat(100)]: 1 })],
  ])('does not count as nesting: %s', (_what, text) => {
    expect(isNestedTooDeep(text)).toBe(false);
  });

  it.each([
    ['behind a text', `["\\\\",${lists(70)}]`],
    ['in a text that is not JSON', '['.repeat(70)],
    ['after brackets that close nothing', `]]${lists(70)}`],
  ])('counts nesting %s', (_what, text) => {
    expect(isNestedTooDeep(text)).toBe(true);
  });

  it.each(['', '"', '"\\', '[', ']'])('finds an unfinished text not too deep: %j', (text) => {
    expect(isNestedTooDeep(text)).toBe(false);
  });
});
