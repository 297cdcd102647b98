/** A configuration fault (docs/configuration.md). The exit code is 78. */
export type ConfigError = Readonly<{
  /** The file at fault, or a text with the expected files. */
  file: string;
  /** Dotted path; empty for a fault of the whole file. */
  key: string;
  reason: string;
}>;

/** At least one fault. A login reports the first, `gatehouse config validate` all. */
export type ConfigFaults = readonly [ConfigError, ...ConfigError[]];

/** The same faults; null if there is none. */
export function faultsOf(faults: readonly ConfigError[]): ConfigFaults | null {
  const [first, ...others] = faults;
  return first === undefined ? null : [first, ...others];
}

/**
 * Formats a fault as one line. Control characters become spaces: they could move the cursor or imitate another line.
 */
export function formatConfigError({ file, key, reason }: ConfigError): string {
  return [file, key, reason]
    .filter((part) => part !== '')
    .join(': ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
