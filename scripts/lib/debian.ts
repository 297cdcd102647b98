/** Debian packages: which are missing, the command that installs them, and installing them. */
import { spawnSync } from 'node:child_process';
import { longStep, SetupError } from './log.ts';
import { run, tail } from './run.ts';
import { readText } from './files.ts';

/** dpkg's list of installed packages; missing on systems other than Debian. */
export const STATUS_FILE = '/var/lib/dpkg/status';

/** Since 2024 some libraries carry their time_t size in the name. */
const spellings = (name: string) => [name, `${name}t64`];

/** The packages of a list that are not installed. Reads dpkg's own table: 10 ms, and no process. */
export function missingPackages(names: string[]) {
  const status = readText(STATUS_FILE);
  if (status === undefined) return [];
  const installed = new Set();
  for (const paragraph of status.split('\n\n')) {
    const name = /^Package: (.+)$/m.exec(paragraph)?.[1];
    if (name !== undefined && /^Status: \S+ \S+ installed$/m.test(paragraph)) installed.add(name);
  }
  return names.filter((name) => !spellings(name).some((spelling) => installed.has(spelling)));
}

/** Whether this process may install packages. */
export const isRoot = () => process.getuid?.() === 0;

/**
 * The one command that installs Debian packages, under the names that they have in this
 * distribution.
 */
export const commandFor = (names: string[]) =>
  `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${spelledHere(names).join(' ')}`;

/**
 * Installs Debian packages as root, and prints the reason. The lists are brought up to date first;
 * apt itself tries failed downloads again.
 */
export const aptInstall = (names: string[], reason: string) =>
  longStep(`as root: installing the Debian packages ${names.join(' ')} (${reason})`, async () => {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const common = ['-q', '-o', 'Acquire::Retries=3'];
    const update = await run('apt-get', ['update', ...common], { env });
    const flags = [...common, '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120'];
    const { code, output } = await run('apt-get', ['install', ...flags, ...spelledHere(names)], {
      env,
    });
    if (code !== 0)
      throw new SetupError(`Installing Debian packages failed: ${names.join(' ')}`, {
        why: `${update.code === 0 ? '' : `${tail(update.output, 4)}\n`}${tail(output)}`,
        remedy: commandFor(names),
      });
  });

/** The names in this distribution. Where apt has no lists, the older names. */
function spelledHere(names: string[]) {
  const newer = (name: string) => `${name}t64`;
  const asked = ['show', '--no-all-versions', ...names.map(newer)];
  // Null where there is no apt.
  const stdout = spawnSync('apt-cache', asked, { encoding: 'utf8' }).stdout as string | null;
  return names.map((name) => (stdout?.includes(`Package: ${newer(name)}\n`) ? newer(name) : name));
}
