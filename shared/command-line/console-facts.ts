/**
 * The console of Windows that the person is at, which the launcher passes on: Electron itself is at none
 * (launcher/README.md).
 */
export type ConsoleFacts = Readonly<{
  /** The descriptor that keys come from, while something is asked. */
  keysDescriptor: number;
  /** The descriptor that takes requests for them. */
  requestsDescriptor: number;
  /** Its size at the start, in characters; a change of it comes with the keys. 0 where it has none. */
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
 * Reads what the launcher says of the console.
 *
 * @param argv the arguments of the process; what follows Electron's own `--` says nothing here
 * @returns null where there is none, or the words are not the launcher's
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
