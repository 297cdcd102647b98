/**
 * Measures, prints a table and writes `out/bench/bench.json` (README.md here). `npm run bench`
 * starts it, with everything set up. Exits with 0 unless a measurement failed: a missed budget is
 * reported, but is no failure.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release } from 'node:os';
import { dirname } from 'node:path';
import { startEmulator, type Emulator } from '../../emulator/strict.ts';
import { requireElectron } from '../../lab/electron-runtime.ts';
import { approval } from './approval.ts';
import { gateOverhead } from './gate-overhead.ts';
import { keyPress } from './key-press.ts';
import { launcherAlone } from './launcher-alone.ts';
import { canReadMemory, memory } from './memory.ts';
import { packageSizes } from './package-size.ts';
import { sizes } from './size.ts';
import { coldStart, startTime } from './start-time.ts';
import { terminal } from './terminal.ts';
import { waiting } from './waiting.ts';
import { busyReason, loadBetween, workUntilNow, type Load } from './support/other-work.ts';
import { BENCH_JSON, releaseOfCheckout, type Report } from './support/report.ts';
import { judge, leftOut, table, type Row } from './support/row.ts';
import { BASH } from './support/announced-time.ts';

/** Starts take longer than they tell; memory hardly changes from run to run. */
const FEWER = { starts: 4, memory: 12 } as const;
const LEAST = 3;
/** Of 300 keys three are beyond the 99th percentile; they take 20 seconds in each field. */
const KEYS_PER_RUN = 5;
const COLD_STARTS = 7;
/** A 95th percentile needs 59 (support/row.ts). */
const APPROVALS = 60;
/** With fewer runs, what takes minutes is shorter or left out. */
const LEAST_WHOLE = 10;

type Part = readonly [name: string, run: () => Promise<readonly Row[]> | readonly Row[]];

/** `loadBefore`: of the machine, before a build for this run. */
const [runs = 0, loadBefore = 0] = process.argv.slice(2).map(Number);
// Exit immediately: child processes still running end with this one (support/children.ts).
process.exit(await bench());

async function bench(): Promise<number> {
  if (process.platform !== 'linux' || !existsSync(BASH)) {
    process.stderr.write(`✗ This cannot be measured here: it needs /proc of Linux, and ${BASH}\n`);
    return 1;
  }
  const { version: electron, wanted: electronOfPackage } = requireElectron();
  const [processor, cores] = [cpus()[0]?.model ?? '', availableParallelism()];
  const versions = { system: `${process.platform} ${release()}`, node: process.version, electron };
  const machine = { processor, cores, ...versions, electronOfPackage, loadBefore };
  const emulator = await startEmulator();
  const rows: Row[] = [];
  const loads: Load[] = [];
  try {
    for (const [name, run] of parts(emulator)) {
      process.stderr.write(`• ${name} …\n`);
      const before = workUntilNow();
      rows.push(...(await run()));
      loads.push(loadBetween(name, before, workUntilNow(), cores));
    }
  } catch (error) {
    process.stderr.write(`\n✗ ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await emulator.close();
  }
  const busy = busyReason(loadBefore, cores, loads);
  const judged = rows.map((row) => ({ ...row, ...judge(row, busy !== null) }));
  const [at, checkout] = [new Date().toISOString(), releaseOfCheckout()];
  const report: Report = { at, release: checkout, machine, busy, loads, rows: judged, leftOut };
  mkdirSync(dirname(BENCH_JSON), { recursive: true });
  writeFileSync(BENCH_JSON, `${JSON.stringify(report, null, 2)}\n`);
  const which =
    electron === electronOfPackage ? electron : `${electron} instead of ${electronOfPackage}`;
  console.log(`\nElectron ${which} · ${cores} × ${processor} · load ${loadBefore.toFixed(2)}\n`);
  console.log(`${table(judged)}\n`);
  for (const { name, note } of rows) if (note !== '') console.log(`${name}: ${note}`);
  for (const reason of leftOut) console.log(`Left out: ${reason}`);
  if (busy !== null) console.log(`\nBusy: ${busy}. Goals are not judged.`);
  console.log('\nout/bench/bench.json has every run. The ratios count: machines are noisy.');
  return 0;
}

function parts(emulator: Emulator): readonly Part[] {
  const fewer = (by: number): number => Math.max(Math.min(runs, LEAST), Math.round(runs / by));
  const [starts, memories, keys] = [fewer(FEWER.starts), fewer(FEWER.memory), runs * KEYS_PER_RUN];
  const isQuick = runs < LEAST_WHOLE;
  const [cold, approvals] = isQuick ? [LEAST, LEAST] : [COLD_STARTS, APPROVALS];
  if (!canReadMemory) leftOut.push('memory: only root may read that of sandboxed processes');
  const ofMemory: readonly Part[] = [
    [`memory, ${memories} windows of each`, () => memory(emulator, memories)],
  ];
  return [
    [`the gate, ${runs} logins`, () => gateOverhead(emulator, runs)],
    [`the launcher alone, ${runs} runs`, () => launcherAlone(runs)],
    [`the terminal, ${starts} logins of each`, () => terminal(emulator, starts, canReadMemory)],
    [`start, ${starts} windows of each`, () => startTime(emulator, starts)],
    [`cold starts, ${cold} of each`, () => coldStart(emulator, cold)],
    [`approvals, ${approvals} windows`, () => approval(emulator, approvals)],
    [`key presses, ${keys} in each field`, () => keyPress(emulator, keys)],
    ...(canReadMemory ? ofMemory : []),
    ['waiting for an approval', () => waiting(emulator, isQuick ? 1 : 5)],
    ['size', sizes],
    ['size of the package', packageSizes],
  ];
}
