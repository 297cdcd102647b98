/** Prints what is wrong in the files of messages, a line each; ends with 1 where anything is. */
import { messageFaults } from './message-faults.mjs';

const faults = messageFaults();
console.log(faults.length === 0 ? 'No fault in the messages.' : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;
