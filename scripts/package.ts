/**
 * `npm run package`: the program of this platform in release/, unpacked; on Linux also the
 * installers, SBOM, licence list and checksums, signed if GATEHOUSE_SIGNING_KEY names a key. Made
 * with the Electron of package.json; if that is unavailable, with the installed one, and then the
 * names say that it is for tests only.
 *
 * `npm run package -- --cli`: the packages for servers, with Node in the place of Electron, for
 * both processors of Linux.
 *
 * `npm run package -- --win`: the program for Windows as zip, setup.exe and MSI, on Linux.
 *
 * `npm run package -- --mac`: the application for macOS, for both processors, as zip and disk
 * image, on Linux.
 *
 * For Windows and macOS `GATEHOUSE_ELECTRON_ZIPS` names a folder with the zip files of Electron's
 * release; without it the packages have an older Electron, and are for tests only.
 *
 * `npm run package -- --inspect`: only a copy of the program that Playwright can drive. It is not
 * packed or signed.
 */
import path from 'node:path';
import { provideElectron } from '../lab/electron.ts';
import { makeInspectable } from '../packaging/inspectable.ts';
import { makeRelease } from '../packaging/make.ts';
import { pinnedNode } from '../packaging/linux/node.ts';
import { requireSupport } from '../packaging/runtime-support.ts';
import { findSigningKey } from '../packaging/signing.ts';
import { CLI_TARGETS, HOST, type Target } from '../packaging/targets.ts';
import { conformanceReport } from './docs/accessibility/conformance.ts';
import { ownPackage } from './lib/package-files.ts';
import { locked } from './lib/lock.ts';
import { print, SetupError } from './lib/log.ts';
import { main } from './lib/main.ts';
import { providePackagers } from './package/packagers.ts';
import { packCli } from './package/cli.ts';
import { packHost, packMac, packWindows, type Packaged } from './package/unpacked.ts';

const OPTIONS = ['--cli', '--win', '--mac', '--inspect'];

await main(async () => {
  const options = process.argv.slice(2);
  const [option, ...more] = options;
  if (more.length > 0 || (option !== undefined && !OPTIONS.includes(option))) {
    print(`npm run package [-- ${OPTIONS.join(' | ')}]: there is no ${options.join(' ')}`);
    return 64;
  }
  // The installers are made of what was packed: no other set-up may replace it meanwhile.
  return locked(() => make(option));
});

async function make(option: string | undefined): Promise<number> {
  const key = await findSigningKey(process.env);

  if (option === '--cli') {
    for (const { arch } of CLI_TARGETS) {
      const { version } = pinnedNode(arch);
      const warning = requireSupport('Node', { version, wanted: version }, new Date());
      if (warning) print(`! ${warning}`);
    }
    for (const { folder, target } of await packCli()) {
      await makeFiles(folder, productVersion(), { target });
    }
    return 0;
  }

  if (option === '--win') {
    await makeInstallers(await packWindows(), { platform: 'win32', arch: 'x64' });
    return 0;
  }

  if (option === '--mac') {
    const [x64, arm64] = await packMac();
    await makeInstallers(x64, { platform: 'darwin', arch: 'x64' });
    await makeInstallers(arm64, { platform: 'darwin', arch: 'arm64' });
    return 0;
  }

  const isInspectable = option === '--inspect';
  if (isInspectable && key !== undefined)
    throw new SetupError('A program that can be debugged is not signed.', {
      remedy: 'unset GATEHOUSE_SIGNING_KEY',
    });
  const warning = requireSupport('Electron', await provideElectron(), new Date());
  if (warning) print(`! ${warning}`);
  await providePackagers();
  const packed = await packHost();
  if (isInspectable)
    console.log(path.relative(process.cwd(), path.dirname(await makeInspectable(packed))));
  else await makeInstallers(packed, HOST);
  return 0;
}

/** Prints the folder of an unpacked program with Electron, and makes its installers. */
async function makeInstallers(packed: Packaged, target: Target): Promise<void> {
  if (target !== HOST) requireSupport('Electron', packed, new Date());
  const version = productVersion();
  // `~` sorts before the release itself: a package for tests is replaced by it.
  const isRelease = packed.version === packed.wanted;
  const named = isRelease ? version : `${version}~electron${Number.parseInt(packed.version, 10)}`;
  await makeFiles(packed.folder, named, { target, isFast: !isRelease });
}

function productVersion(): string {
  return ownPackage().version;
}

/** Makes all files beside an unpacked program, and prints the folder and the files. */
async function makeFiles(
  folder: string,
  version: string,
  { target, isFast = false }: { target: Target; isFast?: boolean },
): Promise<void> {
  const printed = (file: string) => console.log(path.relative(process.cwd(), file));
  printed(folder);
  if (process.platform !== 'linux') return;
  // It is of the window and the terminal together, beside the package that has both.
  const hasReport = target.platform === 'linux' && !target.isCli;
  const texts = hasReport ? { '.accessibility.md': conformanceReport() } : {};
  (await makeRelease(folder, version, { target, isFast, texts })).forEach(printed);
}
