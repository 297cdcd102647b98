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
import { HOST, nameOf } from '../packaging/targets.mjs';
import { packedFor } from './setup/pack-steps.mjs';
import { main, prepare } from './setup/prepare.mjs';

const OPTIONS = ['--win', '--mac', '--inspect'];
const MACS = /** @type {const} */ ([
  { platform: 'darwin', arch: 'x64' },
  { platform: 'darwin', arch: 'arm64' },
]);

await main(async () => {
  const options = process.argv.slice(2);
  const [option, ...more] = options;
  if (more.length > 0 || (option !== undefined && !OPTIONS.includes(option))) {
    say(`npm run package [-- ${OPTIONS.join(' | ')}]: there is no ${options.join(' ')}`);
    return 64;
  }
  if (option === '--win')
    return packageFor('package for windows', [{ platform: 'win32', arch: 'x64' }]);
  if (option === '--mac') return packageFor('package for mac', MACS);
  const isInspectable = option === '--inspect';
  const key = await findSigningKey(process.env);
  if (isInspectable && key !== undefined)
    throw new SetupError('A program that can be debugged is not signed.', {
      remedy: 'unset GATEHOUSE_SIGNING_KEY',
    });
  const { electron } = await prepare('electron');
  const warning = electron && requireSupport(electron, new Date());
  if (warning) say(`! ${warning}`);
  const { node } = await prepare('package');
  const packaged = packedFor(HOST);
  if (isInspectable) {
    // With its packages, which only set-up has installed.
    const { makeInspectable } = await import('../packaging/inspectable.mjs');
    console.log(path.relative(process.cwd(), path.dirname(await makeInspectable(packaged))));
    return 0;
  }
  console.log(path.relative(process.cwd(), packaged.folder));
  if (process.platform !== 'linux') return 0;
  return makeInstallers(node, packaged, HOST);
});

/**
 * The installers for other systems than this one.
 * @param {'package for windows' | 'package for mac'} level
 * @param {readonly import('../packaging/targets.mjs').Target[]} targets
 * @returns {Promise<number>} the exit code
 */
async function packageFor(level, targets) {
  await findSigningKey(process.env);
  const { node } = await prepare(level);
  for (const target of targets) {
    const packed = packedFor(target);
    requireSupport(packed, new Date());
    console.log(path.relative(process.cwd(), packed.folder));
    const code = await makeInstallers(node, packed, target);
    if (code !== 0) return code;
  }
  return 0;
}

/** @returns {Promise<number>} the exit code */
function makeInstallers(
  /** @type {string} */ node,
  /** @type {{ folder: string, version: string, wanted: string }} */ packed,
  /** @type {import('../packaging/targets.mjs').Target} */ target,
) {
  const { version } = readJson(inRoot('package.json'));
  // `~` sorts before the release itself: a package for tests is replaced by it.
  const isRelease = packed.version === packed.wanted;
  const named = isRelease ? version : `${version}~electron${Number.parseInt(packed.version, 10)}`;
  const script = inRoot('packaging', 'make.ts');
  const args = [script, packed.folder, named, nameOf(target), ...(isRelease ? [] : ['--fast'])];
  return runInForeground(node, args);
}
