/**
 * `node scripts/docs.mjs`: writes the parts of docs/ that are generated from the code: the schemas and the marked
 * tables. `--check` only compares, and exits with 1 if a part is out of date (tests/contract/documents.test.ts).
 */
import { inRoot, root } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  const context = await prepare('packages');
  // A process of its own: only the Node that set-up found is sure to read the TypeScript that the tables come from.
  return runInForeground(
    context.node,
    [inRoot('scripts', 'docs', 'generate.mjs'), ...process.argv.slice(2)],
    {
      cwd: root,
    },
  );
});
