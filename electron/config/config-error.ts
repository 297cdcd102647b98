/** What is wrong with the configuration: always which file, which key and why (docs/configuration.md). Ends with 78. */
export type ConfigError = Readonly<{
  /** The file at fault, or the place that is empty. */
  file: string;
  /** Dotted path of the key; empty where the file as a whole is at fault. */
  key: string;
  reason: string;
}>;

/** One line for people: `file: key: reason`. */
export function formatConfigError({ file, key, reason }: ConfigError): string {
  return [file, key, reason].filter((part) => part !== '').join(': ');
}
