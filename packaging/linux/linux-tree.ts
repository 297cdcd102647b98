/** The files of an installed Gatehouse on Linux as they lie on the disk: the source of deb and rpm. */
import {
  chmodSync,
  cpSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { inRoot } from '../../scripts/lib/paths.ts';
import { bashCompletion, fishCompletion, zshCompletion } from './completions.ts';
import { LICENCES_FILE } from '../contents.ts';
import { LINUX_SIZES } from '../icons.ts';
import { configPage, programPage } from './man-pages.ts';
import type { PackageName } from './packages.ts';

/**
 * The package, the unpacked program, its version, the time that every file gets, and the text of
 * its SBOM.
 */
export type Program = {
  name: PackageName;
  folder: string;
  version: string;
  time: Date;
  sbom: string;
};

/**
 * Makes a package: writes the file. `isFast`: hardly compressed, for tests. `work`: an empty
 * folder. `run` runs the format's command.
 */
export type Make = (
  program: Program,
  file: string,
  options: {
    architecture: string;
    isFast: boolean;
    work: string;
    run: (args: string[]) => Promise<string>;
  },
) => Promise<void>;

/** Where the program lies. Chromium's sandbox, AppArmor's profile and the manual pages name it. */
export const PROGRAM_FOLDER = '/opt/gatehouse';

/** Belongs to root and may be entered by all: the managed configuration's. */
export const CONFIG_FOLDER = '/etc/gatehouse';

/**
 * Without its setuid bit Chromium starts only where user namespaces work: after-install.sh takes it
 * away where it saw that.
 */
export const SANDBOX = `${PROGRAM_FOLDER}/chrome-sandbox`;

/**
 * Lays the files out below `into`, which must be empty. @param zshFolder where this system's zsh
 * finds completions
 */
export function layOut(program: Program, into: string, zshFolder: string) {
  const { name, folder, version, time, sbom } = program;
  const { at, write, copy } = writerInto(into);
  const edition = { version, date: time.toISOString().slice(0, 10) };

  cpSync(folder, at(PROGRAM_FOLDER), { recursive: true, verbatimSymlinks: true });
  mkdirSync(at(CONFIG_FOLDER), { recursive: true });
  mkdirSync(at('/usr/bin'), { recursive: true });
  symlinkSync(
    path.relative('/usr/bin', `${PROGRAM_FOLDER}/bin/gatehouse`),
    at('/usr/bin/gatehouse'),
  );
  if (name === 'gatehouse') layOutForDesktops(into);

  write('/usr/share/man/man1/gatehouse.1.gz', compressed(programPage(edition)));
  write('/usr/share/man/man5/gatehouse-config.5.gz', compressed(configPage(edition)));
  write('/usr/share/bash-completion/completions/gatehouse', bashCompletion());
  write(`${zshFolder}/_gatehouse`, zshCompletion());
  write('/usr/share/fish/vendor_completions.d/gatehouse.fish', fishCompletion());

  const documents = `/usr/share/doc/${name}`;
  write(`${documents}/copyright`, readFileSync(path.join(folder, LICENCES_FILE)));
  write(`${documents}/sbom.cdx.json`, sbom);
  write(`${documents}/changelog.gz`, compressed(readFileSync(inRoot('CHANGELOG.md'))));
  copy(`${documents}/config.schema.json`, 'schemas', 'config.schema.json');
  cpSync(inRoot('packaging', 'policies'), at(`${documents}/templates`), { recursive: true });
  // Beside the playbook, which installs it.
  cpSync(
    inRoot('examples', 'signer-other-account'),
    at(`${documents}/templates/ansible/signer-other-account`),
    { recursive: true },
  );

  setModesAndTimes(into, time);
}

/** AppArmor's profile for Chromium, the entry in the menu and the icons. */
function layOutForDesktops(into: string) {
  const { copy } = writerInto(into);
  copy(`${PROGRAM_FOLDER}/resources/apparmor`, 'linux', 'apparmor');
  copy('/usr/share/applications/gatehouse.desktop', 'linux', 'gatehouse.desktop');
  copy('/usr/share/icons/hicolor/scalable/apps/gatehouse.svg', 'icons', 'gatehouse.svg');
  copy(
    '/usr/share/icons/hicolor/symbolic/apps/gatehouse-symbolic.svg',
    'icons',
    'gatehouse-symbolic.svg',
  );
  for (const size of LINUX_SIZES) {
    copy(`/usr/share/icons/hicolor/${size}x${size}/apps/gatehouse.png`, 'icons', `${size}.png`);
  }
}

/** Writes files below a folder, by their place on the disk. `copy` takes one of `packaging/`. */
function writerInto(into: string) {
  const at = (place: string) => path.join(into, place);
  const write = (place: string, content: string | Buffer) => {
    mkdirSync(path.dirname(at(place)), { recursive: true });
    writeFileSync(at(place), content);
  };
  const copy = (place: string, ...from: string[]) =>
    write(place, readFileSync(inRoot('packaging', ...from)));
  return { at, write, copy };
}

export type Place = { place: string; kind: 'folder' | 'file' | 'link' };

/** Every path below a tree as it will be on the disk, folders before their content. */
export function pathsOf(tree: string, place = '/') {
  const found: Place[] = [];
  const entries = readdirSync(path.join(tree, place), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = path.posix.join(place, entry.name);
    const kind = entry.isSymbolicLink() ? 'link' : entry.isDirectory() ? 'folder' : 'file';
    found.push({ place: inner, kind });
    if (kind === 'folder') found.push(...pathsOf(tree, inner));
  }
  return found;
}

/** The size of all files below a tree, in KiB. */
export function kibibytesOf(tree: string) {
  const files = pathsOf(tree).filter(({ kind }) => kind === 'file');
  return Math.ceil(
    files.reduce((sum, { place }) => sum + lstatSync(path.join(tree, place)).size, 0) / 1024,
  );
}

/** Sets the mode and time of each file, independent of user, time and umask of the build. */
export function setModesAndTimes(tree: string, time: Date) {
  for (const { place, kind } of [{ place: '/', kind: 'folder' }, ...pathsOf(tree)]) {
    const file = path.join(tree, place);
    const mode = kind === 'folder' || (kind === 'file' && isProgram(file)) ? 0o755 : 0o644;
    if (kind !== 'link') chmodSync(file, place === SANDBOX ? 0o4755 : mode);
    lutimesSync(file, time, time);
  }
}

/**
 * The first bytes of a script, of an ELF file, and of Mach-O, for one processor of 64 bits and for
 * several.
 */
const PROGRAM_HEADS = ['2321', '7f454c46', 'cffaedfe', 'cafebabe'];

function isProgram(file: string) {
  const head = readFileSync(file).toString('hex', 0, 4);
  return PROGRAM_HEADS.some((known) => head.startsWith(known));
}

/** Without a time in it: the same bytes each time. */
const compressed = (text: string | Buffer) => gzipSync(text, { level: 9 });
