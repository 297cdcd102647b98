/**
 * CI: the subjects of new commits, `npm test`, then `npm run soak`: 60 minutes at most on two quiet cores. Ends with one
 * closing line for all, `N passed, N failed`, and with 0 if all passed.
 */
import { inRoot, root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { closingLine, isGood, total } from './lib/summary.mjs';

/** The closing line of a script. */
const CLOSING = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/;

const results = [await subjects()];
for (const script of ['test', 'soak']) results.push(await resultOf(script));
const counts = total(results);
console.log(`\n${closingLine(counts)}`);
process.exitCode = isGood(counts) ? 0 : 1;

/** @returns {Promise<import('./lib/summary.mjs').Counts>} */
async function subjects() {
  const { code, output } = await run(process.execPath, [inRoot('scripts', 'commit-subjects.mjs')], {
    cwd: root,
  });
  console.log(output.trimEnd());
  return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/**
 * Runs a script and passes on its lines but the closing one.
 *
 * @param {string} script of npm
 * @returns {Promise<import('./lib/summary.mjs').Counts>} a script that ended badly without a failure counts as one
 */
async function resultOf(script) {
  let counts = { passed: 0, failed: 0, skipped: 0 };
  let rest = '';
  const onOutput = (/** @type {string} */ text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [, passed, failed, skipped = '0'] = CLOSING.exec(line) ?? [];
      if (passed === undefined) console.log(line);
      else counts = { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
    }
  };
  const { code } = await run('npm', ['run', '--silent', script], { cwd: root, onOutput, tied: 'TERM' });
  console.log(
    `${rest}\n${script}: ${counts.passed} of ${counts.passed + counts.failed} passed, exit code ${code}`,
  );
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}
