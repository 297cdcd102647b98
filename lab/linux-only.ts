/**
 * Refusal of scripts that know the displays of Linux alone, with the commands that work on other
 * systems.
 */
import { SetupError } from '../scripts/lib/log.ts';

const NAMES: Readonly<Record<string, string>> = { darwin: 'macOS', win32: 'Windows' };
/**
 * Through Node: cmd takes no path with `/` for a command, and PowerShell takes `--` out of the
 * arguments of npm's own scripts.
 */
const REMEDY =
  'npm ci, npm run build, node node_modules/electron/cli.js . -- --config FILE; node emulator/main.ts is a service to log in to';
const BEFORE_ON_WINDOWS =
  'with gatehouse-system.exe beside electron.exe (docs/known-issues.md, "Only a real Windows shows"): ';

/** @throws {SetupError} on every other system */
export function requireLinux() {
  const { platform } = process;
  if (platform === 'linux') return;
  const name = NAMES[platform] ?? platform;
  throw new SetupError(`npm start, and other scripts that open a window, do not work on ${name}.`, {
    why: 'they know the displays of Linux alone',
    remedy: `${platform === 'win32' ? BEFORE_ON_WINDOWS : ''}${REMEDY}`,
  });
}
