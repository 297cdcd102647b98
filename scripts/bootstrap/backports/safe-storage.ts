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
      if (!safeStorage.isEncryptionAvailable()) {
        throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
      }
      return { shouldReEncrypt: false, result: safeStorage.decryptString(encrypted) };
    },
    getSelectedStorageBackend: (): string => {
      if (!app.isReady()) return 'unknown';
      return backendBy(app.commandLine.getSwitchValue('password-store'), process.env);
    },
  };
  for (const [name, value] of Object.entries(supplied)) {
    if (!(name in safeStorage)) Object.assign(safeStorage, { [name]: value });
  }
}

/** Desktops with GNOME's keyring, as Chromium has them. */
const WITH_LIBSECRET = /^(?:X-Cinnamon|Deepin|GNOME|Pantheon|XFCE|UKUI|Unity)$/i;

/** The back end by its switch, or by the desktop: which one is chosen, not whether it is there. */
function backendBy(chosen: string, env: NodeJS.ProcessEnv): string {
  if (chosen !== '') return chosen === 'basic' ? 'basic_text' : chosen.replaceAll('-', '_');
  // Chromium moves the first away for itself.
  const desktops = (env['ORIGINAL_XDG_CURRENT_DESKTOP'] ?? env['XDG_CURRENT_DESKTOP'] ?? '').split(':');
  if (desktops.some((name) => WITH_LIBSECRET.test(name))) return 'gnome_libsecret';
  if (desktops.includes('KDE')) return `kwallet${env['KDE_SESSION_VERSION'] ?? ''}`;
  return 'basic_text';
}
