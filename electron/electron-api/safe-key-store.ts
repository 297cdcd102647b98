import { safeStorage } from 'electron';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failure, success, type Result } from '../../shared/result.ts';
import { isProtecting } from '../secrets/key-store-policy.ts';
import type { KeyStore } from '../secrets/key-store.ts';

/** Prefix of a ciphertext with Electron's publicly known key, on Linux. */
const WITH_KNOWN_KEY = Buffer.from('v10');
/** Electron's error for a temporarily missing key; never on Linux. */
const NO_KEY_NOW = /temporarily unavailable/;
/** Text for a trial encryption: Electron does not encrypt an empty one. */
const PROBE = '?';

/** The key store of this session, through Electron. It is usable only after `ready`. */
export const safeKeyStore: KeyStore = {
  isSupported: true,
  backend: () => Promise.resolve(backend()),
  protects: async () => isProtecting(backend()) && (await hasOwnKey()),
  seal,
  unseal: async (sealed) => {
    try {
      const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(sealed);
      return success({ text: result, isStale: shouldReEncrypt });
    } catch (error) {
      const isTemporary = error instanceof Error && NO_KEY_NOW.test(error.message);
      return failure(isTemporary || !(await hasOwnKey()) ? 'no-key' : 'refused');
    }
  },
};

/**
 * On Linux, Electron says that encryption is available even with the publicly known key, so this
 * tries one.
 */
async function hasOwnKey(): Promise<boolean> {
  return process.platform === 'linux'
    ? (await seal(PROBE)).ok
    : await safeStorage.isAsyncEncryptionAvailable();
}

async function seal(secret: string): Promise<Result<Buffer, string>> {
  try {
    const sealed = await safeStorage.encryptStringAsync(secret);
    // SECURITY: SEC-50 without a keyring Electron silently uses a publicly known key.
    const isKnown = process.platform === 'linux' && sealed.subarray(0, 3).equals(WITH_KNOWN_KEY);
    return isKnown ? failure('the key store is locked, or not running') : success(sealed);
  } catch {
    return failure('the key store refused to take it');
  }
}

function backend(): string {
  if (process.platform === 'darwin') return 'keychain';
  if (process.platform === 'win32') return 'dpapi';
  // Without a session bus, Chromium would print a warning.
  return hasSessionBus(process.env) ? safeStorage.getSelectedStorageBackend() : 'none';
}

function hasSessionBus(env: NodeJS.ProcessEnv): boolean {
  const address = env['DBUS_SESSION_BUS_ADDRESS'] ?? '';
  if (address !== '' && !address.startsWith('disabled:')) return true;
  const folder = env['XDG_RUNTIME_DIR'] ?? '';
  return folder !== '' && existsSync(join(folder, 'bus'));
}
