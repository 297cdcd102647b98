/**
 * `npm run nightly [-- PART …]`: every suite with its whole matrices, the long runs, and random
 * seeds, which it prints first. Before a release, and before a larger change is called finished. A
 * skipped test is a failure, unless MAY_BE_SKIPPED has its reason. Green parts are kept in
 * `out/nightly/` by commit and seed, so that an interrupted run goes on; once all are green, the
 * next run begins anew, with another seed. A checkout with uncommitted changes, and a run with
 * other lengths, keep none. The last line is `N passed, N failed`.
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { readJson } from './lib/files.ts';
import { git } from './lib/git.ts';
import { print } from './lib/log.ts';
import { main } from './lib/main.ts';
import { inOut } from './lib/paths.ts';
import { refuseSkips, type TestResult } from './test/results.ts';
import { checkResults, conclude, runOnce, setUpFor } from './test/run.ts';
import { SUITES, type Part } from './test/suites.ts';

/** Long runs that keep all cores busy. */
const BUSY_PARTS: readonly (Partial<Part> & { suite: string })[] = [
  {
    name: 'starts',
    suite: 'e2e',
    files: ['start.spec.ts'],
    title: 'sends the name once by Enter',
    env: { GATEHOUSE_EARLY_STARTS: '200', GATEHOUSE_BUSY_PROCESSES: '4' },
  },
  {
    name: 'load',
    suite: 'gate',
    files: ['tests/gate/approvals-under-load.test.ts'],
    env: { GATEHOUSE_WINDOW_LOGINS: '300', GATEHOUSE_BUSY_PROCESSES: '4' },
  },
];

const PARTS: readonly Part[] = [
  ...SUITES.filter(({ isLast }) => isLast !== true),
  ...BUSY_PARTS.map((part) => {
    const suite = SUITES.find(({ name }) => name === part.suite);
    return { ...suite, ...part } as Part;
  }),
  ...SUITES.filter(({ isLast }) => isLast === true),
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
  // Root installs what a nightly needs; `npm test` of an ordinary user runs these, all of them
  // quick.
  /needs an ordinary user/,
];

await main(async () => {
  const startedAt = Date.now();
  const names = process.argv.slice(2);
  const all = ['check', ...PARTS.map(({ name }) => name)];
  const unknown = names.filter((name) => !all.includes(name));
  if (unknown.length > 0) {
    print(`Unknown: ${unknown.join(', ')}. The parts: ${all.join(', ')}`);
    return 64;
  }
  const commit = commitToKeep();
  const folder = path.join('nightly', commit ?? 'uncommitted');
  if (folder.endsWith('uncommitted')) rmSync(inOut(folder), { recursive: true, force: true });
  mkdirSync(inOut(folder), { recursive: true });
  const seed = seedOf(folder);
  console.log(`seed ${seed}: GATEHOUSE_SEED=${seed} npm run nightly repeats this run`);

  const green = inOut(folder, `green-${seed}`);
  mkdirSync(green, { recursive: true });
  const isGreen = (name: string) => readdirSync(green).includes(`${name}.json`);
  const isChosen = ({ name }: { name: string }) => names.length === 0 || names.includes(name);
  /**
   * The results of an earlier run of this commit and seed, or new ones, which are kept if none
   * failed.
   */
  const resultsOf = async (name: string, run: () => Promise<readonly TestResult[]>) => {
    const file = path.join(green, `${name}.json`);
    if (isGreen(name)) {
      console.log(`\n── ${name}: from an earlier run of this commit`);
      return readJson(file) as readonly TestResult[];
    }
    const results = refuseSkips(await run(), MAY_BE_SKIPPED);
    // Not what was tested while somebody edited.
    if (commitToKeep() === commit && results.every(({ state }) => state !== 'failed'))
      writeFileSync(file, JSON.stringify(results, null, 2));
    return results;
  };

  const chosen = PARTS.filter(isChosen);
  const missing = chosen.filter(({ name }) => !isGreen(name));
  const { ready, notRun } = await setUpFor(missing, { isNightly: true });
  const lengths = Object.entries(LONG).map(([name, length]) => [name, process.env[name] ?? length]);
  const env = {
    ...Object.fromEntries(lengths),
    GATEHOUSE_SEED: String(seed),
    GATEHOUSE_MODEL_PATH: undefined,
  };
  const results: TestResult[] = [];
  if (isChosen({ name: 'check' })) results.push(...(await resultsOf('check', checkResults)));
  for (const part of chosen) {
    const workers = part.isOneByOne === true ? 1 : availableParallelism();
    const parts = [{ ...part, env: { ...env, ...part.env } }];
    const run = async () => [
      ...notRun.filter(({ suite }) => suite === part.name),
      ...(ready.includes(part) ? await runOnce({ parts, workers, folder, isWhole: true }) : []),
    ];
    results.push(...(await resultsOf(part.name, run)));
  }
  if (all.every(isGreen)) {
    rmSync(seedFile(folder));
    rmSync(green, { recursive: true });
  }
  return conclude(results, startedAt);
});

function seedFile(folder: string): string {
  return inOut(folder, 'seed.json');
}

/**
 * The commit that is checked out: what is green is kept for it. Undefined where files differ from
 * it, and where a variable other than the seed makes the tests others than usual.
 */
function commitToKeep(): string | undefined {
  const others = Object.keys(process.env).filter(
    (name) => name.startsWith('GATEHOUSE_') && name !== 'GATEHOUSE_SEED',
  );
  if (others.length > 0) return undefined;
  const changes = git('status', '--porcelain');
  if (changes.status !== 0 || changes.stdout !== '') return undefined;
  return git('rev-parse', 'HEAD').stdout.trim();
}

/**
 * The seed of all random tests: the given one, that of an interrupted run of this commit, or a new
 * one.
 */
function seedOf(folder: string): number {
  const kept = readJson(seedFile(folder));
  const seed = Number(process.env['GATEHOUSE_SEED'] ?? kept ?? Math.floor(Math.random() * 1e9));
  writeFileSync(seedFile(folder), JSON.stringify(seed));
  return seed;
}
