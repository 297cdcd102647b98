/** Shared by the packagers: the description of the program, and calls of system tools. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { SetupError } from '../scripts/lib/log.ts';
import { run, tail } from '../scripts/lib/run.ts';

/**
 * Works in a new folder, which is removed afterwards.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 */
export async function inWorkFolder(work) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-package-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export const sha256 = (/** @type {string | Buffer} */ content) =>
  createHash('sha256').update(content).digest('hex');

/** Numbers of 32 and of 64 bits, the highest byte first; in memory the lowest one is, on all processors of packages. */
export const u32 = (/** @type {number[]} */ ...values) =>
  Buffer.from(Uint32Array.from(values).buffer).swap32();
export const u64 = (/** @type {number[]} */ ...values) =>
  Buffer.from(BigUint64Array.from(values.map(BigInt)).buffer).swap64();

/** A UUID (RFC 9562, version 8) derived from a text. */
export function uuidOf(/** @type {string} */ text) {
  const hex = sha256(text);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

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
 * @param {{ makes: string, from: string, env?: NodeJS.ProcessEnv, cwd?: string }} about name of the output, Debian package
 * @returns {Promise<string>} text that the tool prints
 * @throws {SetupError} if the tool is missing or fails
 */
export async function runTool(tool, args, { makes, from, ...options }) {
  const { missing, code, output } = await run(tool, args, options);
  if (missing)
    throw new SetupError(`No ${makes} can be made here: ${tool} is missing.`, {
      remedy: `sudo apt-get install ${from}`,
    });
  if (code !== 0) throw new SetupError(`The ${makes} could not be made.`, { why: tail(output) });
  return output;
}
