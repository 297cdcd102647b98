/** The argument of `npm run mutants`, and the files that belong to it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../lib/paths.mjs';

export const USAGE = `usage: npm run mutants -- FOLDER
FOLDER: a folder of shared/ or electron/ with unit tests in tests/unit/FOLDER, for example shared/login`;

/**
 * The paths from the top of the repository that a command line asks for, or the reason where it cannot be mutated.
 * `tests`: the unit tests of the folder; `otherTests`: further unit tests, and the model.
 */
export function mutatedFolder(/** @type {readonly string[]} */ words) {
  const [word, ...rest] = words;
  if (word === undefined || rest.length > 0) return `one FOLDER is needed, not ${words.length}`;
  const folder = word.replace(/^\.\/|\/+$/g, '');
  if (!/^(shared|electron)(\/[a-z-]+)+$/.test(folder))
    return `${word} is not a folder of shared/ or electron/`;
  const sources = filesIn(folder, '.ts');
  if (sources.length === 0) return `${folder} has no source files`;
  const own = `tests/unit/${folder}`;
  const all = ['tests/unit/shared', 'tests/unit/electron', 'tests/model'].flatMap((tests) =>
    filesIn(tests, '.test.ts'),
  );
  // The others replace modules, so each of them needs a process of its own.
  const shareable = all.filter((file) => !readFileSync(inRoot(file), 'utf8').includes('vi.mock('));
  const tests = shareable.filter((file) => file.startsWith(`${own}/`));
  if (tests.length === 0)
    return `${folder} has no unit tests: ${own} has no *.test.ts without vi.mock`;
  return { folder, sources, tests, otherTests: shareable.filter((file) => !tests.includes(file)) };
}

function filesIn(/** @type {string} */ folder, /** @type {string} */ end) {
  if (!existsSync(inRoot(folder))) return [];
  const names = readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith(end) && !name.endsWith('.d.ts'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .sort();
}
