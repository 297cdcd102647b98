/**
 * `node make.ts FOLDER VERSION PLATFORM-ARCH [--fast]`: everything that `npm run package` gives beside the unpacked
 * program, into the folder above it. `--fast` compresses hardly, for tests.
 */
import path from 'node:path';
import { reportFailure } from '../scripts/lib/log.mjs';
import { makeLinuxRelease } from './linux/release.ts';
import { makeMacRelease } from './macos/release.ts';
import { sourceTime } from './source-time.ts';
import { targetNamed } from './targets.mjs';
import { makeWindowsRelease } from './windows/release.ts';

const [, , folder, version, name, fast] = process.argv;
if (!folder || !version || !name)
  throw new Error('usage: node make.ts FOLDER VERSION PLATFORM-ARCH [--fast]');

const MAKERS = { linux: makeLinuxRelease, win32: makeWindowsRelease, darwin: makeMacRelease };

try {
  const target = targetNamed(name);
  const source = { folder, version, time: await sourceTime() };
  const options = { target, isFast: fast === '--fast' };
  for (const file of await MAKERS[target.platform](source, path.dirname(folder), options))
    console.log(path.relative(process.cwd(), file));
} catch (error) {
  process.exitCode = reportFailure(error);
}
