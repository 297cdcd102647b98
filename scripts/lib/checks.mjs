/** The parts of `npm run check`. Each part is a command that ends with 0 when all is well. */
import { availableParallelism } from 'node:os';
import { elapsed } from './log.mjs';
import { inRoot, root } from './paths.mjs';
import { run } from './run.mjs';

const bin = (/** @type {string[]} */ ...parts) => inRoot('node_modules', ...parts);

const TESTS = ['layers', 'rooms'].map((name) => `tests/unit/${name}.test.ts`);
const LAYERS = ['--project', 'unit', ...TESTS, '--reporter', 'dot'];

/** The slow ones first. @type {readonly { name: string, args: string[] }[]} */
const PARTS = [
  // Every side that tsconfig.json refers to.
  { name: 'types', args: [bin('typescript-native', 'bin', 'tsc'), '--build', '--noEmit'] },
  { name: 'lint', args: [bin('oxlint', 'bin', 'oxlint'), '.'] },
  { name: 'format', args: [bin('oxfmt', 'bin', 'oxfmt'), '--check', '.'] },
  { name: 'messages', args: [inRoot('scripts', 'messages.mjs')] },
  { name: 'layers', args: [bin('vitest', 'vitest.mjs'), 'run', ...LAYERS] },
  { name: 'commits', args: [inRoot('scripts', 'commit-subjects.mjs')] },
];

/** A part that cannot judge here prints its reason so, and ends with 0. */
const SKIPPED = /^skipped: (.+)$/m;

/**
 * @typedef {{ name: string, ok: boolean, skipped: string | undefined, output: string, time: string }} CheckResult
 * `skipped`: the reason why it judged nothing
 */

/**
 * Runs all parts, as many at once as there are cores.
 * @param {import('../setup/prepare.mjs').Context} context
 * @param {(result: CheckResult) => void} onResult
 * @returns {Promise<CheckResult[]>}
 */
export async function runChecks(context, onResult) {
  const waiting = [...PARTS];
  /** @type {CheckResult[]} */
  const results = [];
  const work = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      const startedAt = Date.now();
      const { code, output } = await run(context.node, part.args, {
        cwd: root,
        env: context.env,
        tied: 'TERM',
      });
      const ok = code === 0;
      const skipped = ok ? SKIPPED.exec(output)?.[1] : undefined;
      const result = { name: part.name, ok, skipped, output, time: elapsed(startedAt) };
      results.push(result);
      onResult(result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return results;
}
