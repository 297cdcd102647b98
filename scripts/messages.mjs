/** `node scripts/messages.mjs`: prints faults in the files of messages, by file and key. A part of `npm run check`. */
import { main, runScript } from './setup/prepare.mjs';

await main(() => runScript('scripts/lib/print-message-faults.mjs'));
