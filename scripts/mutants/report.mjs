/** Reads the reports of Stryker (mutation-testing-elements) and makes the lines that `npm run mutants` prints. */

/**
 * @typedef {{ line: number, column: number }} Place both from 1
 * @typedef {{ mutatorName: string, replacement?: string, status: string, killedBy?: readonly string[], location: { start: Place, end: Place } }} Mutant
 * @typedef {{
 *   files: Record<string, { source: string, mutants: Mutant[] }>,
 *   testFiles?: Record<string, { tests: { id: string }[] }>,
 * }} Report of runs without bail: every test that kills a mutant is known
 */

const LONGEST_TEXT = 60;

/** The mutants of a report. `killers`: test files; `place`: a pattern for `mutate`; `line`: for people. */
export function mutantsOf(/** @type {Report} */ { files, testFiles = {} }) {
  const fileOfTest = new Map(
    Object.entries(testFiles).flatMap(([file, { tests }]) => tests.map(({ id }) => [id, file])),
  );
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => {
      const { status, killedBy = [], location } = mutant;
      // Columns from 0.
      const [start, end] = [location.start, location.end].map(
        ({ line, column }) => `${line}:${column - 1}`,
      );
      return {
        file,
        survived: ['Survived', 'NoCoverage'].includes(status),
        detected: ['Killed', 'Timeout'].includes(status),
        killers: new Set(killedBy.map((id) => fileOfTest.get(id))),
        place: `${file}:${start}-${end}`,
        line: mutantLine(file, source, mutant),
      };
    }),
  );
}

/**
 * One line: the number of valid mutants, the share detected by the folder's own tests, the share detected by all tests,
 * the name.
 * @param {string} name
 * @param {readonly ReturnType<typeof mutantsOf>[0][]} mutants from the run with the folder's own tests
 * @param {typeof mutants} left those that all tests together do not detect
 */
export function scoreLine(name, mutants, left) {
  const own = mutants.filter(({ detected }) => detected).length;
  const valid = own + mutants.filter(({ survived }) => survived).length;
  const all = valid - mutants.filter((mutant) => left.includes(mutant)).length;
  const percent = (/** @type {number} */ part) =>
    (valid === 0 ? '–' : `${((100 * part) / valid).toFixed(1)} %`).padStart(8);
  return `${String(valid).padStart(5)} mutants ${percent(own)} ${percent(all)}  ${name}`;
}

/** `file:line:column mutator original -> replacement`, on one line. */
function mutantLine(
  /** @type {string} */ file,
  /** @type {string} */ source,
  /** @type {Mutant} */ { mutatorName, replacement = '', location: { start, end } },
) {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  lines[lines.length - 1] = (lines.at(-1) ?? '').slice(0, end.column - 1);
  lines[0] = (lines[0] ?? '').slice(start.column - 1);
  const texts = [lines.join('\n'), replacement].map((text) => {
    const line = text.replace(/\s+/g, ' ');
    return line.length <= LONGEST_TEXT ? line : `${line.slice(0, LONGEST_TEXT - 1)}…`;
  });
  return `${file}:${start.line}:${start.column} ${mutatorName} ${texts.join(' -> ')}`;
}
