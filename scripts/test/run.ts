/** Runs suites, prints their results and the closing line: for `npm test` and `npm run nightly`. */
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setUpWindow } from '../../lab/set-up.ts';
import { readJson } from '../lib/files.ts';
import { locked } from '../lib/lock.ts';
import { BuildError, reportFailure, SetupError } from '../lib/log.ts';
import { inOut, inRoot, root } from '../lib/paths.ts';
import { inEnglish, isEndBySignal, runInForeground, tail } from '../lib/run.ts';
import { runChecks, type CheckResult } from './checks.ts';
import {
  closingLine,
  flakyEntries,
  isGood,
  judged,
  RESULTS_VARIABLE,
  suiteLines,
  suiteNotRun,
  total,
  type Obstacle,
  type TestResult,
} from './results.ts';
import type { Part, SetUp } from './suites.ts';

/** What one process of a runner does. `folder`: of out/, for its results. */
type Run = Readonly<{
  parts: readonly Part[];
  workers: number;
  folder: string;
  isWhole: boolean;
}>;

const CORES = availableParallelism();
/** Of a failure in the summary; the runner has printed the whole. */
const MOST_LETTERS = 300;

/** Runs the checks as tests. */
export async function checkResults(): Promise<readonly TestResult[]> {
  console.log('\n── check');
  let parts: readonly CheckResult[] = [];
  const obstacle = await tried(async () => {
    parts = await runChecks(() => {});
  });
  if (obstacle !== undefined) return [suiteNotRun('check', obstacle)];
  return parts.map(({ name, ok, skipped, output }): TestResult => {
    const test = { suite: 'check', name: `check: npm run ${name}` };
    if (skipped !== undefined) return { ...test, state: 'skipped', text: skipped };
    if (ok) return { ...test, state: 'passed', text: '' };
    console.log(`\n✗ ${test.name}\n${tail(output, 40)}`);
    return { ...test, state: 'failed', text: `${test.name}\n${output}` };
  });
}

/**
 * Sets up what the parts need. As root a nightly installs what is missing (`npm test` only the
 * keyring's programs); elsewhere the command that does is printed.
 *
 * @returns the parts that can run here, and rows for what cannot: skipped, or failed where the
 *   product itself cannot be built or, on Linux, shown
 */
export async function setUpFor<Of extends Part>(
  parts: readonly Of[],
  { isNightly }: { isNightly: boolean },
): Promise<Readonly<{ ready: readonly Of[]; notRun: readonly TestResult[] }>> {
  const known = new Map<SetUp, Promise<Obstacle | undefined>>();
  /** Sets up once, and reports once what stands against it here. */
  const obstacleTo = (setUp: SetUp) => {
    const obstacle = known.get(setUp) ?? tried(() => locked(() => setUp(isNightly)));
    known.set(setUp, obstacle);
    return obstacle;
  };
  const windowObstacle = parts.some(({ needsWindow }) => needsWindow)
    ? await tried(setUpWindow)
    : undefined;
  // A landing without any test of a window is none. Only Linux has these tests.
  const isLinux = process.platform === 'linux';
  const noWindow = windowObstacle && { ...windowObstacle, isFault: isLinux };

  const ready: Of[] = [];
  const notRun: TestResult[] = [];
  for (const part of parts) {
    const { needs = [], wants = [], nightlyWants = [] } = part;
    let obstacle = part.needsWindow === true ? noWindow : undefined;
    for (const setUp of needs) obstacle ??= await obstacleTo(setUp);
    for (const setUp of [...wants, ...(isNightly ? nightlyWants : [])]) {
      if (obstacle !== undefined) break;
      const missing = await obstacleTo(setUp);
      if (missing?.isFault === true) obstacle = missing;
      // Tests skip themselves without a wanted program; a nightly has a row of its own for it.
      else if (missing !== undefined && isNightly) notRun.push(suiteNotRun(part.name, missing));
    }
    if (obstacle === undefined) ready.push(part);
    else notRun.push(suiteNotRun(part.name, obstacle));
  }
  return { ready, notRun };
}

async function tried(setUp: () => Promise<unknown>): Promise<Obstacle | undefined> {
  try {
    await setUp();
    return undefined;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    reportFailure(error);
    const reason =
      error.remedy === undefined ? error.message : `${error.message} (${error.remedy})`;
    return { reason, isFault: error instanceof BuildError };
  }
}

/**
 * Runs the parts of a landing. No more processes are busy than there are cores: first vitest with
 * all of them, then as many of the others at once as there are cores (those that go one by one, and
 * Playwright), last those that change the computer.
 *
 * @param folder of out/
 */
export async function runTogether(
  parts: readonly Part[],
  folder: string,
): Promise<readonly TestResult[]> {
  const run = (chosen: readonly Part[], workers: number) => runGroups(chosen, workers, folder);
  const late = parts.filter(({ isLast }) => isLast === true);
  const early = parts.filter((part) => !late.includes(part));
  const oneByOne = early.filter(({ isOneByOne }) => isOneByOne === true);
  const inBrowser = early.filter(({ runner }) => runner === 'playwright');
  const sideBySide = early.filter((part) => !oneByOne.includes(part) && !inBrowser.includes(part));

  const results = [...(await run(sideBySide, CORES))];
  // The longest first.
  const waiting = [...inBrowser, ...oneByOne];
  // Each of the others takes one core.
  const browserWorkers = Math.max(1, CORES - (waiting.length - 1));
  const work = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift())
      results.push(...(await run([part], part.isOneByOne === true ? 1 : browserWorkers)));
  };
  await Promise.all(Array.from({ length: CORES }, work));
  results.push(...(await run(late, 1)));
  return results;
}

/** Runs parts in as few processes as their limits allow, one after the other. */
async function runGroups(
  parts: readonly Part[],
  workers: number,
  folder: string,
): Promise<readonly TestResult[]> {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const { runner, name, files = [], changedSince = '' } = part;
    // Files limit every project of a process.
    const key = [
      runner,
      files.length > 0,
      changedSince,
      runner === 'playwright' ? name : '',
    ].join();
    groups.set(key, [...(groups.get(key) ?? []), part]);
  }
  const results: TestResult[] = [];
  for (const group of groups.values()) {
    // A file that is named runs whole, also where `npm test` leaves it to the nightly.
    const isWhole = group.some(({ files = [] }) => files.length > 0);
    results.push(...(await runOnce({ parts: group, workers, folder, isWhole })));
  }
  return results;
}

/** Runs one process of a runner. */
export async function runOnce(run: Run): Promise<readonly TestResult[]> {
  const { parts, folder, isWhole } = run;
  const names = parts.map(({ name }) => name);
  const report = inOut(folder, `${names.join('-')}.json`);
  mkdirSync(path.dirname(report), { recursive: true });
  rmSync(report, { force: true });
  console.log(`\n── ${names.join(', ')}`);
  const env = {
    ...inEnglish(process.env),
    // What a person has set for a run by hand would write expected texts anew instead of comparing.
    GATEHOUSE_WRITE_TRANSCRIPTS: undefined,
    UPDATE_SNAPSHOT: 'none',
    // Playwright finds out by itself whether it may use colours.
    ...(process.stdout.isTTY || parts[0]?.runner === 'playwright' ? {} : { NO_COLOR: '1' }),
    ...Object.assign({}, ...parts.map((part) => part.env)),
    // Without this variable the runners leave nothing to the nightly.
    GATEHOUSE_MATRIX: isWhole ? undefined : (process.env['GATEHOUSE_MATRIX'] ?? 'sampled'),
    [RESULTS_VARIABLE]: report,
  };
  const exitCode = await runInForeground(process.execPath, argumentsOf(run), { cwd: root, env });
  // The signal was for the whole run.
  if (isEndBySignal(exitCode)) process.exit(exitCode);
  const mayBeEmpty = parts.every(({ changedSince }) => changedSince !== undefined);
  const written = readJson(report) as readonly TestResult[] | undefined;
  const [only, ...others] = names;
  // A part of a suite has a name of its own.
  const results =
    only === undefined || others.length > 0
      ? written
      : written?.map((result) => ({ ...result, suite: only }));
  return judged(names, results, { exitCode, mayBeEmpty });
}

/** The command of the runner, as one would type it. */
function argumentsOf({ parts, workers }: Run): string[] {
  const [first] = parts;
  if (first === undefined) throw new Error('no part to run');
  const { runner, folder, title, changedSince } = first;
  const files = parts.flatMap((part) => part.files ?? []);
  const reporter = inRoot('scripts', 'test', `${runner}-results.ts`);
  if (runner === 'playwright')
    return [
      inRoot('node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      ...files,
      '--forbid-only',
      `--config=${inRoot(folder, 'playwright.config.ts')}`,
      `--workers=${workers}`,
      `--reporter=dot,${reporter}`,
      ...(title === undefined ? [] : [`--grep=${title}`]),
    ];
  return [
    inRoot('node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...files,
    ...parts.flatMap(({ projects }) => projects.map((name) => `--project=${name}`)),
    // A forgotten `it.only` would leave the rest of its file out.
    '--allowOnly=false',
    `--maxWorkers=${workers}`,
    '--reporter=dot',
    `--reporter=${reporter}`,
    ...(title === undefined ? [] : [`--testNamePattern=${title}`]),
    ...(changedSince === undefined ? [] : [`--changed=${changedSince}`, '--passWithNoTests']),
  ];
}

/**
 * Prints the failures by name, a line for each suite, the tests that passed at their second try
 * (which stay in `out/test/flaky.txt`), and the closing line.
 *
 * @param startedAt milliseconds since the epoch
 * @returns the exit code
 */
export function conclude(
  results: readonly TestResult[],
  startedAt: number,
  how: { mayBeEmpty?: boolean } = {},
): number {
  const named = (state: TestResult['state']) => results.filter((result) => result.state === state);
  mkdirSync(inOut('test'), { recursive: true });
  appendFileSync(inOut('test', 'flaky.txt'), flakyEntries(results, new Date(startedAt)));

  console.log(`\n${suiteLines(results).join('\n')}`);
  console.log(`\n${((Date.now() - startedAt) / 60_000).toFixed(1)} min with set-up`);
  for (const { text } of named('failed'))
    console.log(`✗ ${text.split('\n').slice(0, 2).join(' · ').slice(0, MOST_LETTERS)}`);
  for (const { name } of named('flaky')) console.log(`flaky: ${name}`);
  const counts = total(results);
  console.log(closingLine(counts));
  return isGood(counts, how) ? 0 : 1;
}
