/** The formats of packages for Linux, one a row: `release.ts`, set-up and the tests read them. */
import path from 'node:path';
import { environmentAt, runTool } from '../tools.mjs';

/**
 * @typedef {import('./linux-tree.ts').Program} Program
 *
 * @typedef {{
 *   maker: string,
 *   tool: string,
 *   from: string,
 *   architectures?: { x64: string, arm64: string },
 *   fileName: (program: Program, architecture: string) => string,
 * }} Format the module beside this one that exports `make`, its command and the Debian package of that, the format's
 *   own words for a processor, and the name of the file
 *
 * @typedef {(
 *   program: Program,
 *   file: string,
 *   options: { architecture: string, isFast: boolean, run: (args: string[]) => Promise<string> },
 * ) => Promise<void>} Make writes the file. `isFast`: hardly compressed, for tests. `run` runs the format's command
 *
 * @typedef {'tar.gz' | 'deb' | 'rpm' | 'AppImage'} FormatName
 */

const folderName = (/** @type {Program} */ { folder }) => path.basename(folder);

/** @type {Readonly<Record<FormatName, Format>>} */
export const FORMATS = {
  'tar.gz': {
    maker: 'tarball.ts',
    tool: 'tar',
    from: 'tar',
    fileName: (program) => `${folderName(program)}.tar.gz`,
  },
  deb: {
    maker: 'deb.ts',
    tool: 'dpkg-deb',
    from: 'dpkg',
    architectures: { x64: 'amd64', arm64: 'arm64' },
    fileName: ({ version }, architecture) => `gatehouse_${version}_${architecture}.deb`,
  },
  rpm: {
    maker: 'rpm.ts',
    tool: 'rpmbuild',
    from: 'rpm',
    architectures: { x64: 'x86_64', arm64: 'aarch64' },
    fileName: ({ version }, architecture) => `gatehouse-${version}-1.${architecture}.rpm`,
  },
  AppImage: {
    maker: 'appimage.ts',
    tool: 'mksquashfs',
    from: 'squashfs-tools',
    fileName: (program) => `${folderName(program)}.AppImage`,
  },
};

/**
 * Makes a package.
 * @param {FormatName} name
 * @param {Program} program
 * @param {string} into the folder it is put into
 * @param {{ arch: 'x64' | 'arm64', isFast?: boolean }} options `isFast`: hardly compressed, for tests
 * @returns {Promise<string>} the file
 * @throws {import('../../scripts/lib/log.mjs').SetupError} where a tool is missing or fails
 */
export async function makePackage(name, program, into, { arch, isFast = false }) {
  const { maker, tool, from, architectures, fileName } = FORMATS[name];
  const architecture = architectures?.[arch] ?? arch;
  const file = path.join(into, fileName(program, architecture));
  const about = { makes: name, from, env: environmentAt(program.time) };
  // Loaded late: a maker leads to TypeScript, which the Node of set-up may not read.
  /** @type {{ make: Make }} */
  const { make } = await import(new URL(maker, import.meta.url).href);
  await make(program, file, { architecture, isFast, run: (args) => runTool(tool, args, about) });
  return file;
}
