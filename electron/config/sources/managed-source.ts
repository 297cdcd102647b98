import type { Result } from '../../../shared/result.ts';
import type { ConfigError } from '../config-error.ts';
import type { ExaminedFile } from '../read-config-file.ts';

/**
 * A system's managed configuration (docs/configuration.md#managed-places). Each system needs a line in
 * `config-locations.ts`.
 */
export type ManagedSource = Readonly<{
  /** Absolute; null if the folder is unknown. */
  file: string | null;
  examine: () => ExaminedFile;
  /** A managed file that another managed place replaces; else null. */
  unread: () => string | null;
  /** This source with `file` only; null for a file outside of its places. */
  at: (file: string) => ManagedSource | null;
  /** Whether a path is independent of working folder and current drive. */
  isAbsolute: (path: string) => boolean;
  /**
   * Applies the same trust rules to a file that the configuration names.
   *
   * @param path absolute
   */
  checkNamed: (key: string, path: string) => Result<unknown, ConfigError>;
}>;
