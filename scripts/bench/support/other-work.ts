/**
 * The processor time of other programs during the run: the machine's by `/proc/stat`, without that
 * of the run. Steal counts as theirs: another virtual machine had the core.
 */
import { readFileSync } from 'node:fs';
import { processTree } from '../../../lab/processes.ts';
import { statWords, textOf } from './process-use.ts';

/** More processes than this that want to run per core: the figures are those of others too. */
const BUSY_LOAD = 0.7;
/**
 * A quiet desktop and the ends of our own orphans stay below it; a build or a test on one core does
 * not.
 */
const BUSY_SHARE = 0.15;
/** Shorter parts are a few ticks: one cron job would be a tenth of them. */
const LEAST_SECONDS = 2;
const TICKS_PER_SECOND = 100;

/** Ticks since the machine's start. */
export type Work = Readonly<{ all: number; busy: number; own: number }>;
/** `share`: of all cores, used by others. */
export type Load = Readonly<{ part: string; seconds: number; share: number }>;

/** The reason why a run judges no goal; null on a quiet machine. */
export function busyReason(
  loadBefore: number,
  cores: number,
  loads: readonly Load[],
): string | null {
  if (loadBefore / cores > BUSY_LOAD) return `the load was ${loadBefore.toFixed(2)} before the run`;
  const told = loads.filter(({ seconds }) => seconds >= LEAST_SECONDS);
  const worst = told.sort((one, other) => other.share - one.share)[0];
  if (worst === undefined || worst.share <= BUSY_SHARE) return null;
  return `other programs used ${(100 * worst.share).toFixed(0)} % of the processor during "${worst.part}"`;
}

/** The load between two readings. */
export function loadBetween(part: string, before: Work, after: Work, cores: number): Load {
  const all = after.all - before.all;
  const others = after.busy - before.busy - (after.own - before.own);
  const share = all > 0 ? Math.max(0, others) / all : 0;
  return { part, seconds: all / cores / TICKS_PER_SECOND, share };
}

/** Ticks of processes of the run that no process has waited for. */
let orphaned = 0;
/** Of the starter and all below: this process, and the display where the run has one of its own. */
const ownTicks = (): number =>
  processTree(process.ppid).reduce(
    (sum, { pid }) => sum + processTicks(textOf(`/proc/${String(pid)}/stat`)),
    0,
  );

export const workUntilNow = (): Work => ({
  ...machineTicks(readFileSync('/proc/stat', 'utf8')),
  own: ownTicks() + orphaned,
});

/**
 * Before the end of an Electron, which does not wait for its helpers.
 *
 * @returns the credit of their time, for after it
 */
export function noteHelpers(): () => void {
  const before = ownTicks();
  return () => void (orphaned += Math.max(0, before - ownTicks()));
}

/**
 * The first line of `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal; guests are
 * in user.
 */
export function machineTicks(text: string): Pick<Work, 'all' | 'busy'> {
  const found = /^cpu +([\d ]+)$/m.exec(text)?.[1]?.split(' ').map(Number).slice(0, 8);
  if (found?.length !== 8)
    throw new Error(`no processor times in /proc/stat: ${text.slice(0, 100)}`);
  const [, , , idle = 0, waiting = 0] = found;
  const all = found.reduce((sum, ticks) => sum + ticks, 0);
  return { all, busy: all - idle - waiting };
}

/** A line of `/proc/PID/stat`, with the children that have ended; 0 without one. */
export const processTicks = (text: string): number =>
  statWords(text)
    .slice(11, 15)
    .reduce((sum, ticks) => sum + Number(ticks), 0);
