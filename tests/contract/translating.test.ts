/** The glossary of docs/translating.md is that of the messages. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { languageFiles, readMessages } from '../../scripts/build/messages.ts';

const page = readFileSync(
  path.resolve(import.meta.dirname, '..', '..', 'docs', 'translating.md'),
  'utf8',
);
const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const [head = '', , ...lines] = page.split('\n').filter((line) => line.startsWith('|'));
const [, ...languages] = cellsOf(head);
const terms = lines.map(cellsOf).map(([term = '', ...words]) => ({ term, words }));
const english = Object.entries(readMessages('en'));

/**
 * The common part of a term's inflected forms: its words without their last letter, in Arabic
 * without the article.
 */
const stemsOf = (term: string): readonly string[] =>
  term
    .toLowerCase()
    .split(' ')
    .map((word) => word.replace(/^ال/, '').replace(/^(.{3,}).$/u, '$1'));

it('gives each language a column in the glossary', () => {
  expect(new Set(['en', ...languages])).toEqual(new Set(languageFiles()));
});

it.each(terms)('translates $term by the words of the glossary', ({ term, words }) => {
  const keys = english
    .filter(([, message]) =>
      new RegExp(String.raw`\b${term}s?\b`, 'i').test(message.replaceAll(/\{\w+\}/g, '')),
    )
    .map(([key]) => key);
  expect(keys.length).toBeGreaterThan(3);
  const otherwise = languages.flatMap((language, index) => {
    const messages = readMessages(language);
    const forms = (words[index] ?? '').split(' / ').map(stemsOf);
    return keys
      .filter(
        (key) =>
          !forms.some((stems) =>
            stems.every((stem) => messages[key]?.toLowerCase().includes(stem)),
          ),
      )
      .map((key) => `${language}: ${key}: ${messages[key] ?? ''}`);
  });
  expect(otherwise).toEqual([]);
});
