/** A fault of the configuration, with file, key and reason (docs/configuration.md). The exit code is 78. */
export type ConfigError = Readonly<{
  /** The file at fault; if no file exists, a text that names the expected files. */
  file: string;
  /** Dotted path of the key; empty where the file as a whole is at fault. */
  key: string;
  reason: string;
}>;

/** Every fault that was found, at least one. A login names the first, `gatehouse config validate` all of them. */
export type ConfigFaults = readonly [ConfigError, ...ConfigError[]];

/** The found faults as `ConfigFaults`; null for an empty list. */
export function faultsOf(found: readonly ConfigError[]): ConfigFaults | null {
  const [first, ...others] = found;
  return first === undefined ? null : [first, ...others];
}

/**
 * One line for people: `file: key: reason`. A space replaces each control character, so that a name in a file cannot
 * move the cursor or imitate another line.
 */
export function formatConfigError({ file, key, reason }: ConfigError): string {
  return [file, key, reason]
    .filter((part) => part !== '')
    .join(': ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
