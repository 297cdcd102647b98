import { cleaned } from '../frontends/terminal/clean-text.ts';
import { inTerminalCharset } from '../frontends/terminal/terminal-output.ts';

/** Prints a line of the program on standard error. */
export function printMessage(message: string): void {
  // Text from the service could move the cursor, or imitate a line of the program.
  process.stderr.write(`gatehouse: ${inTerminalCharset(cleaned(message))}\n`);
}
