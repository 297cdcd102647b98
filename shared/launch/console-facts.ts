/** The person's console of Windows, passed on by the launcher: Electron itself has no console (launcher/README.md). */
export type ConsoleFacts = Readonly<{
  /** The descriptor that keys come from, while something is asked. */
  keysDescriptor: number;
  /** The descriptor that takes requests for them. */
  requestsDescriptor: number;
  /** Its size at the start, in characters; a change of it comes with the keys. 0 without a size. */
  columns: number;
  rows: number;
  /** The number of its code page for output (Microsoft, "Code Page Identifiers"). */
  codePage: number;
  /** Whether standard input is it too, and not redirected: Electron, which is at no console, cannot tell. */
  isStandardInput: boolean;
}>;

/** The switch that carries the facts, before Electron's own `--`; Chromium does not know it. */
const SWITCH = '--gatehouse-console=';
const FORM =
  /^keys:([3-9]),requests:([3-9]),size:(\d{1,5})x(\d{1,5}),codepage:(\d{1,5}),stdin:(console|other)$/;

/**
 * Parses the launcher's arguments about the console.
 *
 * @param argv the arguments of the process; those behind Electron's own `--` are ignored
 * @returns null without a console, or for arguments that the launcher did not write
 */
export function consoleFacts(argv: readonly string[]): ConsoleFacts | null {
  const end = argv.indexOf('--');
  const given = argv.slice(0, end === -1 ? argv.length : end).filter((word) => word.startsWith(SWITCH));
  const found = given.length === 1 ? FORM.exec(given[0]?.slice(SWITCH.length) ?? '') : null;
  if (found === null) return null;
  const [keys, requests, columns, rows, codePage] = found.slice(1, 6).map(Number);
  if (keys === undefined || requests === undefined || keys === requests) return null;
  return {
    keysDescriptor: keys,
    requestsDescriptor: requests,
    columns: columns ?? 0,
    rows: rows ?? 0,
    codePage: codePage ?? 0,
    isStandardInput: found[6] === 'console',
  };
}
