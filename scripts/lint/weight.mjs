/**
 * `node scripts/lint/weight.mjs`, a part of `npm run check`: counts lines, words, and the words that plain English
 * seldom needs (CONTRIBUTING). Ends with 1 where a room has more than three of a group in 1,000 words, or a budget is
 * exceeded. A change that needs more raises `most` by the number that it adds; nothing else does.
 */
import { repositoryFiles, textOf } from '../../tests/support/source-files.ts';
import { titlesIn } from '../../tests/support/test-titles.ts';

const GROUPS = [
  /\b(?:what|who(?:ever|m|se)?)\b/gi,
  /\b(?:nobody|nothing|none|somebody|someone|anybody|anyone)\b/gi,
];
const MOST_IN_THOUSAND = 3;
/** Rooms with fewer words are counted together. */
const SMALLEST_ROOM = 1000;

const files = repositoryFiles();
const code = files.filter((file) => /\.(?:tsx?|m[jt]s|cjs|js|c|h|css|sh)$/.test(file));
const wordsOf = (/** @type {string} */ text) => text.match(/[\p{L}’']+/gu)?.length ?? 0;

/** The comments of a file, as one text. @param {string} file */
function commentsOf(file) {
  const pattern = file.endsWith('.sh') ? /(?<=^|\s)#[^\n]*/g : /\/\*[^]*?\*\/|(?<![:'"`\w/])\/\/[^\n]*/g;
  return (textOf(file).match(pattern) ?? []).join('\n');
}

/** A page without its generated parts. @param {string} file */
const writtenOf = (file) => textOf(file).replace(/<!-- generated: [^]*?<!-- end -->/g, '');

/** The prose of a page: without code, tables, addresses and generated parts. @param {string} file */
const proseOf = (file) => writtenOf(file).replace(/```[^]*?```|`[^`\n]*`|\]\([^)]*\)|^\|.*$/gm, '');

const secondLevel = (/** @type {string} */ file) => file.split('/').slice(0, 2).join('/');
const tests = files.filter((file) => /\.(?:test|spec)\.tsx?$/.test(file));
const titlesOf = (/** @type {string} */ file) => titlesIn(file).join('\n');
const pages = files.filter((file) => file.endsWith('.md'));
const KINDS = [
  { kind: 'comments', names: code, read: commentsOf, roomOf: secondLevel },
  { kind: 'titles', names: tests, read: titlesOf, roomOf: secondLevel },
  { kind: 'pages', names: pages, read: proseOf, roomOf: (/** @type {string} */ file) => file },
];

/** @type {string[]} */
const faults = [];
for (const { kind, names, read, roomOf } of KINDS) {
  /** The text of each room. @type {Map<string, string>} */
  const rooms = new Map();
  for (const file of names) rooms.set(roomOf(file), `${rooms.get(roomOf(file)) ?? ''}\n${read(file)}`);
  const small = [...rooms].filter(([, text]) => wordsOf(text) < SMALLEST_ROOM);
  for (const [room] of small) rooms.delete(room);
  rooms.set('small rooms', small.map(([, text]) => text).join('\n'));
  let [words, seldom] = [0, 0];
  for (const [room, text] of rooms) {
    const hits = GROUPS.map((group) => text.match(group)?.length ?? 0);
    const most = (MOST_IN_THOUSAND * wordsOf(text)) / 1000;
    if (hits.some((hit) => hit > most))
      faults.push(`${kind} of ${room}: ${hits.join(' and ')} in ${wordsOf(text)} words`);
    words += wordsOf(text);
    for (const hit of hits) seldom += hit;
  }
  console.log(`${kind}: ${words} words, ${((1000 * seldom) / words).toFixed(1)} seldom needed in 1,000`);
}

const within = (/** @type {RegExp} */ pattern) => code.filter((file) => pattern.test(file));
const linesOf = (/** @type {RegExp} */ folders) =>
  within(folders).reduce((sum, file) => sum + textOf(file).split('\n').length - 1, 0);
const productComments = within(/^(?:electron|shared|renderer)\/.*\.tsx?$/).map(commentsOf);

/**
 * `most`: of the tools 10,500, and 1,078 for the benchmark's rows since then; of the tests, as many as kill mutants of
 * their own (docs/performance.md). @type {[name: string, now: number, most: number][]}
 */
const BUDGETS = [
  ['lines of the product', linesOf(/^(?:electron|shared|renderer|launcher)\//), 32_000],
  ['lines of scripts, packaging and lab', linesOf(/^(?:scripts|packaging|lab)\//), 11_578],
  ['lines of tests and emulator', linesOf(/^(?:tests|emulator)\//), 76_750],
  ['words of pages', wordsOf(pages.map(writtenOf).join('\n')), 36_000],
  ['words of comments in the TypeScript of the product', wordsOf(productComments.join('\n')), 26_000],
];
for (const [name, now, most] of BUDGETS) {
  console.log(`${name}: ${now} of ${most}`);
  if (now > most) faults.push(`${name}: ${now}, at most ${most}`);
}
console.log(faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;
