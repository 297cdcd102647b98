/** Downloads wheels from PyPI with pip, and checks a pinned hash. Python never installs or runs them. */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { aptInstall } from './debian.mjs';
import { longStep, SetupError } from './log.mjs';
import { run, tail } from './run.mjs';

/**
 * A wheel to fetch. `failure` and `remedy`: error texts for a failed download.
 * @typedef {{ requirement: string, sha256: string, platform?: string, failure: string, remedy: string }} Wheel
 */

/**
 * Finds a Python with pip. As root on a Debian-like system, installs a missing pip.
 * @param {string} failure subject of the error message, before "needs python3 with pip"
 */
export async function pythonWithPip(failure) {
  const pip = async () => (await run('python3', ['-m', 'pip', '--version'])).code === 0;
  if (await pip()) return 'python3';
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await longStep('as root: installing the Debian package python3-pip, which fetches from PyPI', () =>
      aptInstall(['python3-pip']),
    );
    if (await pip()) return 'python3';
  }
  throw new SetupError(`${failure} needs python3 with pip.`, {
    why: 'python3 -m pip does not work here',
    remedy: 'sudo apt-get update && sudo apt-get install -y --no-install-recommends python3-pip',
  });
}

/**
 * Downloads a wheel into a folder that holds no other wheel, and checks its SHA-256. Returns the path of the wheel.
 * @param {string} python
 * @param {string} folder
 * @param {import('../setup/prepare.mjs').Context} context
 * @param {Wheel} wheel
 */
export async function fetchWheel(python, folder, context, wheel) {
  const { requirement, sha256, platform } = wheel;
  const flags = ['--no-deps', '--only-binary', ':all:', '--disable-pip-version-check', '--quiet'];
  const forPlatform = platform === undefined ? [] : ['--platform', platform];
  const result = await run(
    python,
    ['-m', 'pip', 'download', ...flags, ...forPlatform, '-d', folder, requirement],
    { env: context.env, tied: 'KILL' },
  );
  const name = readdirSync(folder).find((file) => file.endsWith('.whl'));
  if (result.code !== 0 || name === undefined) {
    throw new SetupError(wheel.failure, { why: tail(result.output, 4), remedy: wheel.remedy });
  }
  const file = path.join(folder, name);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  const found = hash.digest('hex');
  if (found !== sha256) {
    throw new SetupError(`${requirement} is not the file that was pinned.`, {
      why: `its SHA-256 is ${found}, expected ${sha256}`,
      remedy: 'do not use it; tell the maintainers',
    });
  }
  return file;
}
