/** The machine's npm, as a command. */
import { existsSync } from 'node:fs';

/**
 * npm as npm itself says it is (when a script was started by it), else the one in PATH.
 * @returns {{ command: string, args: string[] }}
 */
export function npmCommand() {
  const cli = process.env['npm_execpath'];
  if (cli !== undefined && /npm-cli\.[cm]?js$/.test(cli) && existsSync(cli))
    return { command: process.execPath, args: [cli] };
  return { command: 'npm', args: [] };
}
