/**
 * The contents of a package, with versions and licences, and the licence list: the source of the
 * SBOM.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { BuildError, print } from '../scripts/lib/log.ts';
import { inRoot } from '../scripts/lib/paths.ts';
import {
  electronChecksum,
  installedPackage,
  lockedPackage,
  ownPackage,
} from '../scripts/lib/package-files.ts';
import {
  bundledPackages,
  CLI_SIDES,
  WINDOW_SIDES,
  type BundledPackage,
} from '../scripts/lib/bundled.ts';
import { COMPILER_VERSION, compilerFolder } from './native/compiler.ts';
import { nodeFolder, nodePackage, pinnedNode } from './linux/node.ts';
import { HOST, nameOf, placesOf, type Target } from './targets.ts';

/** `licence`: SPDX; `text`: that of the licence; `needs`: names of other parts. */
export type Part = {
  kind: 'application' | 'framework' | 'library' | 'platform';
  name: string;
  version: string | undefined;
  licence: string;
  text: string;
  purl: string;
  cpe?: string | undefined;
  hash?: Hash | undefined;
  about?: string;
  download?: { url: string; hashes: Hash[] };
  needs?: string[];
};

type Hash = { alg: 'SHA-256' | 'SHA-512'; content: string };

/** Where a package keeps its licence list: beside the program. */
export const LICENCES_FILE = 'LICENSES.txt';

/**
 * Everything in the unpacked program, Gatehouse itself first.
 *
 * @throws {BuildError} where something has no licence
 */
export function contentsOf(folder: string, target: Target = HOST): Part[] {
  const { version, license } = ownPackage();
  const packages = bundledPackages(target.isCli ? CLI_SIDES : WINDOW_SIDES).map(packagePart);
  const [runtime, ...parts] = target.isCli ? [nodePart(target)] : electronParts(folder, target);
  const name = target.isCli ? 'gatehouse-cli' : 'gatehouse';
  const gatehouse: Part = {
    kind: 'application',
    name,
    version,
    licence: license,
    text: readFileSync(inRoot('LICENSE'), 'utf8'),
    purl: `pkg:generic/${name}@${version}`,
    needs: [runtime.name, ...packages.map(({ name }) => name)],
  };
  const others = target.platform === 'linux' ? [musl()] : [];
  return [gatehouse, runtime, ...parts, ...packages, ...others];
}

/**
 * The pinned Node, as npm has it: its version is that of the lock file, and its checksum that of
 * the archive.
 */
function nodePart({ arch }: Target): Part {
  const { version, sha512 } = pinnedNode(arch);
  return {
    kind: 'platform',
    name: 'node',
    version,
    licence: 'MIT',
    text: readFileSync(path.join(nodeFolder(arch), 'LICENSE'), 'utf8'),
    purl: `pkg:npm/${nodePackage(arch)}@${version}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    hash: { alg: 'SHA-512', content: sha512 },
    about: `The binary of Node ${version} for Linux on ${arch}, without its symbols`,
  };
}

/** The C library of the compiler, in the launcher. */
const musl = (): Part => ({
  kind: 'library',
  name: 'musl',
  version: undefined,
  licence: 'MIT',
  text: readFileSync(path.join(compilerFolder, 'lib', 'libc', 'musl', 'COPYRIGHT'), 'utf8'),
  purl: 'pkg:generic/musl',
  about: `Of zig ${COMPILER_VERSION}, in the launcher`,
});

function packagePart({ folder, name, version }: BundledPackage): Part {
  const { license, dependencies = {} } = installedPackage(folder);
  if (typeof license !== 'string')
    throw new BuildError(`The package ${name} does not say its licence.`, {
      remedy: 'use another package: every package inside Gatehouse must have a licence',
    });
  const integrity = lockedPackage(folder)?.integrity ?? '';
  const base64 = /^sha512-(.+)$/.exec(integrity)?.[1];
  return {
    kind: 'library',
    name,
    version,
    licence: license,
    text: licenceText(inRoot(folder), name),
    purl: `pkg:npm/${name.replace(/^@/, '%40')}@${version}`,
    ...(base64 && {
      hash: { alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') },
    }),
    needs: Object.keys(dependencies),
  };
}

/**
 * The text of a package's licence, and its notices.
 *
 * @throws {BuildError} if it has no licence file
 */
export function licenceText(folder: string, name: string) {
  const files = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file))
    .sort();
  const text = files
    .map((file) => readFileSync(path.join(folder, file), 'utf8').trim())
    .join('\n\n');
  if (text === '')
    throw new BuildError(`The package ${name} has no licence text.`, {
      remedy: 'use another package: every package inside Gatehouse must come with its licence',
    });
  return `${text}\n`;
}

/**
 * The two that Electron is made of. Their versions are read out of the binary itself: no table can
 * be wrong about it. `product`: as CPE names it, maker first; `title`: in the page of Chromium's
 * credits.
 */
const PLATFORMS = [
  {
    name: 'Chromium',
    pattern: /Chrome\/(\d+\.\d+\.\d+\.\d+) Electron\//,
    licence: 'BSD-3-Clause',
    product: 'google:chrome',
    title: 'The Chromium Project',
  },
  {
    name: 'Node',
    pattern: /node-v(\d+\.\d+\.\d+)[^\d.]/,
    licence: 'MIT',
    product: 'nodejs:node.js',
    title: 'Node.js',
  },
];

/** Electron, as the program itself names its version, and the two that it is made of. */
function electronParts(folder: string, target: Target): [Part, ...Part[]] {
  const electron = readFileSync(path.join(folder, 'version'), 'utf8').trim().replace(/^v/, '');
  const { code, documents } = placesOf(target);
  const binary = readFileSync(path.join(folder, code), 'latin1');
  const credits = readFileSync(path.join(folder, documents, 'LICENSES.chromium.html'), 'utf8');
  const archive = `electron-v${electron}-${nameOf(target)}.zip`;
  const content = electronChecksum(archive);
  const url = `https://github.com/electron/electron/releases/download/v${electron}/${archive}`;
  const own = path.join(folder, documents, 'LICENSE.electron.txt');
  const platforms = PLATFORMS.map(({ name, pattern, licence, product, title }): Part => {
    const version = pattern.exec(binary)?.[1];
    if (version === undefined)
      print(
        `! the version of ${name} cannot be read from Electron ${electron}: the SBOM has no version`,
      );
    return {
      kind: 'platform',
      name: name.toLowerCase(),
      version,
      licence,
      text: creditOf(credits, title),
      purl: `pkg:generic/${name.toLowerCase()}${version ? `@${version}` : ''}`,
      cpe: version && `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*`,
    };
  });
  return [
    {
      kind: 'framework',
      name: 'electron',
      version: electron,
      licence: 'MIT',
      text: readFileSync(
        existsSync(own) ? own : inRoot('node_modules', 'electron', 'LICENSE'),
        'utf8',
      ),
      purl: `pkg:npm/electron@${electron}`,
      cpe: `cpe:2.3:a:electronjs:electron:${electron}:*:*:*:*:*:*:*`,
      ...(content && { download: { url, hashes: [{ alg: 'SHA-256', content }] } }),
      needs: platforms.map(({ name }) => name),
    },
    ...platforms,
  ];
}

/** One licence out of the page of Chromium's own and all that it is made of. */
function creditOf(page: string, title: string) {
  const at = page.indexOf(`<span class="title">${title}</span>`);
  const text = at < 0 ? undefined : /<pre>([^]*?)<\/pre>/.exec(page.slice(at))?.[1];
  if (text === undefined)
    throw new BuildError(`LICENSES.chromium.html has no licence of ${title}.`);
  const SIGNS: Record<string, string> = {
    lt: '<',
    gt: '>',
    quot: '"',
    amp: '&',
    '#x27': "'",
    '#39': "'",
  };
  return `${text.replace(/&(lt|gt|quot|amp|#x27|#39);/g, (_all, name) => SIGNS[name] ?? '').trim()}\n`;
}

const OTHERS_IN_ELECTRON = `Chromium and Node contain work of others in turn. Their licences are in
LICENSES.chromium.html, beside the program.`;
const OTHERS_IN_NODE = `Node contains work of others in turn. Their licences are below, with its own.`;

const RULE = '='.repeat(79);

/**
 * The list of parts and their licences as one text. The licences of Chromium's components are on a
 * separate page beside the program.
 */
export function licenceList(parts: readonly Part[]) {
  const titled = parts.map((part) => ({ ...part, title: titleOf(part) }));
  const opening = `The parts of ${titled[0]?.title ?? ''}, and their licences.

${titled.map(({ title, licence }) => `  ${title}: ${licence}`).join('\n')}

${parts.some(({ name }) => name === 'electron') ? OTHERS_IN_ELECTRON : OTHERS_IN_NODE}
`;
  const texts = titled.map(
    ({ title, text }) => `${RULE}\n${title}\n${RULE}\n\n${text.trimEnd()}\n`,
  );
  return [opening, ...texts].join('\n');
}

const titleOf = ({ name, version }: Part) => (version === undefined ? name : `${name} ${version}`);
