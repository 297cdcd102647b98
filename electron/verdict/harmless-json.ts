/**
 * JSON on one line. Control characters that act on a terminal, and that JSON does not escape, are
 * escaped too.
 */
export function harmlessJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
