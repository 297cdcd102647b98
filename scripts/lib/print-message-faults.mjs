/** Prints what is wrong in the files of messages, a line each; 1 where anything is. */
import { messageFaults } from './message-faults.mjs';

const faults = messageFaults();
for (const fault of faults) console.log(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
