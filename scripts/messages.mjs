/** `node scripts/messages.mjs`: names what is wrong in the files of messages, by file and key. A part of `npm run check`. */
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  await prepare('packages');
  const { messageFaults } = await import('./lib/message-faults.mjs');
  const faults = messageFaults();
  for (const fault of faults) console.log(fault);
  return faults.length === 0 ? 0 : 1;
});
