/**
 * `npm run nightly [-- PART …]`: every suite with its whole matrices, the long runs, and random seeds, which it prints
 * first. Before a release, and before a larger change is called finished. A skipped test is a failure, unless
 * MAY_BE_SKIPPED has its reason. Green parts are kept in `out/nightly/` by commit and seed, so that an interrupted run goes on;
 * a checkout with uncommitted changes keeps none. The last line is `N passed, N failed`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say } from './lib/log.mjs';
import { inOut, root } from './lib/paths.mjs';
import { readJson } from './lib/stamp.mjs';
import { SUITES } from './lib/suites.mjs';
import { refuseSkips } from './lib/summary.mjs';
import { main } from './setup/prepare.mjs';
import { runSuites } from './setup/run-suites.mjs';

/** @typedef {import('./lib/suites.mjs').Part} Part */

/** Long runs that keep all cores busy: alone, after all others. @type {readonly (Partial<Part> & { suite: string })[]} */
const BUSY_PARTS = [
  {
    name: 'starts',
    suite: 'e2e',
    files: ['start.spec.ts'],
    title: 'Enter from the first picture',
    env: { GATEHOUSE_EARLY_STARTS: '200', GATEHOUSE_BUSY_PROCESSES: '4' },
  },
  {
    name: 'load',
    suite: 'gate',
    files: ['tests/gate/approvals-under-load.test.ts'],
    env: { GATEHOUSE_WINDOW_LOGINS: '300', GATEHOUSE_BUSY_PROCESSES: '4' },
  },
];

/** @type {readonly Part[]} */
const PARTS = [
  ...SUITES,
  ...BUSY_PARTS.map((part) => {
    const suite = SUITES.find(({ name }) => name === part.suite);
    return /** @type {Part} */ ({ ...suite, ...part, isLast: true });
  }),
];

/** The lengths of long runs. */
const LONG = {
  GATEHOUSE_MODEL_HISTORIES: '300000',
  GATEHOUSE_MODEL_APPROVALS: '100000',
  GATEHOUSE_SOAK_HOURS: '8',
  GATEHOUSE_PROPERTY_RUNS: '2000',
  GATEHOUSE_FUZZ_SECONDS: '60',
  GATEHOUSE_APPROVALS: '300',
  GATEHOUSE_OUTAGE_SECONDS: '30',
  GATEHOUSE_DOCTOR_RUNS: '50',
  GATEHOUSE_FIRST_STARTS: '20',
};

/** Reasons for which a test may be skipped in a nightly. */
const MAY_BE_SKIPPED = [
  // Debian has none; the launcher's tests run with one that GATEHOUSE_BASH names.
  /there is no bash 3\.2 here/,
  // Root installs what a nightly needs; `npm test` of an ordinary user runs these, all of them quick.
  /needs an ordinary user/,
];

await main(async () => {
  const names = process.argv.slice(2);
  const all = ['check', ...PARTS.map(({ name }) => name)];
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    say(`Unknown: ${unknown.join(', ')}. The parts: ${all.join(', ')}`);
    return 64;
  }
  const isChosen = (/** @type {string} */ name) => names.length === 0 || names.includes(name);
  const folder = path.join('nightly', cleanCommit() ?? 'uncommitted');
  if (folder.endsWith('uncommitted')) rmSync(inOut(folder), { recursive: true, force: true });
  mkdirSync(inOut(folder), { recursive: true });
  const seed = seedOf(folder);
  const green = inOut(folder, `green-${seed}`);
  mkdirSync(green, { recursive: true });
  console.log(`seed ${seed}: GATEHOUSE_SEED=${seed} npm run nightly repeats this run`);
  const env = { ...LONG, ...process.env, GATEHOUSE_SEED: String(seed) };
  const finished = new Map(
    readdirSync(green).map((file) => [path.parse(file).name, readJson(path.join(green, file))]),
  );
  return runSuites(
    PARTS.filter(({ name }) => isChosen(name)).map((part) => ({
      ...part,
      env: { ...env, ...part.env },
    })),
    {
      folder,
      check: isChosen('check'),
      isNightly: true,
      finished,
      onResult: (result) => {
        const judged = refuseSkips(result, MAY_BE_SKIPPED);
        const file = path.join(green, `${result.name}.json`);
        if (judged.failed === 0) writeFileSync(file, JSON.stringify(judged, null, 2));
        return judged;
      },
    },
  );
});

/** The commit that is checked out, or undefined where files differ from it. */
function cleanCommit() {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', ['-c', 'safe.directory=*', ...args], { cwd: root, encoding: 'utf8' });
  const changes = git('status', '--porcelain');
  if (changes.status !== 0 || changes.stdout !== '') return undefined;
  return git('rev-parse', 'HEAD').stdout.trim();
}

/** The seed of all random tests: the given one, that of an interrupted run of this commit, or a new one. */
function seedOf(/** @type {string} */ folder) {
  const file = inOut(folder, 'seed.json');
  const seed = Number(
    process.env['GATEHOUSE_SEED'] ?? readJson(file) ?? Math.floor(Math.random() * 1e9),
  );
  writeFileSync(file, JSON.stringify(seed));
  return seed;
}
