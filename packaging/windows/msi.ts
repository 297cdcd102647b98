/**
 * The MSI, by `wixl` of msitools. `msibuild` adds unsupported entries (the PATH) to the tables.
 * Numbers that Windows compares are made of names and version, so that two builds of one commit
 * have the same.
 */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../../scripts/lib/log.ts';
import { ownPackage } from '../../scripts/lib/package-files.ts';
import { ico } from '../icons.ts';
import { pathsOf, type Place } from '../linux/linux-tree.ts';
import { escapeXml, fillTemplate } from '../../scripts/lib/template.ts';
import { environmentAt, inWorkFolder, runTool, sha256, SUMMARY, uuidOf } from '../tools.ts';
import { signWindowsFile } from './signing.ts';
import { filesOf, type WindowsProgram } from './tree.ts';

/** The id by which Windows recognises MSIs as versions of one program. Must never change. */
const UPGRADE_CODE = '{6E1F5A0D-6C2F-4B1E-9A53-5C6B1B3C0E57}';

/** Makes the installer. */
export async function makeMsi(
  { tree, version, time, signer }: WindowsProgram,
  file: string,
): Promise<string> {
  return inWorkFolder(async (work) => {
    // wixl takes relative paths only, and puts them into no file.
    symlinkSync(tree, path.join(work, 'tree'));
    writeFileSync(path.join(work, 'gatehouse.ico'), ico());
    writeFileSync(path.join(work, 'gatehouse.wxs'), wxs(tree, version));
    const env = environmentAt(time);
    const about = { makes: 'MSI', from: 'wixl msitools', env };
    const output = ['--output', path.resolve(file)];
    await runTool('wixl', ['--arch', 'x64', ...output, 'gatehouse.wxs'], { ...about, cwd: work });
    await addToTables(file, about);
    settleSummary(file, time);
    if (signer) await signWindowsFile(file, signer);
    return file;
  });
}

/**
 * Adds the entries that wixl cannot write. The folder `bin` in the PATH of the computer: `-` taken
 * away with the program, `*` of the computer. And any other version is replaced: one for tests has
 * the number of its release, which Windows compares alone.
 */
async function addToTables(
  file: string,
  about: { makes: string; from: string; env: NodeJS.ProcessEnv },
) {
  const queries = [
    'CREATE TABLE `Environment` (`Environment` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE, ' +
      '`Value` CHAR(255) LOCALIZABLE, `Component_` CHAR(72) NOT NULL PRIMARY KEY `Environment`)',
    "INSERT INTO `Environment` (`Environment`, `Name`, `Value`, `Component_`) VALUES ('PATH', '=-*PATH', '[~];[BinFolder]', 'PathComponent')",
    "INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('RemoveEnvironmentStrings', '', 3300)",
    "INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('WriteEnvironmentStrings', '', 5200)",
    "DELETE FROM `Upgrade` WHERE `ActionProperty` = 'WIX_DOWNGRADE_DETECTED'",
    "DELETE FROM `Upgrade` WHERE `ActionProperty` = 'WIX_UPGRADE_DETECTED'",
    `INSERT INTO \`Upgrade\` (\`UpgradeCode\`, \`VersionMin\`, \`Attributes\`, \`ActionProperty\`) VALUES ('${UPGRADE_CODE}', '0.0.0', 256, 'WIX_UPGRADE_DETECTED')`,
  ];
  await runTool('msibuild', [file, ...queries.flatMap((query) => ['-q', query])], about);
}

/**
 * The number of this MSI and the times at which it was made, which wixl takes from chance and the
 * clock: replaced where they stand in the summary (PIDSI_REVNUMBER as text, PIDSI_CREATE_DTM and
 * PIDSI_LASTSAVE_DTM as VT_FILETIME).
 */
function settleSummary(file: string, time: Date) {
  const bytes = readFileSync(file);
  const text = bytes.toString('latin1');
  const [found, ...more] = text.matchAll(/\{[0-9A-F-]{36}\}\0\0@\0\0\0[^]{8}@\0\0\0[^]{8}/g);
  if (found === undefined || more.length > 0)
    throw new SetupError('The summary of the MSI is not where it should be.');
  const at = found.index;
  bytes.fill(0, at, at + 38);
  // As 100 nanoseconds since 1601.
  const stamp = (BigInt(time.getTime()) + 11_644_473_600_000n) * 10_000n;
  for (const offset of [44, 56]) bytes.writeBigUInt64LE(stamp, at + offset);
  bytes.write(guid(`package ${sha256(bytes)}`), at, 'latin1');
  writeFileSync(file, bytes);
}

/**
 * The description that wixl reads. Actions of ours stand `After` another: with `Before` wixl picks
 * any earlier place.
 */
function wxs(tree: string, version: string) {
  const { version: number, author } = ownPackage();
  const paths = pathsOf(tree);
  const linesOf = ({ place, kind }: Place): string[] => {
    const name = escapeXml(path.posix.basename(place));
    if (kind === 'folder') {
      const id = place === '/bin' ? 'BinFolder' : idOf('d', place);
      return [`<Directory Id="${id}" Name="${name}">`, ...linesIn(place), '</Directory>'];
    }
    const id = place === '/gatehouse-setup.exe' ? 'SetupHelper' : idOf('f', place);
    return [
      `<Component Id="${idOf('c', place)}" Guid="${guid(`component ${place}`)}" Win64="yes">`,
      `<File Id="${id}" Name="${name}" Source="tree${escapeXml(place)}" KeyPath="yes"/>`,
      '</Component>',
    ];
  };
  const linesIn = (folder: string) =>
    paths.filter(({ place }) => path.posix.dirname(place) === folder).flatMap(linesOf);
  return fillTemplate('packaging/windows/gatehouse.wxs', {
    PRODUCT: guid(`product ${version} ${sumOf(tree, paths)}`),
    NUMBER: number.replace(/-.*/, ''),
    AUTHOR: escapeXml(author),
    UPGRADE: UPGRADE_CODE,
    VERSION: escapeXml(version),
    SUMMARY: escapeXml(SUMMARY),
    FILES: linesIn('/').join('\n'),
    PATH_GUID: guid('component of the PATH'),
    SHORTCUT_GUID: guid('component of the shortcut'),
    COMPONENTS: filesOf(tree)
      .map((name) => `<ComponentRef Id="${idOf('c', `/${name}`)}"/>`)
      .join('\n'),
  });
}

/** Of all that is inside: Windows takes two MSIs with one product code for the same. */
const sumOf = (tree: string, paths: readonly Place[]) =>
  sha256(
    paths
      .map(
        ({ place, kind }) =>
          `${place}\n${kind === 'file' ? sha256(readFileSync(path.join(tree, place))) : ''}`,
      )
      .join('\n'),
  );

/** A name for the tables: letters, digits, dots, underscores. */
const idOf = (kind: string, place: string) => `${kind}${sha256(place).slice(0, 24)}`;

const guid = (name: string) => `{${uuidOf(`gatehouse ${name}`).toUpperCase()}}`;
