/** The program in a folder, for installation by other means: tar.gz. */
import path from 'node:path';
import { runTool } from '../tools.mjs';

/**
 * Packs the unpacked program; everything in it belongs to root and has one time.
 * @param {{ folder: string, time: Date }} program
 * @param {string} file the file to write, ending in `.tar.gz`
 * @param {{ isFast?: boolean }} [options] `isFast`: hardly compressed, for tests
 * @returns {Promise<string>} the file
 * @throws {import('../../scripts/lib/log.mjs').SetupError} where GNU tar is missing or fails
 */
export async function makeTarball({ folder, time }, file, { isFast = false } = {}) {
  const args = [
    '--create',
    `--file=${file}`,
    // -n: no name and no time in the header of gzip.
    `--use-compress-program=gzip -n -${isFast ? 1 : 9}`,
    '--sort=name',
    '--owner=root:0',
    '--group=root:0',
    '--mode=u+rwX,go=rX',
    `--mtime=@${time.getTime() / 1000}`,
    '--format=gnu',
    `--directory=${path.dirname(folder)}`,
    path.basename(folder),
  ];
  await runTool('tar', args, { makes: 'tar.gz', from: 'tar' });
  return file;
}
