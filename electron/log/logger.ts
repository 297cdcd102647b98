/**
 * The log of one run: typed facts, never free text of the service, never a secret, a token, a code or an
 * address a person typed. Fields are plain values; what is secret has no place in any field's type.
 */
export type Logger = (
  event: string,
  fields?: Readonly<Record<string, string | number | boolean | null>>,
) => void;

/** A log that is not kept. */
export const noLog: Logger = () => undefined;
