/** Refuses `npm start` outside Linux. A separate script, because cmd has no `exec`. */
import { reportFailure, SetupError } from './log.mjs';

const { platform } = process;
if (platform !== 'linux') {
  const name = { darwin: 'macOS', win32: 'Windows' }[/** @type {string} */ (platform)] ?? platform;
  process.exitCode = reportFailure(
    new SetupError(`npm start does not work on ${name}.`, {
      why: 'it knows the displays of Linux alone',
      remedy:
        'npm ci, node scripts/build.mjs, node_modules/.bin/electron . -- --config FILE (docs/known-issues.md); npm run emulator is a service to log in to',
    }),
  );
}
