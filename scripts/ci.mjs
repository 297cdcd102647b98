/**
 * CI: the subjects of new commits, `npm test`, then `npm run soak` with fewer histories: 60 minutes at most on two quiet
 * cores. Ends with one closing line for all, `N passed, N failed`, and with 0 if all passed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { inRoot, root } from './lib/paths.mjs';
import { endingWithUs, run } from './lib/run.mjs';
import { closingLine, isGood, total } from './lib/summary.mjs';

const CLOSING = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;

/** Again at the end, which a cut log keeps. @type {string[]} */
const failures = [];
const results = [await subjects()];
for (const script of ['test', 'soak']) results.push(await resultOf(script));
const counts = total(results);
console.log(['', ...failures, closingLine(counts)].join('\n'));
process.exitCode = isGood(counts) ? 0 : 1;

/** @returns {Promise<import('./lib/summary.mjs').Counts>} */
async function subjects() {
  const { code, output } = await run(process.execPath, [inRoot('scripts', 'commit-subjects.mjs')]);
  console.log(output.trimEnd());
  return { ...total([]), [code === 0 ? 'passed' : 'failed']: 1 };
}

/**
 * Runs a script and passes on its lines but the closing one.
 *
 * @param {string} script of npm
 * @returns {Promise<import('./lib/summary.mjs').Counts>} a script that ended badly without a failure counts as one
 */
async function resultOf(script) {
  let counts = total([]);
  const child = spawn(...endingWithUs('npm', ['run', '--silent', script]), {
    cwd: root,
    env: { GATEHOUSE_SOAK_HISTORIES: '300000', ...process.env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const [, passed, failed, skipped = '0'] = CLOSING.exec(line) ?? [];
    if (/^✗ [^ ]+:/.test(line)) failures.push(line);
    if (passed === undefined) console.log(line);
    else counts = { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
  }
  const [code] = await ended;
  console.log(`${script}: ${counts.passed} of ${counts.passed + counts.failed} passed, exit code ${code}`);
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
