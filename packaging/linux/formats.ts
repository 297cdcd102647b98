/** The formats of packages for Linux, one a row. */
import path from 'node:path';
import { environmentAt, inWorkFolder, runTool } from '../tools.ts';
import { make as makeDeb } from './deb.ts';
import type { Make, Program } from './linux-tree.ts';
import { make as makeRpm } from './rpm.ts';

/**
 * Its command and the Debian package of that, the format's own words for a processor, and the name
 * of the file.
 */
type Format = {
  make: Make;
  tool: string;
  from: string;
  architectures?: { x64: string; arm64: string };
  fileName: (program: Pick<Program, 'name' | 'folder' | 'version'>, architecture: string) => string;
};

export type FormatName = 'tar.gz' | 'deb' | 'rpm';

export const FORMATS: Readonly<Record<FormatName, Format>> = {
  'tar.gz': {
    // By GNU tar; everything in it belongs to root and has one time.
    make: async ({ folder, time }, file, { isFast, run }) => {
      await run([
        '--create',
        `--file=${file}`,
        '--format=gnu',
        '--sort=name',
        `--mtime=@${time.getTime() / 1000}`,
        '--owner=root:0',
        '--group=root:0',
        '--mode=u+rwX,go=rX',
        // -n: no name and no time in the header of gzip.
        `--use-compress-program=gzip -n -${isFast ? 1 : 9}`,
        `--directory=${path.dirname(folder)}`,
        path.basename(folder),
      ]);
    },
    tool: 'tar',
    from: 'tar',
    fileName: ({ folder }) => `${path.basename(folder)}.tar.gz`,
  },
  deb: {
    make: makeDeb,
    tool: 'dpkg-deb',
    from: 'dpkg',
    architectures: { x64: 'amd64', arm64: 'arm64' },
    fileName: ({ name, version }, architecture) => `${name}_${version}_${architecture}.deb`,
  },
  rpm: {
    make: makeRpm,
    tool: 'rpmbuild',
    from: 'rpm',
    architectures: { x64: 'x86_64', arm64: 'aarch64' },
    fileName: ({ name, version }, architecture) => `${name}-${version}-1.${architecture}.rpm`,
  },
};

/**
 * Makes a package.
 *
 * @param into the folder it is put into
 * @returns the file
 * @throws {SetupError} where a tool is missing or fails
 */
export async function makePackage(
  name: FormatName,
  program: Program,
  into: string,
  { arch, isFast = false }: { arch: 'x64' | 'arm64'; isFast?: boolean },
): Promise<string> {
  const { make, tool, from, architectures, fileName } = FORMATS[name];
  const architecture = architectures?.[arch] ?? arch;
  const file = path.join(into, fileName(program, architecture));
  const about = { makes: name, from, env: environmentAt(program.time) };
  const run = (args: string[]) => runTool(tool, args, about);
  await inWorkFolder((work) => make(program, file, { architecture, isFast, work, run }));
  return file;
}
