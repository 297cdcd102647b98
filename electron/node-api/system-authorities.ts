import { closeSync, realpathSync } from 'node:fs';
import { openPlainFile } from '../files/open-plain-file.ts';
import { refusalIfOpen } from '../os/posix-access.ts';
import { readAtMost } from '../files/read-small-file.ts';

/** Where Linux distributions keep the authorities that they and root trust, in one file (PEM). */
export const AUTHORITY_FILES = [
  // Debian, Ubuntu, Arch, Alpine, Gentoo.
  '/etc/ssl/certs/ca-certificates.crt',
  // Fedora, Red Hat.
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  // openSUSE.
  '/etc/ssl/ca-bundle.pem',
  // Older versions of Alpine; BSD.
  '/etc/ssl/cert.pem',
] as const;

/** Of the largest distribution today, a quarter megabyte. */
const MAX_BYTES = 4_194_304;

/**
 * The system's authorities in PEM: of the first file that is there. Empty without one that root alone can write: then the
 * system trusts nobody.
 */
// SECURITY: SEC-33 no variable of the environment names another file, and no list within Node is used.
export function systemAuthorities(files: readonly string[] = AUTHORITY_FILES): string {
  for (const file of files) {
    const text = textOf(file);
    if (text !== null) return text;
  }
  return '';
}

/** Null for a file that is missing; empty for one that may not be used. */
function textOf(file: string): string | null {
  let path: string;
  try {
    path = realpathSync(file);
  } catch {
    return null;
  }
  try {
    const opened = openPlainFile(path);
    if (opened === null) return '';
    try {
      const { descriptor, status } = opened;
      // SECURITY: SEC-73 an account that can write the file chooses the trusted authorities.
      const isRoots = status.uid === 0 && refusalIfOpen(path, status) === null;
      return isRoots ? (readAtMost(descriptor, MAX_BYTES)?.toString('latin1') ?? '') : '';
    } finally {
      closeSync(opened.descriptor);
    }
  } catch {
    return '';
  }
}
