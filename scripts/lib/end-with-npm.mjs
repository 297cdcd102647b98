/**
 * Ends a script when its npm ends. npm forwards SIGINT and SIGTERM to the shell that runs the script, and this shell
 * may die or wait. (`npm start` and `npm run dev` use `exec`, so they have no shell.) npm cannot forward SIGHUP or
 * SIGKILL. An orphaned script, or the child of an orphaned shell, gets no signal; so the script checks for npm.
 */
import { readText } from './stamp.mjs';

const LOOK_MS = 250;
/** Limit of the shells between npm and its script: npm's own, and those that a person added. */
const MOST_SHELLS = 3;

/** Sends SIGTERM to this process when npm, or a shell between them, has ended. Has no effect without npm. */
export function endWithNpm() {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const line = lineToNpm().join();
  const timer = setInterval(() => {
    // An orphaned process gets a new parent.
    if (lineToNpm().join() === line) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS);
  timer.unref();
}

/**
 * Process ids from the parent up to npm. Only a shell that runs one command (`sh -c`) leads on to its own parent.
 * @returns {number[]}
 */
function lineToNpm(pid = process.ppid, mostShells = MOST_SHELLS) {
  const parent = mostShells > 0 && runsOneCommand(pid) ? parentOf(pid) : undefined;
  return parent === undefined ? [pid] : [pid, ...lineToNpm(parent, mostShells - 1)];
}

const runsOneCommand = (/** @type {number} */ pid) =>
  readText(`/proc/${pid}/cmdline`)?.split('\0')[1] === '-c';

/** The id of a process's parent; undefined if `/proc` does not show it. */
function parentOf(/** @type {number} */ pid) {
  // Skip the process name before these fields: it ends with the last bracket, and may contain any character.
  const found = /^.*\) \S (\d+) /s.exec(readText(`/proc/${pid}/stat`) ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}
