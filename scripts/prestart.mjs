/** npm runs it before `npm start`, whose command cmd does not know (`exec`). */
import { requireLinux } from './lib/linux-only.mjs';
import { reportFailure } from './lib/log.mjs';

try {
  requireLinux();
} catch (error) {
  process.exitCode = reportFailure(error);
}
