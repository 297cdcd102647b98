import { safeStorage } from 'electron';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failure, success, type Result } from '../../shared/result.ts';
import { isProtecting } from '../secrets/key-store-policy.ts';
import type { KeyStore } from '../secrets/key-store.ts';

/** Prefix of Electron's ciphertexts on Linux under a key that is the same everywhere. */
const WITH_KNOWN_KEY = Buffer.from('v10');
/** How it says that the key of a ciphertext cannot be had now; never on Linux. */
const NO_KEY_NOW = /temporarily unavailable/;
/** Sealed to see with which key; an empty text is not sealed at all. */
const PROBE = '?';

/** The operating system's key store through Electron. Usable after `ready` only. */
export const safeKeyStore: KeyStore = {
  backend: () => Promise.resolve(backend()),
  protects: async () => isProtecting(backend()) && (await hasOwnKey()),
  seal,
  unseal: async (sealed) => {
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed);
      return success({ text: result, isStale: shouldReEncrypt });
    } catch (error) {
      const isForNow = error instanceof Error && NO_KEY_NOW.test(error.message);
      return failure(isForNow || !(await hasOwnKey()) ? 'no-key' : 'refused');
    }
  },
};

/** Whether sealing uses a key of the person's own: on Linux Electron calls itself available with the known one too. */
async function hasOwnKey(): Promise<boolean> {
  return process.platform === 'linux'
    ? (await seal(PROBE)).ok
    : await safeStorage.isAsyncEncryptionAvailable();
}

async function seal(secret: string): Promise<Result<Buffer, string>> {
  try {
    const sealed = await safeStorage.encryptStringAsync(secret);
    // SECURITY: SEC-50 without the keyring's key Electron silently takes a publicly known one.
    const isKnown = process.platform === 'linux' && sealed.subarray(0, 3).equals(WITH_KNOWN_KEY);
    return isKnown ? failure('the key store is locked, or not running') : success(sealed);
  } catch {
    return failure('the key store refused to take it');
  }
}

function backend(): string {
  if (process.platform === 'darwin') return 'keychain';
  if (process.platform === 'win32') return 'dpapi';
  // The keyrings are reached through the session's bus; without one Chromium prints a complaint.
  return hasSessionBus(process.env) ? safeStorage.getSelectedStorageBackend() : 'none';
}

function hasSessionBus(env: NodeJS.ProcessEnv): boolean {
  const address = env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  if (address !== '' && !address.startsWith('disabled:')) return true;
  const folder = env['XDG_RUNTIME_DIR'] ?? '';
  return folder !== '' && existsSync(join(folder, 'bus'));
}
