/** `node scripts/messages.mjs`: prints faults in the files of messages, by file and key. A part of `npm run check`. */
import { inRoot } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  const { node } = await prepare('packages');
  // A process of its own: only the Node that set-up found is sure to read the TypeScript that measures the messages.
  return runInForeground(node, [inRoot('scripts', 'lib', 'print-message-faults.mjs')]);
});
