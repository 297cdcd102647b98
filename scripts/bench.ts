/**
 * `npm run bench`: the costs of Gatehouse, compared with a bare Electron in the same run
 * (docs/performance.md). A table here, every figure in out/bench/bench.json. Options: `--runs N`
 * (60) logins through the gate, `--quick` for a few. `--plots` and `--history` keep the last run in
 * docs/, without another one; `--trace-startup` prints the phases of a start.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { print } from './lib/log.ts';
import { inRoot } from './lib/paths.ts';
import { runInForeground } from './lib/run.ts';
import { buildForPackages } from './build/build-product.ts';
import { locked } from './lib/lock.ts';
import { main } from './lib/main.ts';
import { runOnDisplay } from '../lab/window.ts';

const USAGE = `npm run bench -- [--runs N | --quick]   N: 1 to 1000 logins through the gate; 60 without it
npm run bench -- --plots --history   the last run's picture in docs/performance, its line in the history
npm run bench -- --trace-startup   the phases of one start on one time line`;
const QUICK = 5;

await main(async () => {
  const asked = options();
  if (asked === undefined) {
    print(USAGE);
    return 64;
  }
  const { runs, kept, isTraced } = asked;
  if (kept.length > 0) {
    return runInForeground(process.execPath, [inRoot('scripts', 'bench', 'keep.ts'), ...kept]);
  }
  const load = String(loadavg()[0]);
  await locked(buildForPackages);
  // A separate display: other windows must not influence the result.
  const file = inRoot('scripts', 'bench', isTraced ? 'trace-startup.ts' : 'main.ts');
  return runOnDisplay([file, String(runs), load], { preferVirtual: true });
});

/**
 * The number of runs, the parts of the last run to keep, and whether a start is traced; undefined
 * for other options.
 */
function options() {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: 'string', default: '60' },
        quick: { type: 'boolean', default: false },
        plots: { type: 'boolean', default: false },
        history: { type: 'boolean', default: false },
        'trace-startup': { type: 'boolean', default: false },
      },
    });
    const runs = values.quick ? QUICK : Number(values.runs);
    const kept = (['plots', 'history'] as const).filter((option) => values[option]);
    return Number.isInteger(runs) && runs >= 1 && runs <= 1000
      ? { runs, kept, isTraced: values['trace-startup'] }
      : undefined;
  } catch {
    return undefined;
  }
}
