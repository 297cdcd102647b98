/** A key of GnuPG that is made for one test, in a keyring of its own. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

export interface Keyring {
  /** with GNUPGHOME, for whatever is to use this keyring */
  readonly env: NodeJS.ProcessEnv;
  /** Makes a key without a passphrase; returns its fingerprint. `args` come first. */
  makeKey(name: string, ...args: readonly string[]): Promise<string>;
  gpg(...args: readonly string[]): Promise<string>;
  /** Ends the agent that GnuPG has started, and removes the keyring. */
  remove(): Promise<void>;
}

/** A new, empty keyring. */
export function makeKeyring(): Keyring {
  // Short: the agent's socket lies in it, and the path of a socket has 107 bytes.
  const home = mkdtempSync(path.join(os.tmpdir(), 'gpg-'));
  const env = { ...process.env, GNUPGHOME: home };
  const gpg = async (...args: readonly string[]): Promise<string> =>
    (await execute('gpg', ['--batch', '--no-tty', ...args], { env })).stdout;
  return {
    env,
    gpg,
    async makeKey(name, ...args) {
      const user = `${name} <${name}@example.test>`;
      await gpg(...args, '--passphrase', '', '--quick-gen-key', user, 'ed25519', 'sign', '1y');
      const listed = await gpg('--with-colons', '--list-secret-keys', `=${user}`);
      return /^fpr:+([0-9A-F]{40}):/m.exec(listed)?.[1] ?? '';
    },
    async remove() {
      await execute('gpgconf', ['--kill', 'all'], { env });
      // The agent removes its sockets itself, at the same time.
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}
