/** A copy of the packaged program that Playwright can drive: the fuse that shuts the inspector out is turned, no more. */
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';

/** The suffix of the copy's name. A user who can start the copy can read and change everything in it. */
const ENDING = '-inspect-do-not-ship';

/** Where the copy of a packaged program is put by default: beside it. */
export const inspectableOf = (/** @type {string} */ folder) => `${folder}${ENDING}`;

/**
 * Makes the copy.
 * @param {{ folder: string, executable: string }} packaged
 * @param {string} [copy] the folder to make, or to replace
 * @returns {Promise<string>} the copy's executable
 */
export async function makeInspectable({ folder, executable }, copy = inspectableOf(folder)) {
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  const binary = path.join(copy, path.relative(folder, executable));
  await flipFuses(binary, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true });
  return binary;
}
