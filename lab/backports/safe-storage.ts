/**
 * The asynchronous calls of `safeStorage` over the synchronous ones, no kinder than the newer
 * Electron's, and the name of its back end as far as known.
 */
import { app, safeStorage } from 'electron';
import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';

/** Adds the missing functions. */
export function supplySafeStorage(): void {
  const supplied = {
    // On Linux true once ready, also with the known key.
    isAsyncEncryptionAvailable: (): Promise<boolean> => Promise.resolve(app.isReady()),
    encryptStringAsync: async (plainText: string): Promise<Buffer> => {
      await refuseBeforeReady();
      return isWithoutKey() ? sealWithKnownKey(plainText) : safeStorage.encryptString(plainText);
    },
    decryptStringAsync: async (
      encrypted: Buffer,
    ): Promise<{ shouldReEncrypt: boolean; result: string }> => {
      await refuseBeforeReady();
      const isKnown = process.platform === 'linux' && encrypted.subarray(0, 3).equals(KNOWN);
      try {
        return isKnown
          ? { shouldReEncrypt: !isWithoutKey(), result: openWithKnownKey(encrypted) }
          : { shouldReEncrypt: false, result: safeStorage.decryptString(encrypted) };
      } catch {
        // A locked, a different or a missing keyring: the newer Electron does not tell them apart.
        throw new Error(
          'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.',
        );
      }
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

function refuseBeforeReady(): Promise<void> {
  return app.isReady()
    ? Promise.resolve()
    : Promise.reject(new Error('safeStorage cannot be used before app is ready'));
}

const isWithoutKey = (): boolean =>
  process.platform === 'linux' && !safeStorage.isEncryptionAvailable();

/**
 * The prefix and the cipher of a text that Chromium on Linux sealed with the key that everybody
 * has.
 */
const KNOWN = Buffer.from('v10');
const KNOWN_CIPHER = 'aes-128-cbc';
const KNOWN_KEY = pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1');
const KNOWN_START = Buffer.alloc(16, ' ');

function sealWithKnownKey(text: string): Buffer {
  const cipher = createCipheriv(KNOWN_CIPHER, KNOWN_KEY, KNOWN_START);
  return Buffer.concat([KNOWN, cipher.update(text, 'utf8'), cipher.final()]);
}

function openWithKnownKey(sealed: Buffer): string {
  const cipher = createDecipheriv(KNOWN_CIPHER, KNOWN_KEY, KNOWN_START);
  return Buffer.concat([cipher.update(sealed.subarray(KNOWN.length)), cipher.final()]).toString(
    'utf8',
  );
}

/** Desktops with GNOME's keyring, as Chromium has them. */
const WITH_LIBSECRET = /^(?:X-Cinnamon|Deepin|GNOME|Pantheon|XFCE|UKUI|Unity)$/i;

/** The back end by its switch, or by the desktop: which one is chosen, not whether it is there. */
function backendBy(chosen: string, env: NodeJS.ProcessEnv): string {
  if (chosen !== '') return chosen === 'basic' ? 'basic_text' : chosen.replaceAll('-', '_');
  // Chromium moves the first away for itself.
  const desktops = (env['ORIGINAL_XDG_CURRENT_DESKTOP'] ?? env['XDG_CURRENT_DESKTOP'] ?? '').split(
    ':',
  );
  if (desktops.some((name) => WITH_LIBSECRET.test(name))) return 'gnome_libsecret';
  if (desktops.includes('KDE')) return `kwallet${env['KDE_SESSION_VERSION'] ?? ''}`;
  return 'basic_text';
}
