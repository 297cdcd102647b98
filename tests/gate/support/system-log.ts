import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endingWithUs } from '../../../scripts/lib/run.ts';
import { makeSandboxFolder } from '../../../lab/electron-runtime.ts';
import { eventually } from '../../support/eventually.ts';

const OWN_LOG = join(import.meta.dirname, 'own-system-log.sh');
const OWN_JOURNAL = join(import.meta.dirname, 'own-journal.sh');
const DAEMON = join(import.meta.dirname, 'system-log.pl');

/** Why a system's log of the test's own cannot be made here; empty where it can. */
export function withoutOwnLog(): string {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'a mount namespace needs root on Linux';
  if (!existsSync('/usr/bin/logger')) return 'there is no logger (util-linux)';
  if (spawnSync('perl', ['-MSocket', '-e', '1']).status !== 0) return 'there is no perl';
  return spawnSync('unshare', ['--mount', 'true']).status === 0 ? '' : 'no mount namespaces';
}

/**
 * The state of a system's log. `reads`: it takes lines. `full`: it reads nothing, and its queue is
 * full. `gone`: its socket is left, and nobody listens. `missing`: there is no socket.
 */
export type LogState = 'reads' | 'full' | 'gone' | 'missing';

/**
 * A system's log of the test's own, at the address of the real one: for a program in a mount
 * namespace of its own.
 */
export class SystemLog {
  readonly #folder = makeSandboxFolder('system-log-');
  readonly #socket = join(this.#folder, 'log');
  readonly #state: LogState;
  #daemon: ChildProcess | null = null;
  #said = '';
  #logger = '';
  #spaces = 0;

  private constructor(state: LogState) {
    this.#state = state;
  }

  static async open(state: LogState): Promise<SystemLog> {
    const log = new SystemLog(state);
    if (state !== 'missing') await log.#listen(state === 'full' ? 'full' : 'reads');
    if (state === 'gone') log.close();
    return log;
  }

  /** Puts a script of the shell in the place of `/usr/bin/logger`. */
  replaceLogger(script: string, mode = 0o755): this {
    this.#logger = join(this.#folder, 'logger');
    writeFileSync(this.#logger, `#!/bin/sh\n${script}\n`, { mode });
    return this;
  }

  /** A command that runs with this log. */
  around(command: readonly string[]): [string, ...string[]] {
    this.#spaces += 1;
    const devices = join(this.#folder, `dev-${String(this.#spaces)}`);
    mkdirSync(devices);
    const socket = this.#state === 'missing' ? '' : this.#socket;
    return ['unshare', '--mount', 'sh', OWN_LOG, devices, socket, this.#logger, ...command];
  }

  /** The datagrams so far: priority, time and tag as syslog has them, then the line. */
  datagrams(): readonly string[] {
    return this.#said.split('\n').slice(1, -1);
  }

  /** Waits for a number of datagrams, and returns their lines. */
  async lines(count: number): Promise<readonly string[]> {
    await eventually(
      `${count} lines in the log`,
      () => this.datagrams().length >= count,
      10_000,
      () => this.#said,
    );
    return this.datagrams().map((datagram) => datagram.replace(/^[^{]*/, ''));
  }

  close(): void {
    this.#daemon?.kill('SIGKILL');
  }

  async #listen(mode: 'reads' | 'full'): Promise<void> {
    const [command, args] = endingWithUs('perl', [DAEMON, this.#socket, mode], 'KILL');
    const daemon = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#daemon = daemon;
    daemon.stdout.setEncoding('utf8').on('data', (text: string) => (this.#said += text));
    await eventually('the log to listen', () => this.#said.startsWith('ready\n'));
  }
}

/** Whether a journal of the test's own can be made here, too. */
export const hasJournal =
  withoutOwnLog() === '' &&
  ['/usr/lib/systemd/systemd-journald', '/usr/bin/journalctl', '/etc/machine-id'].every((path) =>
    existsSync(path),
  );

/** An entry of the journal: fields of the message, and those that the journal knows of its sender. */
export type JournalEntry = Readonly<Record<string, string>>;

/** A real journal (systemd-journald) at the address of the system's. */
export class Journal {
  readonly #folder = makeSandboxFolder('journal-');

  /** A command that runs with this journal, which ends with it. */
  around(command: readonly string[]): [string, ...string[]] {
    const devices = join(this.#folder, 'dev');
    mkdirSync(devices);
    const own = [devices, '/run/systemd/journal/dev-log', ''];
    const journal = ['sh', OWN_JOURNAL, join(this.#folder, 'entries')];
    return ['unshare', '--mount', 'sh', OWN_LOG, ...own, ...journal, ...command];
  }

  /** The entries, once the command has ended. */
  entries(): readonly JournalEntry[] {
    return readFileSync(join(this.#folder, 'entries'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as JournalEntry);
  }
}
