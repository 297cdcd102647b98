/** Shared by the packagers: the description of the program, and calls of system tools. */
import { SetupError } from '../scripts/lib/log.mjs';
import { run, tail } from '../scripts/lib/run.mjs';

/** SUMMARY is one line; DESCRIPTION is a paragraph, in lines of at most 79 characters. */
export const SUMMARY = 'multi-factor login in front of a program';
export const DESCRIPTION = `Gatehouse asks a person for a second factor of an MFA service, and starts a
program only after the login. It has a window, a terminal mode and a mode
without either.`;

/** Environment for reproducible output: tools use SOURCE_DATE_EPOCH as its time (reproducible-builds.org). */
export const environmentAt = (/** @type {Date} */ time) => ({
  ...process.env,
  SOURCE_DATE_EPOCH: String(time.getTime() / 1000),
});

/**
 * Runs a tool that makes or signs an installer.
 * @param {string} tool command name
 * @param {string[]} args
 * @param {{ makes: string, from: string, env?: NodeJS.ProcessEnv }} about name of the output, Debian package
 * @returns {Promise<string>} text that the tool prints
 * @throws {SetupError} if the tool is missing or fails
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
