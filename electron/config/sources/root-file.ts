import { isAbsolute } from 'node:path';
import { examineTrustedFile } from '../read-config-file.ts';
import type { ManagedSource } from './managed-source.ts';
import { checkNamedFile, ROOTS } from './root-trust.ts';

/** The managed file on Linux or macOS. Only root can write it and its folders. */
export function rootFileSource(file: string): ManagedSource {
  const source: ManagedSource = {
    file,
    examine: () => examineTrustedFile(file, ROOTS),
    at: (path) => (path === file ? source : null),
    isAbsolute,
    checkNamed: (_key, path) => checkNamedFile(path),
  };
  return source;
}
