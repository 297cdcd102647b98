/** The program in a folder, for installation by other means: tar.gz. */
import path from 'node:path';
import type { Make } from './formats.ts';

/** Packs the unpacked program with GNU tar; everything in it belongs to root and has one time. */
export const make: Make = async ({ folder, time }, file, { isFast, run }) => {
  await run([
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
  ]);
};
