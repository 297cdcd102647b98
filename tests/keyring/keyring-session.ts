import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { skipped } from '../support/bench/here.ts';
import { asSandboxUser, makeSandboxFolder, requireElectron } from '../../lab/electron-runtime.ts';
import { PROGRAMS } from '../../lab/programs.ts';
import { eventually } from '../support/eventually.ts';

const DEADLINE_MS = 60_000;
const PASSWORD = 'the password of the keyring';
const KEYRING_NAME = 'org.freedesktop.secrets';

/**
 * The programs of a keyring that cannot be started: not installed, or refused, as its capability is
 * in a container.
 */
function missingPrograms(): readonly string[] {
  return PROGRAMS.keyring.programs.filter((name) => {
    const [command, ...args] = asSandboxUser([name, '--version']);
    const { status } = spawnSync(command, args, {
      stdio: 'ignore',
      timeout: DEADLINE_MS,
      cwd: '/',
    });
    // Statuses of a shell or `env` for a program that cannot start.
    return status === null || status === 126 || status === 127;
  });
}

/** The reason why no keyring can be started here; empty where one can. */
export const reason = ((): string => {
  const missing = skipped === '' ? missingPrograms() : [];
  return missing.length === 0
    ? skipped
    : `cannot be started: ${missing.join(' ')}; npm test -- keyring says how to install them`;
})();

type Daemon = Readonly<{ child: ChildProcess; gone: Promise<void>; said: () => string }>;

/**
 * A separate desktop session for Electron's user: a home, a bus that starts no service by itself
 * (and so shows no window for a password), and a gnome-keyring that can be opened, locked, reset
 * and taken away.
 */
export class KeyringSession {
  // A socket's path has room for 107 characters.
  readonly #folder = makeSandboxFolder('k-');
  readonly #home = join(this.#folder, 'h');
  readonly #run = join(this.#folder, 'r');
  readonly #address = `unix:path=${join(this.#run, 'bus')}`;
  #bus: Daemon | null = null;
  #keyring: Daemon | null = null;

  /** Opens the bus; there is no keyring yet. */
  async open(): Promise<void> {
    const { sandboxUser } = requireElectron();
    for (const folder of [this.#home, this.#run]) {
      mkdirSync(folder, { mode: 0o700 });
      if (sandboxUser !== null) chownSync(folder, sandboxUser.uid, sandboxUser.gid);
    }
    const config = join(this.#folder, 'bus.conf');
    writeFileSync(config, busConfig(this.#address), { mode: 0o644 });
    this.#bus = this.#start(['dbus-daemon', `--config-file=${config}`, '--nofork', '--nopidfile']);
    await this.#until('the bus to answer', this.#bus, () => this.#ask('ListNames') !== null);
  }

  /** The environment of this session's programs. */
  env(): NodeJS.ProcessEnv {
    const { sandboxUser } = requireElectron();
    const places =
      sandboxUser === null
        ? { HOME: this.#home, XDG_RUNTIME_DIR: this.#run }
        : { GATEHOUSE_RUNNER_HOME: this.#home, GATEHOUSE_RUNNER_RUNTIME_DIR: this.#run };
    return {
      ...places,
      DBUS_SESSION_BUS_ADDRESS: this.#address,
      XDG_CURRENT_DESKTOP: 'GNOME',
      XDG_CONFIG_HOME: undefined,
      XDG_DATA_HOME: undefined,
      KDE_SESSION_VERSION: undefined,
    };
  }

  /** The same session without a bus, as after logging in over the network. */
  envWithoutBus(): NodeJS.ProcessEnv {
    const elsewhere = join(this.#folder, 'n');
    mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
    const { sandboxUser } = requireElectron();
    if (sandboxUser !== null) chownSync(elsewhere, sandboxUser.uid, sandboxUser.gid);
    const name = sandboxUser === null ? 'XDG_RUNTIME_DIR' : 'GATEHOUSE_RUNNER_RUNTIME_DIR';
    return { ...this.env(), [name]: elsewhere, DBUS_SESSION_BUS_ADDRESS: undefined };
  }

  /** The file of the stored credentials, wherever the program's folder is below this home. */
  credentialFiles(): readonly string[] {
    const found = spawnSync('find', [this.#home, '-name', 'credentials.json*'], {
      encoding: 'utf8',
    });
    return found.stdout.split('\n').filter((line) => line !== '');
  }

  /** Starts the keyring, open or locked; it is made at first. */
  async startKeyring(as: 'open' | 'locked'): Promise<void> {
    await this.stopKeyring();
    const words = [
      '--foreground',
      '--components=secrets',
      `--control-directory=${join(this.#run, 'c')}`,
    ];
    const opening = as === 'open' ? ['--unlock'] : [];
    this.#keyring = this.#start(['gnome-keyring-daemon', ...words, ...opening]);
    this.#keyring.child.stdin?.end(as === 'open' ? PASSWORD : '');
    await this.#until('the keyring to be on the bus', this.#keyring, () => this.#hasKeyring());
    if (as === 'open') {
      const file = join(this.#home, '.local', 'share', 'keyrings', 'login.keyring');
      await this.#until('the keyring to be made', this.#keyring, () => existsSync(file));
    }
  }

  /** Ends the keyring, and waits until the bus knows. */
  async stopKeyring(): Promise<void> {
    const keyring = this.#keyring;
    if (keyring === null) return;
    this.#keyring = null;
    keyring.child.kill('SIGTERM');
    await keyring.gone;
    await eventually('the keyring to be off the bus', () => !this.#hasKeyring(), DEADLINE_MS);
  }

  /** Throws the keyring away, as after a forgotten password. */
  async removeKeyring(): Promise<void> {
    await this.stopKeyring();
    rmSync(join(this.#home, '.local', 'share', 'keyrings'), { recursive: true, force: true });
  }

  /** How many connections programs have to the bus. */
  guests(): number {
    const names = this.#ask('ListNames')?.match(/":\d/g) ?? [];
    // One of them asks.
    return Math.max(0, names.length - 1);
  }

  /** Ends the bus, as a log-out does. */
  async endBus(): Promise<void> {
    this.#bus?.child.kill('SIGTERM');
    await this.#bus?.gone;
    this.#bus = null;
  }

  /** Ends everything. */
  async close(): Promise<void> {
    for (const daemon of [this.#keyring, this.#bus]) {
      daemon?.child.kill('SIGKILL');
      await daemon?.gone;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #start(words: readonly string[]): Daemon {
    // The kernel ends it with this process, however that ends.
    const [command, ...args] = asSandboxUser(['setpriv', '--pdeathsig', 'KILL', ...words]);
    const child = spawn(command, args, {
      env: { ...process.env, ...this.env() },
      stdio: ['pipe', 'pipe', 'pipe'],
      cwd: '/',
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    }
    child.stdin.on('error', () => undefined);
    const gone = new Promise<void>((resolve) => {
      child.once('error', (error) => {
        said += String(error);
        resolve();
      });
      child.once('close', () => {
        resolve();
      });
    });
    return { child, gone, said: () => said };
  }

  async #until(what: string, daemon: Daemon, holds: () => boolean): Promise<void> {
    await eventually(what, holds, DEADLINE_MS, daemon.said);
  }

  #hasKeyring(): boolean {
    return this.#ask('NameHasOwner', `string:${KEYRING_NAME}`)?.includes('boolean true') === true;
  }

  /** The bus's answer to one of its own calls; null without an answer. */
  #ask(call: string, ...values: readonly string[]): string | null {
    const [command, ...args] = asSandboxUser([
      'dbus-send',
      `--bus=${this.#address}`,
      '--dest=org.freedesktop.DBus',
      '--print-reply',
      '--reply-timeout=10000',
      '/',
      `org.freedesktop.DBus.${call}`,
      ...values,
    ]);
    const asked = spawnSync(command, args, {
      env: { ...process.env, ...this.env() },
      encoding: 'utf8',
      cwd: '/',
    });
    return asked.status === 0 ? asked.stdout : null;
  }
}

const busConfig = (address: string): string => `<!DOCTYPE busconfig PUBLIC
  "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>${address}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
