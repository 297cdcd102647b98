/** A configuration fault (docs/configuration.md). The exit code is 78. */
export type ConfigError = Readonly<{
  /** The file at fault, or a text with the expected files. */
  file: string;
  /** Dotted path; empty for a fault of the whole file. */
  key: string;
  reason: string;
}>;

/** A login reports the first, `gatehouse config validate` all. */
export type ConfigFaults = readonly [ConfigError, ...ConfigError[]];

export function faultsOf(found: readonly ConfigError[]): ConfigFaults | null {
  const [first, ...others] = found;
  return first === undefined ? null : [first, ...others];
}

/** Control characters could move the cursor or imitate another line. */
export function formatConfigError({ file, key, reason }: ConfigError): string {
  return [file, key, reason]
    .filter((part) => part !== '')
    .join(': ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
