/** The machine's npm. */
import { existsSync } from 'node:fs';
import { run } from '../lib/run.mjs';

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

/**
 * Installs the packages of a lock file.
 * @param {string} cwd not by --prefix: npm would look for the machine's own npmrc below that folder, and lose its authorities
 * @param {string[]} flags
 * @param {{ node?: string, env?: NodeJS.ProcessEnv }} [options] `node`: for an npm that is a script
 */
export function npmCi(cwd, flags, { node = process.execPath, env = process.env } = {}) {
  const { command, args } = npmCommand();
  const common = ['ci', '--include=optional', '--loglevel=warn', '--no-fund', '--no-audit'];
  return run(args.length === 0 ? command : node, [...args, ...common, ...flags], { cwd, env, tied: 'KILL' });
}
