/**
 * `npm run release -- STEP [VERSION] [--dry-run]`: one step of a release (docs/releasing.md). With
 * `--dry-run` it only prints its commands.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { print, SetupError } from './lib/log.ts';
import { git } from './lib/git.ts';
import { inOut, inRoot, root } from './lib/paths.ts';
import { ownPackage } from './lib/package-files.ts';
import { notesOf, withVersion } from './release/changelog.ts';
import { faultsOf, releasedFiles, SUMS } from './release/files.ts';
import { main } from './lib/main.ts';

const isDryRun = process.argv.includes('--dry-run');
const [step = '', given = ''] = process.argv.slice(2).filter((word) => word !== '--dry-run');
const changelog = inRoot('CHANGELOG.md');

/**
 * Each step by its name, with the version: the one given to the first step, else that of
 * package.json.
 */
const STEPS = {
  version(version: string) {
    if (!/^\d+\.\d+\.\d+$/.test(given))
      throw new SetupError('The version is missing.', {
        remedy: 'npm run release -- version 1.2.3',
      });
    const text = withVersion(
      readFileSync(changelog, 'utf8'),
      version,
      new Date().toISOString().slice(0, 10),
    );
    command('npm', 'version', version, '--no-git-tag-version', '--allow-same-version');
    if (!isDryRun) writeFileSync(changelog, text);
    command('npm', 'run', 'docs');
    command('git', 'commit', '--all', '--message', `Release ${version}`);
  },
  /** Every check and test, and the long ones. */
  test() {
    for (const script of ['test', 'nightly', 'audit']) command('npm', 'run', script);
  },
  /**
   * The packages of every system, signed with the keys that the environment names
   * (packaging/building.md).
   */
  build() {
    if (!isDryRun) rmSync(inRoot('release'), { recursive: true, force: true });
    for (const options of [[], ['--', '--cli'], ['--', '--win'], ['--', '--mac']])
      command('npm', 'run', 'package', ...options);
  },
  /**
   * release/ is whole, of this version and of the Electron in package.json; sums and their
   * signatures are right.
   */
  check(version: string) {
    const faults = faultsOf(releasedFiles(), version);
    if (faults.length > 0) throw new SetupError('This is no release.', { why: faults.join('\n') });
    for (const name of SUMS) {
      command('sh', '-c', `cd release && sha256sum --check --quiet ${name}`);
      command('gpg', '--verify', `release/${name}.asc`, `release/${name}`);
    }
  },
  tag(version: string) {
    const key = process.env['GATEHOUSE_SIGNING_KEY'];
    const signed = key === undefined ? ['--sign'] : ['--local-user', key];
    command('git', 'tag', ...signed, '--message', `Gatehouse ${version}`, `v${version}`);
  },
  /**
   * Pushes, and drafts the release with its files and its part of the changelog. A person publishes
   * it. Needs `gh`.
   */
  publish(version: string) {
    const notes = inOut('release-notes.md');
    mkdirSync(inOut(), { recursive: true });
    writeFileSync(notes, `${notesOf(readFileSync(changelog, 'utf8'), version)}\n`);
    command('git', 'push', 'origin', 'main', `v${version}`);
    const files = releasedFiles().map((name) => `release/${name}`);
    const about = [
      '--draft',
      '--verify-tag',
      '--title',
      `Gatehouse ${version}`,
      '--notes-file',
      notes,
    ];
    command('gh', 'release', 'create', `v${version}`, ...about, ...files);
  },
};

await main(() => {
  const run = Object.entries(STEPS).find(([name]) => name === step)?.[1];
  if (run === undefined) {
    print(`usage: npm run release -- ${Object.keys(STEPS).join(' | ')} [VERSION] [--dry-run]`);
    return 64;
  }
  const { stdout } = git('status', '--porcelain');
  if (stdout !== '' && !isDryRun && step !== 'check')
    throw new SetupError('The checkout has changes that are not committed.', {
      why: stdout,
      remedy: 'git stash',
    });
  run(given || ownPackage().version);
  return 0;
});

/**
 * Prints a command, and runs it.
 *
 * @throws {SetupError} where it fails
 */
function command(program: string, ...args: string[]) {
  console.log(`$ ${[program, ...args].join(' ')}`);
  if (isDryRun) return;
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0)
    throw new SetupError(`${program} failed.`, {
      why: error?.message ?? `exit code ${status ?? 'of a signal'}`,
    });
}
