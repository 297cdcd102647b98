/** npm runs it before `npm start`: cmd on Windows does not know the `exec` in its command. */
import { requireLinux } from './lib/linux-only.mjs';
import { reportFailure } from './lib/log.mjs';

try {
  requireLinux();
} catch (error) {
  process.exitCode = reportFailure(error);
}
