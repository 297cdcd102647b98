import { closeSync, realpathSync } from 'node:fs';
import { openPlainFile } from '../files/open-plain-file.ts';
import { refusalIfWritableByOthers } from '../os/posix-access.ts';
import { readAtMost } from '../files/read-small-file.ts';

/**
 * The files of Linux distributions that hold, in PEM, all authorities that the distribution and
 * root trust.
 */
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

/** Longest file that is read. The file of the largest distribution has a quarter megabyte today. */
const MAX_BYTES = 4_194_304;

/**
 * The system's authorities in PEM, from the first file that exists. Empty if no file exists, or if
 * the first one may not be used: then no authority of the system is trusted.
 */
// SECURITY: SEC-33 no variable of the environment names another file, and no list within Node is
// used.
export function systemAuthorities(files: readonly string[] = AUTHORITY_FILES): string {
  for (const file of files) {
    const text = trustedText(file);
    if (text !== null) return text;
  }
  return '';
}

/**
 * Null for a missing file. Empty for an unusable one: unreadable, not root's, open to other
 * writers, or too long.
 */
function trustedText(file: string): string | null {
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
      const isProtected = status.uid === 0 && refusalIfWritableByOthers(path, status) === null;
      if (!isProtected) return '';
      return readAtMost(descriptor, MAX_BYTES)?.toString('latin1') ?? '';
    } finally {
      closeSync(opened.descriptor);
    }
  } catch {
    return '';
  }
}
