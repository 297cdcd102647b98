/**
 * `node make.mjs FOLDER VERSION [--fast]`: everything that `npm run package` gives beside the unpacked program, into the
 * folder above it. `--fast` compresses hardly, for tests.
 */
import path from 'node:path';
import { reportFailure } from '../lib/log.mjs';
import { makeRelease } from './release.mjs';
import { sourceTime } from './source-time.mjs';

const [, , folder, version, speed] = process.argv;
if (!folder || !version) throw new Error('usage: node make.mjs FOLDER VERSION [--fast]');

try {
  const files = await makeRelease({ folder, version, time: await sourceTime() }, path.dirname(folder), {
    arch: /** @type {'x64' | 'arm64'} */ (process.arch),
    isFast: speed === '--fast',
  });
  for (const file of files) console.log(path.relative(process.cwd(), file));
} catch (error) {
  process.exitCode = reportFailure(error);
}
