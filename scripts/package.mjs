/**
 * `npm run package`: the program of this platform in release/, unpacked; on Linux also the installers, SBOM, licence
 * list and checksums, signed if GATEHOUSE_SIGNING_KEY names a key. Made with the Electron of package.json; if that is
 * unavailable, with the installed one, and then the names say that it is for tests only.
 *
 * `npm run package -- --win`: the program for Windows as zip, setup.exe and MSI, on Linux.
 *
 * `npm run package -- --mac`: the application for macOS, for both processors, as zip and disk image, on Linux.
 *
 * `npm run package -- --inspect`: only a copy of the program that Playwright can drive. It is not packed or signed.
 */
import path from 'node:path';
import { say, SetupError } from './lib/log.mjs';
import { inRoot } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';
import { readJson } from './lib/stamp.mjs';
import { requireSupport } from '../packaging/electron-support.mjs';
import { findSigningKey } from '../packaging/signing.mjs';
import { packedFor } from './setup/pack-steps.mjs';
import { main, prepare } from './setup/prepare.mjs';

const OPTIONS = ['--win', '--mac', '--inspect'];

await main(async () => {
  const options = process.argv.slice(2);
  const [option, ...more] = options;
  if (more.length > 0 || (option !== undefined && !OPTIONS.includes(option))) {
    say(`npm run package [-- ${OPTIONS.join(' | ')}]: there is no ${options.join(' ')}`);
    return 64;
  }
  if (option === '--win') return packageForWindows();
  if (option === '--mac') return packageForMac();
  const isInspectable = option === '--inspect';
  const key = await findSigningKey(process.env);
  if (isInspectable && key !== undefined)
    throw new SetupError('A program that can be debugged is not signed.', {
      remedy: 'unset GATEHOUSE_SIGNING_KEY',
    });
  const { electron } = await prepare('electron');
  const warning = electron && requireSupport(electron, new Date());
  if (warning) say(`! ${warning}`);
  const { node, packaged } = await prepare('package');
  if (packaged === undefined) throw new Error('set-up ended without a package');
  if (isInspectable) {
    // With its packages, which only set-up has installed.
    const { makeInspectable } = await import('../packaging/inspectable.mjs');
    console.log(path.relative(process.cwd(), path.dirname(await makeInspectable(packaged))));
    return 0;
  }
  console.log(path.relative(process.cwd(), packaged.folder));
  if (process.platform !== 'linux') return 0;
  return makeInstallers(node, packaged, []);
});

/** @returns {Promise<number>} the exit code */
async function packageForWindows() {
  await findSigningKey(process.env);
  const { node } = await prepare('package for windows');
  const packed = packedFor({ platform: 'win32', arch: 'x64' });
  requireSupport(packed, new Date());
  console.log(path.relative(process.cwd(), packed.folder));
  return makeInstallers(node, packed, ['--win']);
}

/** @returns {Promise<number>} the exit code */
async function packageForMac() {
  await findSigningKey(process.env);
  const { node } = await prepare('package for mac');
  for (const arch of /** @type {const} */ (['x64', 'arm64'])) {
    const packed = packedFor({ platform: 'darwin', arch });
    requireSupport(packed, new Date());
    console.log(path.relative(process.cwd(), packed.folder));
    const code = await makeInstallers(node, packed, [`--mac=${arch}`]);
    if (code !== 0) return code;
  }
  return 0;
}

/** @returns {Promise<number>} the exit code */
function makeInstallers(
  /** @type {string} */ node,
  /** @type {{ folder: string, version: string, wanted: string }} */ packed,
  /** @type {string[]} */ options,
) {
  const { version } = readJson(inRoot('package.json'));
  // `~` sorts before the release itself: a package for tests is replaced by it.
  const versionArgs =
    packed.version === packed.wanted
      ? [version]
      : [`${version}~electron${Number.parseInt(packed.version, 10)}`, '--fast'];
  const script = inRoot('packaging', 'make.mjs');
  return runInForeground(node, [script, packed.folder, ...versionArgs, ...options]);
}
