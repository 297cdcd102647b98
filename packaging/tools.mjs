/** Shared by the installers: the system tools that make them, and their description of the program. */
import { SetupError } from '../scripts/lib/log.mjs';
import { run, tail } from '../scripts/lib/run.mjs';

/** One line, and the paragraph below it in lines of at most 79 characters. */
export const SUMMARY = 'multi-factor login in front of a program';
export const DESCRIPTION = `Gatehouse asks a person for a second factor of an MFA service, and starts a
program only after the login. It has a window, a terminal mode and a mode
without either.`;

/** For tools that take the time of their output from the environment (reproducible-builds.org). */
export const environmentAt = (/** @type {Date} */ time) => ({
  ...process.env,
  SOURCE_DATE_EPOCH: String(time.getTime() / 1000),
});

/**
 * Runs the tool that makes an installer.
 * @param {string} tool its command
 * @param {string[]} args
 * @param {{ makes: string, from: string, env?: NodeJS.ProcessEnv }} about its output, and its Debian package
 * @returns {Promise<string>} its output
 * @throws {SetupError} if it is missing or fails
 */
export async function runTool(tool, args, { makes, from, env = process.env }) {
  const { missing, code, output } = await run(tool, args, { env });
  if (missing)
    throw new SetupError(`No ${makes} can be made here: ${tool} is missing.`, {
      remedy: `sudo apt-get install ${from}`,
    });
  if (code !== 0) throw new SetupError(`The ${makes} could not be made.`, { why: tail(output) });
  return output;
}
