/**
 * The signer of programs for macOS on Linux, from the crate `apple-codesign`. cargo compiles its
 * pinned version with its own lock file, without root. Where there is no cargo, it must be in the
 * PATH.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { longStep, SetupError } from '../../scripts/lib/log.ts';
import { inToolchain } from '../../scripts/lib/paths.ts';
import { run, tail } from '../../scripts/lib/run.ts';

const VERSION = '0.29.0';
const CRATE = ['apple-codesign', '--version', VERSION, '--locked', '--no-default-features'];
const folder = inToolchain(`rcodesign-${VERSION}`);
const own = path.join(folder, 'bin', 'rcodesign');

/** The program to call. */
export const rcodesign = (): string => (existsSync(own) ? own : 'rcodesign');

/**
 * Compiles the signer, where it is not here.
 *
 * @throws SetupError
 */
export async function provideRcodesign(): Promise<void> {
  if (existsSync(own) || (await run('rcodesign', ['--version'])).code === 0) return;
  await longStep(
    `compiling rcodesign ${VERSION}, which signs for macOS (ten minutes)`,
    async () => {
      const words = ['install', ...CRATE, '--root', folder];
      const { missing, code, output } = await run('cargo', words, { endsWithUs: 'TERM' });
      const remedy = `install Rust 1.81 or later, or rcodesign: cargo install ${CRATE.join(' ')}`;
      if (missing)
        throw new SetupError('Signing for macOS is impossible: cargo is missing.', { remedy });
      if (code !== 0 || !existsSync(own))
        throw new SetupError('rcodesign could not be compiled.', { why: tail(output, 8), remedy });
    },
  );
}
