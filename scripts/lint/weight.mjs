/**
 * `node scripts/lint/weight.mjs`, a part of `npm run check`: counts lines, words, and the words that plain English
 * seldom needs (CONTRIBUTING). Ends with 1 where a room has more than three of a group in 1,000 words, or a budget is
 * exceeded. A change that needs more raises `held` by the number that it adds; nothing else does.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { root } from '../lib/paths.mjs';

const GROUPS = [
  /\b(?:what|who(?:ever|m|se)?)\b/gi,
  /\b(?:nobody|nothing|none|somebody|someone|anybody|anyone)\b/gi,
];
const MOST_IN_THOUSAND = 3;
/** Rooms with fewer words are counted together. */
const SMALLEST_ROOM = 1000;

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const code = files.filter((file) => /\.(?:tsx?|m[jt]s|cjs|js|c|h|css|sh)$/.test(file));
const read = (/** @type {string} */ file) => readFileSync(`${root}/${file}`, 'utf8');
const wordsOf = (/** @type {string} */ text) => text.match(/[\p{L}’']+/gu)?.length ?? 0;

/** The comments of a file, as one text. @param {string} file */
function commentsOf(file) {
  const pattern = file.endsWith('.sh') ? /(?<=^|\s)#[^\n]*/g : /\/\*[^]*?\*\/|(?<![:'"`\w/])\/\/[^\n]*/g;
  return (read(file).match(pattern) ?? []).join('\n');
}

/** The titles of a file's tests, as one text. @param {string} file */
function titlesOf(file) {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const [title] = ts.isCallExpression(node) ? node.arguments : [];
    if (title && ts.isCallExpression(node) && /^(?:it|test|describe)\b/.test(node.expression.getText(source)))
      if (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) found.push(title.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.join('\n');
}

/** A page without its generated parts. @param {string} file */
const writtenOf = (file) => read(file).replace(/<!-- generated: [^]*?<!-- end -->/g, '');

/** The prose of a page: without code, tables, addresses and generated parts. @param {string} file */
const proseOf = (file) => writtenOf(file).replace(/```[^]*?```|`[^`\n]*`|\]\([^)]*\)|^\|.*$/gm, '');

/** @param {readonly string[]} names @param {(file: string) => string} textOf @param {(file: string) => string} roomOf */
function rooms(names, textOf, roomOf) {
  /** @type {Map<string, { words: number, hits: number[] }>} */
  const found = new Map();
  for (const file of names) {
    const text = textOf(file);
    const room = found.get(roomOf(file)) ?? { words: 0, hits: [0, 0] };
    found.set(roomOf(file), {
      words: room.words + wordsOf(text),
      hits: GROUPS.map((group, index) => (room.hits[index] ?? 0) + (text.match(group)?.length ?? 0)),
    });
  }
  const small = { words: 0, hits: [0, 0] };
  for (const [name, { words, hits }] of found) {
    if (words >= SMALLEST_ROOM) continue;
    small.words += words;
    small.hits = small.hits.map((sum, index) => sum + (hits[index] ?? 0));
    found.delete(name);
  }
  return [...found, /** @type {const} */ (['small rooms', small])];
}

const secondLevel = (/** @type {string} */ file) => file.split('/').slice(0, 2).join('/');
const linesOf = (/** @type {RegExp} */ pattern) =>
  code.filter((file) => pattern.test(file)).reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
const pages = files.filter((file) => file.endsWith('.md'));

const counts = {
  comments: rooms(code, commentsOf, secondLevel),
  titles: rooms(
    code.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file)),
    titlesOf,
    secondLevel,
  ),
  pages: rooms(pages, proseOf, (file) => file),
};
const faults = Object.entries(counts).flatMap(([kind, found]) =>
  found.flatMap(([room, { words, hits }]) =>
    hits.some((hit) => hit * 1000 > MOST_IN_THOUSAND * words)
      ? [`${kind} of ${room}: ${hits.join(' and ')} in ${words} words`]
      : [],
  ),
);

/** `held`: no more than that. `goal`: where it shall go. */
const BUDGETS = [
  {
    name: 'lines of the product',
    now: linesOf(/^(?:electron|shared|renderer|launcher)\//),
    held: 32_000,
    goal: 32_000,
  },
  {
    name: 'lines of scripts, packaging and lab',
    now: linesOf(/^(?:scripts|packaging|lab)\//),
    held: 12_420,
    goal: 10_500,
  },
  { name: 'lines of tests and emulator', now: linesOf(/^(?:tests|emulator)\//), held: 76_800, goal: 70_000 },
  {
    name: 'words of pages',
    now: pages.reduce((sum, file) => sum + wordsOf(writtenOf(file)), 0),
    held: 36_000,
    goal: 36_000,
  },
  {
    name: 'words of comments in the TypeScript of the product',
    now: code
      .filter((file) => /^(?:electron|shared|renderer)\/.*\.tsx?$/.test(file))
      .reduce((sum, file) => sum + wordsOf(commentsOf(file)), 0),
    held: 26_000,
    goal: 26_000,
  },
];
for (const { name, now, held, goal } of BUDGETS) {
  console.log(`${name}: ${now} of ${held}${goal < held ? `, goal ${goal}` : ''}`);
  if (now > held) faults.push(`${name}: ${now}, at most ${held}`);
}
for (const [kind, found] of Object.entries(counts)) {
  const sum = found.reduce(
    (all, [, { words, hits }]) => ({
      words: all.words + words,
      hits: all.hits + (hits[0] ?? 0) + (hits[1] ?? 0),
    }),
    { words: 0, hits: 0 },
  );
  console.log(
    `${kind}: ${sum.words} words, ${((1000 * sum.hits) / sum.words).toFixed(1)} seldom needed in 1,000`,
  );
}
console.log(faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;
