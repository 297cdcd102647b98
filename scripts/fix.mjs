/** `npm run fix`: repairs findings of `npm run check` (lint, format), and updates the generated documents. */
import { longStep, say } from './lib/log.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { main, prepare } from './setup/prepare.mjs';

const inModules = (/** @type {string[]} */ ...parts) => inRoot('node_modules', ...parts);

/** In this order: the output of the others is formatted last. */
const STEPS = [
  { name: 'lint', args: [inModules('oxlint', 'bin', 'oxlint'), '--fix', '.'] },
  { name: 'documents', args: [inRoot('scripts', 'docs', 'generate.ts')] },
  { name: 'format', args: [inModules('oxfmt', 'bin', 'oxfmt'), '.'] },
];

await main(async () => {
  const { node, env } = await prepare('packages');
  let exitCode = 0;
  for (const { name, args } of STEPS) {
    const { code, output } = await longStep(name, () => run(node, args, { cwd: root, env }));
    if (output !== '') say(output.trimEnd());
    if (code !== 0) exitCode = 1;
  }
  return exitCode;
});
