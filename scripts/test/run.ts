/** Runs suites, prints their results and the closing line: for `npm test` and `npm run nightly`. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { setUpWindow } from '../../lab/set-up.ts';
import { readJson } from '../lib/files.ts';
import { locked } from '../lib/lock.ts';
import { reportFailure, SetupError } from '../lib/log.ts';
import { inOut, inRoot, root } from '../lib/paths.ts';
import { inEnglish, isEndBySignal, runInForeground, tail } from '../lib/run.ts';
import { runChecks } from './checks.ts';
import {
  closingLine,
  isGood,
  judged,
  RESULTS_VARIABLE,
  skippedSuite,
  suiteLines,
  total,
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
  const parts = await runChecks(() => {});
  return parts.map(({ name, ok, skipped, output }): TestResult => {
    const test = { suite: 'check', name: `check: npm run ${name}` };
    if (skipped !== undefined) return { ...test, state: 'skipped', text: skipped };
    if (ok) return { ...test, state: 'passed', text: '' };
    console.log(`\n✗ ${test.name}\n${tail(output, 40)}`);
    return { ...test, state: 'failed', text: `${test.name}\n${output}` };
  });
}

/**
 * Sets up what the parts need. As root a nightly installs what is missing; elsewhere the command that does is printed.
 * @returns the parts that can run here, and the others as skipped
 */
export async function setUpFor<Of extends Part>(
  parts: readonly Of[],
  { isNightly }: { isNightly: boolean },
): Promise<Readonly<{ ready: readonly Of[]; skipped: readonly TestResult[] }>> {
  const reasons = new Map<SetUp, Promise<string | undefined>>();
  /** Done and reported once: the reason for which it cannot be done here. */
  const reasonAgainst = async (setUp: SetUp) => {
    const known = reasons.get(setUp) ?? reasonOf(() => locked(() => setUp(isNightly)));
    reasons.set(setUp, known);
    return known;
  };
  const noWindow = parts.some(({ needsWindow }) => needsWindow)
    ? await reasonOf(setUpWindow)
    : undefined;

  const ready: Of[] = [];
  const skipped: TestResult[] = [];
  for (const part of parts) {
    const { needs = [], wants = [], nightlyWants = [] } = part;
    let reason = part.needsWindow === true ? noWindow : undefined;
    for (const setUp of needs) reason ??= await reasonAgainst(setUp);
    if (reason === undefined) {
      for (const setUp of [...wants, ...(isNightly ? nightlyWants : [])])
        await reasonAgainst(setUp);
      ready.push(part);
    } else skipped.push(skippedSuite(part.name, reason));
  }
  return { ready, skipped };
}

async function reasonOf(setUp: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await setUp();
    return undefined;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    reportFailure(error);
    return error.remedy === undefined ? error.message : `${error.message} (${error.remedy})`;
  }
}

/**
 * Runs the parts of a landing. No more processes are busy than there are cores: first vitest with all of them, then its
 * suites that go one by one beside Playwright, last those that change the computer.
 * @param folder of out/
 */
export async function runTogether(
  parts: readonly Part[],
  folder: string,
): Promise<readonly TestResult[]> {
  const run = (chosen: readonly Part[], workers: number) => runGroups(chosen, workers, folder);
  const isAlone = (part: Part) => part.isOneByOne === true || part.runner === 'playwright';
  const late = parts.filter(({ isLast }) => isLast === true);
  const sideBySide = parts.filter((part) => !isAlone(part));
  const lanes = (['vitest', 'playwright'] as const)
    .map((runner) => parts.filter((part) => isAlone(part) && part.runner === runner))
    .map((lane) => lane.filter((part) => !late.includes(part)))
    .filter((lane) => lane.length > 0);

  const results = [...(await run(sideBySide, CORES))];
  if (CORES < lanes.length) for (const lane of lanes) results.push(...(await run(lane, CORES)));
  else {
    const workers = Math.floor(CORES / Math.max(1, lanes.length));
    results.push(...(await Promise.all(lanes.map((lane) => run(lane, workers)))).flat());
  }
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
    // Playwright knows by itself.
    ...(process.stdout.isTTY || parts[0]?.runner === 'playwright' ? {} : { NO_COLOR: '1' }),
    ...Object.assign({}, ...parts.map((part) => part.env)),
    // The runners by themselves run all of a file that is named.
    ...(isWhole ? {} : { GATEHOUSE_MATRIX: process.env['GATEHOUSE_MATRIX'] ?? 'sampled' }),
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
      ...[inRoot('node_modules', '@playwright', 'test', 'cli.js'), 'test', ...files],
      ...['--config', inRoot(folder, 'playwright.config.ts')],
      ...['--workers', String(workers), `--reporter=dot,${reporter}`],
      ...(title === undefined ? [] : ['-g', title]),
    ];
  return [
    ...[inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', ...files],
    ...parts.flatMap(({ projects }) => projects.flatMap((name) => ['--project', name])),
    ...['--maxWorkers', String(workers), '--reporter=dot', `--reporter=${reporter}`],
    ...(title === undefined ? [] : ['-t', title]),
    ...(changedSince === undefined ? [] : [`--changed=${changedSince}`, '--passWithNoTests']),
  ];
}

/**
 * Prints the failures by name, a line for each suite, the tests that passed at their second try, and the closing line.
 * @param folder of out/, for `flaky.txt`
 * @returns the exit code
 */
export function conclude(
  results: readonly TestResult[],
  folder: string,
  startedAt: number,
): number {
  const named = (state: TestResult['state']) => results.filter((result) => result.state === state);
  const flaky = named('flaky');
  const kept = inOut(folder, 'flaky.txt');
  mkdirSync(path.dirname(kept), { recursive: true });
  rmSync(kept, { force: true });
  if (flaky.length > 0) writeFileSync(kept, flaky.map(({ text }) => `${text}\n`).join('\n'));

  console.log(`\n${suiteLines(results).join('\n')}`);
  console.log(`\n${((Date.now() - startedAt) / 60_000).toFixed(1)} min with set-up`);
  for (const { text } of named('failed'))
    console.log(`✗ ${text.split('\n').slice(0, 2).join(' · ').slice(0, MOST_LETTERS)}`);
  for (const { name } of flaky) console.log(`flaky: ${name}`);
  const counts = total(results);
  console.log(closingLine(counts));
  return isGood(counts) ? 0 : 1;
}
