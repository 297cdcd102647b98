/**
 * `npm run bench`: the costs of Gatehouse, compared with a bare Electron in the same run (docs/performance.md). A table
 * here, every figure in out/bench/bench.json. Options: `--runs N` (60) logins through the gate, `--quick` for a few.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { say } from './lib/log.mjs';
import { inRoot } from './lib/paths.mjs';
import { main, prepare } from './setup/prepare.mjs';
import { runOnDisplay } from './setup/window-place.mjs';

const USAGE = 'npm run bench -- [--runs N | --quick]   N: 1 to 1000 logins through the gate; 60 without it';
const QUICK = 5;

await main(async () => {
  const runs = runsAsked();
  if (runs === undefined) {
    say(USAGE);
    return 64;
  }
  const load = String(loadavg()[0]);
  await prepare('package build');
  // A separate display: other windows must not influence the result.
  return runOnDisplay([inRoot('scripts', 'bench', 'main.ts'), String(runs), load], { preferVirtual: true });
});

/** How many, or undefined where it is not understood. */
function runsAsked() {
  try {
    const { values } = parseArgs({
      options: { runs: { type: 'string', default: '60' }, quick: { type: 'boolean', default: false } },
    });
    const runs = values.quick ? QUICK : Number(values.runs);
    return Number.isInteger(runs) && runs >= 1 && runs <= 1000 ? runs : undefined;
  } catch {
    return undefined;
  }
}
