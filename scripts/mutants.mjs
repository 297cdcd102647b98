/**
 * `npm run mutants -- FOLDER`: changes the code of a folder in one place at a time, and runs the folder's unit tests on
 * each such mutant; on the survivors also the other unit tests and the model. Prints the survivors, the mutants that
 * each test file kills, and the score of each file.
 *
 * One run of Stryker for each source file, because Stryker keeps results only at the end of a run: after an interruption
 * finished files are kept, in `out/mutants/FOLDER`. Remove that folder to run all mutants again.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { elapsed, say, SetupError } from './lib/log.mjs';
import { inOut, inRoot, root } from './lib/paths.mjs';
import { run, tail } from './lib/run.mjs';
import { readJson } from './lib/stamp.mjs';
import { mutatedFolder, USAGE } from './mutants/folder.mjs';
import { mutantsOf, scoreLine } from './mutants/report.mjs';
import { main, prepare } from './setup/prepare.mjs';

/** Not in the copy that Stryker mutates. */
const MADE = ['/.toolchain', '/dist', '/out', '/release'];

/** Fewer random cases than in `npm test`, because each mutant runs them, and always the same. */
const RANDOM = {
  GATEHOUSE_PROPERTY_RUNS: '25',
  GATEHOUSE_MODEL_HISTORIES: '2000',
  GATEHOUSE_MODEL_APPROVALS: '50',
  GATEHOUSE_SEED: '1',
};

await main(async () => {
  const mutated = mutatedFolder(process.argv.slice(2));
  if (typeof mutated === 'string') {
    say(`${mutated}\n${USAGE}`);
    return 64;
  }
  const { folder, sources, tests, otherTests } = mutated;
  const context = await prepare('packages');
  const startedAt = Date.now();
  // An interrupted run leaves its copies.
  rmSync(inOut('mutants', folder, 'copy'), { recursive: true, force: true });
  const mutants = [];
  for (const source of sources) {
    const name = path.relative(folder, source);
    // Find every test that kills a mutant, to detect test files without a kill of their own.
    const options = { mutate: [source], disableBail: true };
    const found = await stryker({ folder, name, tests, options }, context);
    const count = found.filter(({ survived }) => survived).length;
    say(
      `${source}: ${found.length === 0 ? 'no mutants, or no tests' : `${count} survivors`}, ${elapsed(startedAt)}`,
    );
    mutants.push(...found);
  }
  const survivors = mutants.filter(({ survived }) => survived);
  const options = { mutate: survivors.map(({ place }) => place), ignoreStatic: true };
  const others =
    survivors.length === 0
      ? []
      : await stryker({ folder, name: 'survivors', tests: otherTests, options }, context);
  const killed = new Set(others.filter(({ detected }) => detected).map(({ line }) => line));
  const left = survivors.filter(({ line }) => !killed.has(line));

  console.log(`\nSurvivors\n${left.map(({ line }) => line).join('\n')}`);
  console.log('\nMutants killed, and killed by this test file alone');
  for (const file of tests) {
    const own = mutants.filter(({ killers }) => killers.has(file));
    const alone = own.filter(({ killers }) => killers.size === 1);
    console.log(`${String(own.length).padStart(5)} ${String(alone.length).padStart(5)}  ${file}`);
  }
  console.log('\nScore: with the unit tests of the folder, with all unit tests and the model');
  for (const file of new Set(mutants.map((mutant) => mutant.file))) {
    const own = mutants.filter((mutant) => mutant.file === file);
    console.log(scoreLine(file, own, left));
  }
  console.log(`${scoreLine(folder, mutants, left)}, ${elapsed(startedAt)}`);
  return 0;
});

/**
 * Runs the mutants that have no result yet.
 *
 * @param {{ folder: string, name: string, tests: readonly string[], options: object }} of `name`: of its report
 * @param {import('./setup/prepare.mjs').Context} context
 * @returns {Promise<ReturnType<typeof mutantsOf>>} none of a file of types, and without a test that loads it
 */
async function stryker({ folder, name, tests, options }, { node, env }) {
  const report = inOut('mutants', folder, `${name}.report.json`);
  const config = inOut('mutants', folder, `${name}.stryker.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  writeFileSync(config, JSON.stringify({ ...common(folder), ...options, incrementalFile: report }));
  const program = inRoot('node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
  const { code, output } = await run(node, [program, 'run', config], {
    cwd: root,
    env: { ...env, GATEHOUSE_MUTANTS_TESTS: tests.join(','), ...RANDOM },
    tied: 'TERM',
  });
  if (code !== 0) {
    throw new SetupError(`The mutants of ${folder}/${name} could not be run.`, {
      why: tail(output, 40),
      remedy: `see that its unit tests pass: npm test -- tests/unit/${folder}`,
    });
  }
  return output.includes('No tests were found') ? [] : mutantsOf(readJson(report));
}

/** Options of every run. */
function common(/** @type {string} */ folder) {
  return {
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutants/vitest.config.mjs' },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    // Most endless loops are found by their count; a busy machine is given time.
    timeoutMS: 60_000,
    allowEmpty: true,
    incremental: true,
    reporters: [],
    plugins: ['@stryker-mutator/vitest-runner', inRoot('scripts', 'mutants', 'message-texts.mjs')],
    ignorers: ['message-texts'],
    ignorePatterns: MADE,
    tempDirName: inOut('mutants', folder, 'copy'),
    disableTypeChecks: false,
    allowConsoleColors: false,
  };
}
