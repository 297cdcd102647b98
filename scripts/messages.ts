/** Prints the faults in the files of messages, a line each; ends with 1 if there are any. */
import { messageFaults } from './messages/message-faults.ts';

const faults = messageFaults();
console.log(faults.length === 0 ? 'No fault in the messages.' : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;
