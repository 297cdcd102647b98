/**
 * `node make.ts FOLDER VERSION TARGET [--fast]`: everything that `npm run package` gives beside the unpacked
 * program, into the folder above it. `--fast` compresses hardly, for tests. TARGET is
 * a whole name (targets.ts): `linux-x64`, `cli-linux-x64`.
 */
import path from 'node:path';
import { reportFailure } from '../scripts/lib/log.ts';
import { root } from '../scripts/lib/paths.ts';
import { run } from '../scripts/lib/run.ts';
import { makeLinuxRelease } from './linux/release.ts';
import { makeMacRelease } from './macos/release.ts';
import { targetNamed } from './targets.ts';
import { makeWindowsRelease } from './windows/release.ts';

const [, , folder, version, name, fast] = process.argv;
if (!folder || !version || !name)
  throw new Error('usage: node make.ts FOLDER VERSION TARGET [--fast]');

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

/**
 * The time that everything in a package gets, so that two builds of one commit are the same: `SOURCE_DATE_EPOCH` where
 * it is set (reproducible-builds.org), else the time of the commit; without either (sources out of an archive) the
 * first second of 2026.
 */
async function sourceTime() {
  const given = process.env['SOURCE_DATE_EPOCH'];
  if (given !== undefined && /^\d{1,12}$/.test(given)) return new Date(Number(given) * 1000);
  const { code, output } = await run('git', ['-C', root, 'log', '-1', '--format=%ct']);
  const seconds = Number(output.trim());
  return new Date(code === 0 && seconds > 0 ? seconds * 1000 : Date.UTC(2026, 0, 1));
}
