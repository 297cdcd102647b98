/** Shared by the packagers: the description of the program, and calls of system tools. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SetupError } from '../scripts/lib/log.ts';
import { run, tail } from '../scripts/lib/run.ts';

/** Works in a new folder, which is removed afterwards. */
export async function inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-package-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const sha256 = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/**
 * Numbers of 32 and of 64 bits, the highest byte first; in memory the lowest one is, on all
 * processors of packages.
 */
export const u32 = (...values: number[]): Buffer =>
  Buffer.from(Uint32Array.from(values).buffer).swap32();
export const u64 = (...values: number[]): Buffer =>
  Buffer.from(BigUint64Array.from(values.map(BigInt)).buffer).swap64();

/** A UUID (RFC 9562, version 8) derived from a text. */
export function uuidOf(text: string): string {
  const hex = sha256(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** SUMMARY is one line; DESCRIPTION is a paragraph, in lines of at most 79 characters. */
export const SUMMARY = 'multi-factor login in front of a program';
export const DESCRIPTION = `Gatehouse asks a person for a second factor of an MFA service, and starts a
program only after the login. It has a window, a terminal mode and a mode
without either.`;

/**
 * Environment for reproducible output: tools use SOURCE_DATE_EPOCH as its time
 * (reproducible-builds.org).
 */
export const environmentAt = (time: Date): NodeJS.ProcessEnv => ({
  ...process.env,
  SOURCE_DATE_EPOCH: String(time.getTime() / 1000),
});

/**
 * Runs a tool that makes or signs an installer.
 *
 * @param tool command name
 * @param about `makes`: the name of the output; `from`: the Debian package of the tool
 * @returns text that the tool prints
 * @throws SetupError if the tool is missing or fails
 */
export async function runTool(
  tool: string,
  args: readonly string[],
  {
    makes,
    from,
    ...options
  }: Readonly<{ makes: string; from: string; env?: NodeJS.ProcessEnv; cwd?: string }>,
): Promise<string> {
  const { missing, code, output } = await run(tool, args, options);
  if (missing)
    throw new SetupError(`No ${makes} can be made here: ${tool} is missing.`, {
      remedy: `sudo apt-get install ${from}`,
    });
  if (code !== 0) throw new SetupError(`The ${makes} could not be made.`, { why: tail(output) });
  return output;
}
