/**
 * `npm run package`: the program of this platform in release/, unpacked; on Linux also deb, rpm and tar.gz, and their
 * checksums. Made with the Electron of package.json; where that is not to be had, with the one that is, and then the
 * names say that it is for tests only.
 */
import path from 'node:path';
import { say } from './lib/log.mjs';
import { inRoot } from './lib/paths.mjs';
import { runInForeground } from './lib/run.mjs';
import { readJson } from './lib/stamp.mjs';
import { requireSupport } from './package/electron-support.mjs';
import { findSigningKey } from './package/signing.mjs';
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  const { electron } = await prepare('electron');
  await findSigningKey(process.env);
  const warning = electron && requireSupport(electron, new Date());
  if (warning) say(`! ${warning}`);
  const { node, packaged } = await prepare('package');
  if (packaged === undefined) throw new Error('set-up ended without a package');
  console.log(path.relative(process.cwd(), packaged.folder));
  if (process.platform !== 'linux') return 0;
  const { version } = readJson(inRoot('package.json'));
  // `~` sorts before the release itself: a package for tests is replaced by it.
  const versionArgs =
    packaged.version === packaged.wanted
      ? [version]
      : [`${version}~electron${Number.parseInt(packaged.version, 10)}`, '--fast'];
  return runInForeground(node, [inRoot('scripts', 'package', 'make.mjs'), packaged.folder, ...versionArgs]);
});
