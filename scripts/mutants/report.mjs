/** Reads the reports of Stryker (mutation-testing-elements) and makes the lines that `npm run mutants` prints. */

/**
 * @typedef {{ line: number, column: number }} Place both from 1
 * @typedef {{ mutatorName: string, replacement?: string, status: string, killedBy?: readonly string[], location: { start: Place, end: Place } }} Mutant
 * @typedef {{
 *   files: Record<string, { source: string, mutants: Mutant[] }>,
 *   testFiles?: Record<string, { tests: { id: string }[] }>,
 * }} Report
 *
 * @typedef {{ file: string, own: number, all: number, valid: number }} Score of a file
 * `own`: mutants that the tests of the folder detect; `all`: with all others; `valid`: mutants that can run
 */

const SURVIVED = ['Survived', 'NoCoverage'];
const DETECTED = ['Killed', 'Timeout'];
const LONGEST_TEXT = 60;

const having = (/** @type {Report} */ { files }, /** @type {readonly string[]} */ statuses) =>
  Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(({ status }) => statuses.includes(status)).map((mutant) => ({ file, source, mutant })),
  );

/** `file:line:column mutator original -> replacement` of each mutant that no test detected, on one line. */
export const survivorsOf = (/** @type {Report} */ report) => having(report, SURVIVED).map(mutantLine);

/** The survivors of a report as patterns for `mutate`, columns from 0. */
export function survivingPlaces(/** @type {Report} */ report) {
  return having(report, SURVIVED).map(({ file, mutant: { location } }) => {
    const [start, end] = [location.start, location.end].map(({ line, column }) => `${line}:${column - 1}`);
    return `${file}:${start}-${end}`;
  });
}

/**
 * @param {Report} report of the tests of the folder
 * @param {Report} others of its survivors, with all other tests
 * @returns {{ score: Score, survivors: string[] }[]} one for each file
 */
export function resultsOf(report, others) {
  const killed = new Set(having(others, DETECTED).map(mutantLine));
  return Object.entries(report.files).map(([file, content]) => {
    const only = { files: { [file]: content } };
    const survivors = survivorsOf(only);
    const own = having(only, DETECTED).length;
    const left = survivors.filter((line) => !killed.has(line));
    const valid = own + survivors.length;
    return { score: { file, own, all: valid - left.length, valid }, survivors: left };
  });
}

/** Mutants, their share that the folder's own tests detect, the share with all others, the file. */
export function scoreLine(/** @type {Score} */ { file, own, all, valid }) {
  const percent = (/** @type {number} */ part) =>
    (valid === 0 ? '–' : `${((100 * part) / valid).toFixed(1)} %`).padStart(8);
  return `${String(valid).padStart(5)} mutants ${percent(own)} ${percent(all)}  ${file}`;
}

/**
 * The test files of a report, with the number of mutants that each kills, and that no other test file kills.
 *
 * @param {Report} report of runs without bail: every test that kills a mutant is known
 * @returns {{ file: string, killed: number, alone: number }[]}
 */
export function killsOf({ files, testFiles = {} }) {
  const fileOfTest = new Map(
    Object.entries(testFiles).flatMap(([file, { tests }]) => tests.map(({ id }) => [id, file])),
  );
  const killers = Object.values(files).flatMap(({ mutants }) =>
    mutants.map(({ killedBy = [] }) => new Set(killedBy.map((id) => fileOfTest.get(id)))),
  );
  return Object.keys(testFiles).map((file) => {
    const own = killers.filter((by) => by.has(file));
    return { file, killed: own.length, alone: own.filter(({ size }) => size === 1).length };
  });
}

/** @returns {string} */
function mutantLine(
  /** @type {{ file: string, source: string, mutant: Mutant }} */ { file, source, mutant },
) {
  const { mutatorName, replacement = '', location } = mutant;
  const { start, end } = location;
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  const texts = [lines.join('\n'), replacement].map(short);
  return `${file}:${start.line}:${start.column} ${mutatorName} ${texts.join(' -> ')}`;
}

function short(/** @type {string} */ text) {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= LONGEST_TEXT ? line : `${line.slice(0, LONGEST_TEXT - 1)}…`;
}
