/**
 * npm passes SIGINT and SIGTERM on to the shell between it and its script, and that shell may die of them or wait (`npm
 * start` has none: it says `exec`); SIGHUP and SIGKILL it cannot pass on. The script is then an orphan, or the child of
 * one, out of npm's reach; so it checks for itself.
 */
import { readText } from './stamp.mjs';

const LOOK_MS = 250;
/** npm, a shell, and one that a person put between. */
const MOST_SHELLS = 3;

/** Ends this process as by SIGTERM when the npm that started it is gone. Without npm it has no effect. */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const line = lineToNpm();
  const timer = setInterval(() => {
    if (isWhole(line)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}

/** This process's parent and, where that is a shell that runs one command, the parent of that: npm comes last. */
function lineToNpm() {
  const line = [process.ppid];
  for (let pid = process.ppid; line.length <= MOST_SHELLS && runsOneCommand(pid);) {
    const parent = parentOf(pid);
    if (parent === undefined) break;
    line.push(parent);
    pid = parent;
  }
  return line;
}

/** Whether each is still the parent of the one before it: an orphan is handed to another. */
function isWhole(/** @type {readonly number[]} */ line) {
  return line.every((pid, index) => {
    const child = line[index - 1];
    return (child === undefined ? process.ppid : parentOf(child)) === pid;
  });
}

const runsOneCommand = (/** @type {number} */ pid) =>
  readText(`/proc/${pid}/cmdline`)?.split('\0')[1] === '-c';

/** The parent of a process, where the system shows it. */
function parentOf(/** @type {number} */ pid) {
  // The name before it stands in brackets, and may hold anything.
  const found = /^.*\) \S (\d+) /s.exec(readText(`/proc/${pid}/stat`) ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}
