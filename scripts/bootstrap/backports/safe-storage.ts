/** The asynchronous calls of `safeStorage` over the synchronous ones, and the name of its back end as far as known. */
/* eslint-disable @typescript-eslint/no-deprecated -- the older Electron has nothing else */
import { app, safeStorage } from 'electron';

/** Adds what is not there. */
export function supplySafeStorage(): void {
  const supplied = {
    isAsyncEncryptionAvailable: async (): Promise<boolean> => {
      await app.whenReady();
      return safeStorage.isEncryptionAvailable();
    },
    encryptStringAsync: async (plainText: string): Promise<Buffer> => {
      await app.whenReady();
      return safeStorage.encryptString(plainText);
    },
    decryptStringAsync: async (encrypted: Buffer): Promise<{ shouldReEncrypt: boolean; result: string }> => {
      await app.whenReady();
      return { shouldReEncrypt: false, result: safeStorage.decryptString(encrypted) };
    },
    getSelectedStorageBackend: (): string => {
      if (!app.isReady()) return 'unknown';
      if (!safeStorage.isEncryptionAvailable()) return 'basic_text';
      return app.commandLine.getSwitchValue('password-store').replaceAll('-', '_') || 'gnome_libsecret';
    },
  };
  for (const [name, value] of Object.entries(supplied)) {
    if (!(name in safeStorage)) Object.assign(safeStorage, { [name]: value });
  }
}
