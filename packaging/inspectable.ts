/**
 * A copy of the packaged program that Playwright can drive: the fuse that shuts the inspector out
 * is turned, no more.
 */
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';

/**
 * The suffix of the copy's name. A user who can start the copy can read and change everything in
 * it.
 */
const ENDING = '-inspect-do-not-ship';

/**
 * Makes the copy.
 *
 * @param copy the folder to make, or to replace; by default beside the program
 * @returns the copy's executable
 */
export async function makeInspectable(
  { folder, executable }: Readonly<{ folder: string; executable: string }>,
  copy = folder + ENDING,
): Promise<string> {
  rmSync(copy, { recursive: true, force: true });
  cpSync(folder, copy, { recursive: true });
  const binary = path.join(copy, path.relative(folder, executable));
  await flipFuses(binary, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  });
  return binary;
}
