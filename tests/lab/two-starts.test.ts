/**
 * Two starts at once in a fresh clone: one sets up, the other waits for it, both come up. The
 * packages and the Electron are those of this checkout, so that nothing is downloaded.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { processTree } from '../../lab/processes.ts';
import { eventually } from '../support/eventually.ts';
import { repositoryFiles, ROOT } from '../../scripts/lib/repository-files.ts';
import { electronRuntime, requireElectron } from '../../lab/electron-runtime.ts';

const runtime = electronRuntime();
const skipped = runtime.available
  ? process.platform === 'linux'
    ? ''
    : 'needs /proc'
  : runtime.reason;

/**
 * Set-up builds twice, one after the other; on a busy computer a start takes more than half a
 * minute.
 */
const UP_MS = 120_000;
const WHOLE_MS = 180_000;
const SOON_MS = 30_000;

const WAITS = 'waiting for another set-up of this checkout to end';

let folder = '';
const starts: Start[] = [];
afterEach(async () => {
  for (const start of starts.splice(0)) await start.end();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(skipped !== '')(`two starts${skipped && ` (skipped: ${skipped})`}`, () => {
  it(
    'sets a fresh clone up once at a time when two starts begin together, and both come up',
    async () => {
      folder = mkdtempSync(path.join(os.tmpdir(), 'gatehouse-two-starts-'));
      const clone = path.join(folder, 'clone');
      cloneInto(clone);
      const npm = makeNpm(path.join(folder, 'bin'), clone);
      const env = {
        ...process.env,
        PATH: `${npm.folder}${path.delimiter}${process.env['PATH'] ?? ''}`,
        BROWSER: 'none',
        ELECTRON_OVERRIDE_DIST_PATH: requireElectron().dist,
        // Set-up would take the npm that runs this test.
        npm_execpath: '',
      };
      const pair = [new Start(clone, env), new Start(clone, env)] as const;
      starts.push(...pair);
      const said = (): string => pair.map((start) => start.said).join('\n---\n');
      const waits = (): number => said().split(WAITS).length - 1;

      // The packages: no second installation begins beside the first.
      const isInstalling = (): boolean => npm.calls() > 1 || (npm.calls() === 1 && waits() === 1);
      await eventually('one start to install, and one to wait', isInstalling, SOON_MS, said);
      expect(npm.calls()).toBe(1);
      npm.goOn();

      // The rest of set-up, likewise.
      const isUp = (): boolean => pair.every((start) => start.isUp());
      await eventually('both windows', isUp, UP_MS, said);
      expect(npm.calls()).toBe(1);
      expect(waits(), said()).toBe(2);

      const dist = path.join(clone, 'dist');
      expect(lstatSync(dist).isSymbolicLink()).toBe(true);
      expect(readdirSync(dist).sort()).toEqual(['main', 'preload', 'renderer', 'terminal']);
      const left = readdirSync(clone);
      expect(left.filter((name) => name.endsWith('.draft'))).toEqual([]);
    },
    WHOLE_MS,
  );
});

/** What `npm start` starts, and the processes below it. */
class Start {
  said = '';
  readonly #child: ChildProcess;

  constructor(clone: string, env: NodeJS.ProcessEnv) {
    this.#child = spawn(path.join(clone, 'scripts', 'run'), ['scripts/start.ts'], {
      cwd: clone,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.said += text));
  }

  /** Whether its emulator and its window run. */
  isUp(): boolean {
    const commands = processTree(this.#child.pid ?? 0).map(({ command }) => command.join(' '));
    const runs = (words: string): boolean => commands.some((command) => command.includes(words));
    return runs('/emulator/main.ts') && runs('--type=renderer');
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await ended;
  }
}

/**
 * The files that a clone has, with edits that are not committed. A pinned compiler comes along: it
 * is a download.
 */
function cloneInto(clone: string): void {
  for (const file of repositoryFiles()) cpSync(path.join(ROOT, file), path.join(clone, file));
  const toolchain = path.join(ROOT, '.toolchain');
  mkdirSync(path.join(clone, '.toolchain'));
  for (const name of readdirSync(toolchain).filter((entry) => entry.startsWith('zig-')))
    symlinkSync(path.join(toolchain, name), path.join(clone, '.toolchain', name));
}

/** An `npm` whose `ci` takes this checkout's packages, once it may go on. */
function makeNpm(
  folder: string,
  clone: string,
): Readonly<{ folder: string; calls: () => number; goOn: () => void }> {
  mkdirSync(folder);
  const calls = path.join(folder, 'calls');
  const go = path.join(folder, 'go');
  const script = `#!/bin/sh
echo "$*" >> '${calls}'
until [ -e '${go}' ]; do sleep 0.05; done
ln -sfn '${path.join(ROOT, 'node_modules')}' '${path.join(clone, 'node_modules')}'
`;
  writeFileSync(path.join(folder, 'npm'), script);
  chmodSync(path.join(folder, 'npm'), 0o755);
  return {
    folder,
    calls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trimEnd().split('\n').length : 0),
    goOn: () => {
      writeFileSync(go, '');
    },
  };
}
