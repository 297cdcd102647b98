import type { Result } from '../../../shared/result.ts';
import type { ConfigError } from '../config-error.ts';
import type { ExaminedFile } from '../read-config-file.ts';

/** An operating system's managed configuration (docs/configuration.md#managed-places). */
export type ManagedSource = Readonly<{
  /** Absolute; null if the folder is unknown. */
  file: string | null;
  /**
   * Reads and checks all of this configuration that a start needs. Each call does so again: a start
   * calls it once.
   */
  examine: () => ExaminedFile;
  /** This source limited to `file`; null if `file` is in no managed place. */
  at: (file: string) => ManagedSource | null;
  /** Whether a path is independent of working folder and current drive. */
  isAbsolute: (path: string) => boolean;
  /**
   * Applies the managed file's trust rules to a file that the configuration names. `path` is
   * absolute.
   */
  checkNamed: (key: string, path: string) => Result<unknown, ConfigError>;
}>;
