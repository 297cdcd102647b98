/**
 * Wine for one run of the suite: a prefix of its own, made at the start and removed at the end with
 * every process in it. Wine shows behaviour but not access control: it enforces neither permissions
 * nor a sandbox (decision 0008).
 */
import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compilerProgram } from '../../../packaging/native/compiler.ts';
import { inToolchain } from '../../../scripts/lib/paths.ts';
import {
  asSandboxUser,
  makeSandboxFolder,
  requireElectron,
} from '../../../lab/electron-runtime.ts';
import { eventually } from '../../support/eventually.ts';

/** The person in this Windows: their folder is named after them. */
export const WINDOWS_USER = 'Zoë van Müller';

/** Under load a new prefix took half a minute. */
const BOOT_MS = 180_000;
const END_MS = 30_000;

/**
 * A font for dialogs, without which Chromium opens no window, and the version that the program is
 * made for.
 */
const SETTINGS = `REGEDIT4

[HKEY_LOCAL_MACHINE\\Software\\Microsoft\\Windows NT\\CurrentVersion\\FontSubstitutes]
"MS Shell Dlg"="DejaVu Sans"
"MS Shell Dlg 2"="DejaVu Sans"

[HKEY_CURRENT_USER\\Software\\Wine]
"Version"="win10"
`;

/** A Wine prefix, and how to start something in it. */
export class WinePrefix {
  /** The run's folder: the prefix, a home, the tests' files. Belongs to the user that runs Electron. */
  readonly folder: string;

  /** Preloaded into each of its processes. */
  get #fork(): string {
    return join(this.folder, 'fork.so');
  }

  constructor(folder = makeSandboxFolder('wine-')) {
    this.folder = folder;
  }

  /** Makes it: about ten seconds. */
  async make(): Promise<void> {
    const { sandboxUser } = requireElectron();
    for (const name of ['home', 'files', 'run']) {
      mkdirSync(join(this.folder, name), { mode: 0o700 });
      if (sandboxUser !== null)
        chownSync(join(this.folder, name), sandboxUser.uid, sandboxUser.gid);
    }
    const source = join(import.meta.dirname, 'native', 'fork.c');
    const cache = inToolchain('cache', 'zig');
    await promisify(execFile)(
      compilerProgram,
      ['cc', '-shared', '-fPIC', source, '-o', this.#fork],
      {
        env: { ...process.env, ZIG_GLOBAL_CACHE_DIR: cache, ZIG_LOCAL_CACHE_DIR: cache },
      },
    );
    chmodSync(this.#fork, 0o755);
    const settings = join(this.folder, 'settings.reg');
    writeFileSync(settings, SETTINGS);
    chmodSync(settings, 0o644);
    // Its folder first: without it the server does not start, and one of Debian's would end with
    // each program.
    mkdirSync(join(this.folder, 'prefix'), { mode: 0o700 });
    if (sandboxUser !== null)
      chownSync(join(this.folder, 'prefix'), sandboxUser.uid, sandboxUser.gid);
    // Lives on between the programs of the tests, and not for long after the last.
    const server = this.run(['wineserver', '-p30']);
    if (server !== 0) throw new Error(`wineserver ended with ${String(server)}`);
    await this.wine(['wineboot.exe', '-i']);
    await this.wine(['regedit.exe', '/S', windowsPath(settings)]);
  }

  /** Where the person's program data are, as this system names it. */
  get appData(): string {
    return join(this.folder, 'prefix', 'drive_c', 'users', WINDOWS_USER, 'AppData', 'Roaming');
  }

  /**
   * The words that start a program of this system in the prefix, as the right user, ended with this
   * process.
   */
  command(words: readonly string[]): [string, ...string[]] {
    const unset = [
      'LANG',
      'LANGUAGE',
      'XDG_CONFIG_HOME',
      'XDG_DATA_HOME',
      'XDG_CACHE_HOME',
      'TMPDIR',
    ];
    const settings = [
      `HOME=${join(this.folder, 'home')}`,
      `XDG_RUNTIME_DIR=${join(this.folder, 'run')}`,
      `USER=${WINDOWS_USER}`,
      `LOGNAME=${WINDOWS_USER}`,
      'LC_ALL=C.UTF-8',
      `WINEPREFIX=${join(this.folder, 'prefix')}`,
      'WINEARCH=win64',
      'WINEDEBUG=-all',
      `LD_PRELOAD=${this.#fork}`,
      // No downloads, no desktop menus. A crashed process ends, as in the launcher's job on
      // Windows: Wine's debugger would hold it for ever.
      'WINEDLLOVERRIDES=mscoree=;mshtml=;winemenubuilder.exe=;winedbg.exe=',
    ];
    const env = ['env', ...unset.flatMap((name) => ['-u', name]), ...settings];
    // Files of a Windows program are private to the person, as in a profile of Windows: Wine goes
    // by the modes. With random addresses, Linux places the heap of one process in 4,000 where
    // Windows has its shared user data.
    const ownAlone = ['sh', '-c', 'umask 077; exec setarch -R "$@"', 'sh'];
    return asSandboxUser(['setpriv', '--pdeathsig', 'KILL', ...env, ...ownAlone, ...words]);
  }

  /** Starts a Windows program on files; its standard input is empty. */
  spawn(
    words: readonly string[],
    stdio: readonly ['ignore', number | 'ignore', number | 'ignore'],
    env: Readonly<Record<string, string>> = {},
  ): ChildProcess {
    const [command, ...args] = this.command(['wine', ...words]);
    return spawn(command, args, { stdio: [...stdio], cwd: '/', env: { ...process.env, ...env } });
  }

  /** Runs a Windows program of Wine's own to its end, which must be good. */
  async wine(words: readonly string[]): Promise<void> {
    const child = this.spawn(words, ['ignore', 'ignore', 'ignore']);
    const limit = setTimeout(() => child.kill('SIGKILL'), BOOT_MS);
    const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>(
      (resolve, reject) => {
        child.once('error', reject);
        child.once('exit', (ended, by) => {
          resolve([ended, by]);
        });
      },
    );
    clearTimeout(limit);
    if (code !== 0) throw new Error(`wine ${words.join(' ')} ended with ${String(code ?? signal)}`);
  }

  /** Runs a program of this system to its end. */
  run(words: readonly string[]): number | null {
    const [command, ...args] = this.command(words);
    return spawnSync(command, args, { stdio: 'ignore', cwd: '/', timeout: END_MS }).status;
  }

  /** Ends every process of the prefix, waits for their end, and removes the folder. */
  async remove(): Promise<void> {
    this.run(['wineserver', '-k']);
    this.run(['wineserver', '-w']);
    await eventually(
      'every process of the Wine prefix to be gone',
      () => {
        const left = this.processes();
        for (const { pid } of left) kill(pid);
        return left.length === 0;
      },
      END_MS,
      () =>
        this.processes()
          .map(({ pid, words }) => `${String(pid)} ${words}`)
          .join('\n'),
    );
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  /**
   * The state of each of its processes, for the message of one that hangs. An ended first thread
   * (`Z`) beside running threads is Wine's end of a thread with a full stack.
   */
  states(): readonly string[] {
    return this.processes().map(({ pid, words }) => {
      try {
        const threads = readdirSync(`/proc/${String(pid)}/task`).map((thread) => {
          const stat = readFileSync(`/proc/${String(pid)}/task/${thread}/stat`, 'utf8');
          return stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')') + 3);
        });
        return `${String(pid)} ${words.slice(0, 200)}: ${threads.join(', ')}`;
      } catch {
        return `${String(pid)} ${words} ended meanwhile`;
      }
    });
  }

  /**
   * Ends those of its processes that were being started when their parent ended, which Wine leaves
   * behind, of no job: one thread that has not executed anything (decision 0008). For use when all
   * of them should have ended.
   */
  buryUnborn(pids: readonly number[]): void {
    for (const pid of pids) if (isUnborn(pid)) kill(pid);
  }

  /** The prefix's processes, as this system lists them, without zombies. */
  processes(): readonly Readonly<{ pid: number; words: string }>[] {
    const mark = `WINEPREFIX=${join(this.folder, 'prefix')}\0`;
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
          const isEnded = stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
          // Its first thread may have ended alone; then the others know of its environment.
          const others = isEnded
            ? readdirSync(`/proc/${name}/task`).filter((one) => one !== name)
            : [name];
          const thread = others.at(-1);
          if (thread === undefined) return [];
          const place = `/proc/${name}/task/${thread}`;
          if (!readFileSync(`${place}/environ`, 'utf8').includes(mark)) return [];
          const words = readFileSync(`${place}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
          return [{ pid: Number(name), words }];
        } catch {
          // Ended meanwhile, or owned by another user.
          return [];
        }
      });
  }
}

/** A path of this system, as a Windows program in Wine names it. */
export const windowsPath = (path: string): string => `Z:${path.replaceAll('/', '\\')}`;

/**
 * proc(5): the name may have blanks and brackets; user time is the twelfth field behind it, the
 * threads are the eighteenth.
 */
function isUnborn(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[11] === '0' && fields[17] === '1';
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
