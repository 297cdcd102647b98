/** Refusal of scripts that know the displays of Linux alone, with the commands that work on other systems. */
import { SetupError } from './log.mjs';

/** Through Node: cmd takes no path with `/` for a command, and PowerShell takes `--` out of the arguments of npm's own scripts. */
const START = 'npm ci, node scripts/build.mjs, node node_modules/electron/cli.js . -- --config FILE';
const SERVICE = 'npm run emulator is a service to log in to';

/** @type {Record<string, { name: string, remedy: string } | undefined>} */
const OTHERS = {
  darwin: { name: 'macOS', remedy: `${START}; ${SERVICE}` },
  win32: {
    name: 'Windows',
    remedy: `with gatehouse-system.exe beside electron.exe (docs/known-issues.md, "Only a real Windows shows"): ${START}; ${SERVICE}`,
  },
};

/** @throws {SetupError} on every other system */
export function requireLinux() {
  if (process.platform === 'linux') return;
  const { name, remedy } = OTHERS[process.platform] ?? {
    name: process.platform,
    remedy: `${START}; ${SERVICE}`,
  };
  throw new SetupError(`npm start, and other scripts that open a window, do not work on ${name}.`, {
    why: 'they know the displays of Linux alone',
    remedy,
  });
}
