/** A fault of the configuration: always file, key and reason (docs/configuration.md). The exit code is 78. */
export type ConfigError = Readonly<{
  /** The file at fault, or the place that is empty. */
  file: string;
  /** Dotted path of the key; empty where the file as a whole is at fault. */
  key: string;
  reason: string;
}>;

/** Every fault that was found, at least one. A login names the first, `gatehouse config validate` all of them. */
export type ConfigFaults = readonly [ConfigError, ...ConfigError[]];

/** The faults as an error; null without a fault. */
export function faultsOf(found: readonly ConfigError[]): ConfigFaults | null {
  const [first, ...others] = found;
  return first === undefined ? null : [first, ...others];
}

/** One line for people: `file: key: reason`. A name in a file cannot move the cursor or pose as another line. */
export function formatConfigError({ file, key, reason }: ConfigError): string {
  return [file, key, reason]
    .filter((part) => part !== '')
    .join(': ')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ');
}
