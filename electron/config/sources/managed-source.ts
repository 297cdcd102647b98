import type { Result } from '../../../shared/result.ts';
import type { ConfigError } from '../config-error.ts';
import type { ExaminedFile } from '../read-config-file.ts';

/**
 * The managed configuration of one system (docs/configuration.md#managed-places). To add a system: a file here, and
 * its line in `config-locations.ts`.
 */
export type ManagedSource = Readonly<{
  /** Absolute path of the file that may hold it; null where its folder is unknown. */
  file: string | null;
  /** Reads and checks it. */
  examine: () => ExaminedFile;
  /** A managed file that exists but is not read, because another managed place counts alone; else null. */
  unread: () => string | null;
  /** This source with `file` alone, as a login reads it there; null where `file` is at none of its places. */
  at: (file: string) => ManagedSource | null;
  /** Whether a path names a file without a working folder or a current drive. */
  isAbsolute: (path: string) => boolean;
  /**
   * Checks a file that the managed configuration names: it must be as closed as that.
   *
   * @param key of the configuration
   * @param path absolute
   */
  checkNamed: (key: string, path: string) => Result<unknown, ConfigError>;
}>;
