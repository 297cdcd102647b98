/**
 * `node make.mjs FOLDER VERSION [--fast] [--win | --mac=x64 | --mac=arm64]`: everything that `npm run package` gives beside the unpacked program, into the
 * folder above it. `--fast` compresses hardly, for tests.
 */
import path from 'node:path';
import { reportFailure } from '../scripts/lib/log.mjs';
import { makeRelease } from './linux/release.ts';
import { makeMacRelease } from './macos/release.ts';
import { sourceTime } from './source-time.ts';
import { makeWindowsRelease } from './windows/release.ts';

const [, , folder, version, ...options] = process.argv;
if (!folder || !version)
  throw new Error('usage: node make.mjs FOLDER VERSION [--fast] [--win | --mac=x64 | --mac=arm64]');

try {
  const source = { folder, version, time: await sourceTime() };
  const isFast = options.includes('--fast');
  for (const file of await make(source, path.dirname(folder), isFast))
    console.log(path.relative(process.cwd(), file));
} catch (error) {
  process.exitCode = reportFailure(error);
}

function make(source: { folder: string; version: string; time: Date }, into: string, isFast: boolean) {
  if (options.includes('--win')) return makeWindowsRelease(source, into, { isFast });
  for (const arch of ['x64', 'arm64'] as const)
    if (options.includes(`--mac=${arch}`))
      return makeMacRelease(source, into, { isFast, target: { platform: 'darwin', arch } });
  const arch = process.arch as 'x64' | 'arm64';
  return makeRelease(source, into, { arch, isFast });
}
