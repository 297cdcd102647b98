import { isAbsolute } from 'node:path';
import { examineTrustedFile } from '../read-config-file.ts';
import type { ManagedSource } from './managed-source.ts';
import { checkNamedFile, ROOTS } from './root-trust.ts';

/** A file and its folders, on Linux or macOS, that only root can write. */
export function linuxSource(file: string): ManagedSource {
  const source: ManagedSource = {
    file,
    examine: () => examineTrustedFile(file, ROOTS),
    unread: () => null,
    at: (asked) => (asked === file ? source : null),
    isAbsolute,
    checkNamed: (_key, path) => checkNamedFile(path),
  };
  return source;
}
