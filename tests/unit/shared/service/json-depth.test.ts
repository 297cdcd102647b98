import { describe, expect, it } from 'vitest';
import { isNestedTooDeep, MOST_JSON_DEPTH } from '../../../../shared/service/json-depth.ts';

const lists = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number): string => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth);

describe('the depth of JSON', () => {
  it.each([
    ['lists', lists],
    ['objects', objects],
  ])('may be the limit and no more: %s', (_what, nested) => {
    expect(isNestedTooDeep(nested(MOST_JSON_DEPTH))).toBe(false);
    expect(isNestedTooDeep(nested(MOST_JSON_DEPTH + 1))).toBe(true);
    expect(isNestedTooDeep(nested(120_000))).toBe(true);
  });

  it('counts nesting, not siblings', () => {
    expect(isNestedTooDeep(`[${`${lists(3)},${objects(3)},`.repeat(1000)}1]`)).toBe(false);
  });

  it.each([
    ['brackets in a text', JSON.stringify(['['.repeat(100)])],
    ['a quotation mark in a text', JSON.stringify([`"${'['.repeat(100)}`])],
    ['a backslash at the end of a text', JSON.stringify(['\\', '['.repeat(100), '\\"{{{'])],
    ['a text as a name', JSON.stringify({ ['{'.repeat(100)]: 1 })],
  ])('does not count %s', (_what, text) => {
    expect(isNestedTooDeep(text)).toBe(false);
  });

  it.each([
    ['behind a text', `["\\\\",${lists(70)}]`],
    ['of a text that is not JSON', '['.repeat(70)],
    ['where one was closed too much', `]]${lists(70)}`],
  ])('is counted %s', (_what, text) => {
    expect(isNestedTooDeep(text)).toBe(true);
  });

  it.each(['', '"', '"\\', '[', ']'])('ends with the text: %j', (text) => {
    expect(isNestedTooDeep(text)).toBe(false);
  });
});
