/**
 * Where things are in a checkout. Everything that set-up makes lies in `.toolchain/`, everything
 * that a run leaves in `out/`.
 */
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

/** A path inside the checkout. */
export const inRoot = (...parts: string[]) => path.join(root, ...parts);

/** A path inside `.toolchain/`. */
export const inToolchain = (...parts: string[]) => path.join(root, '.toolchain', ...parts);

/** A path inside `out/`. */
export const inOut = (...parts: string[]) => path.join(root, 'out', ...parts);
