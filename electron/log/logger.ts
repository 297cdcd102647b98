/**
 * The log of one run: typed facts, never free text of the service, a secret, a token, a code or an address that a
 * person typed. Fields are plain values; no field is for a secret.
 */
export type Logger = (
  event: string,
  fields?: Readonly<Record<string, string | number | boolean | null>>,
) => void;

/** A log that is not kept. */
export const noLog: Logger = () => undefined;
