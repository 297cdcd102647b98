import { safeStorage } from 'electron';
import { failure, success } from '../../shared/result.ts';
import type { KeyStore } from '../keys/key-store.ts';

/** The operating system's key store through Electron. Usable after `ready` only. */
export const safeKeyStore: KeyStore = {
  backend,
  protects: async () => {
    // Without a real keyring, Chromium's own key protects nothing: it is the same everywhere.
    return (
      !['basic_text', 'unknown', 'none'].includes(await backend()) &&
      (await safeStorage.isAsyncEncryptionAvailable())
    );
  },
  seal: async (secret) => {
    try {
      return success(await safeStorage.encryptStringAsync(secret));
    } catch {
      return failure('the key store refused to take it');
    }
  },
  unseal: async (sealed) => {
    try {
      return success((await safeStorage.decryptStringAsync(sealed)).result);
    } catch {
      return failure('the key store is locked, or is not the one that sealed it');
    }
  },
};

async function backend(): Promise<string> {
  if (process.platform === 'darwin') return 'keychain';
  if (process.platform === 'win32') return 'dpapi';
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return 'none';
  return safeStorage.getSelectedStorageBackend();
}
