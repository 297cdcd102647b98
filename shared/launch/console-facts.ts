/** The Windows console; Electron itself has no console (launcher/README.md). */
export type ConsoleFacts = Readonly<{
  /** Key input, only during a prompt. */
  keysDescriptor: number;
  /** Requests to start and stop key input. */
  requestsDescriptor: number;
  /** Initial size in characters; 0 if unknown. */
  columns: number;
  rows: number;
  /** Output code page (Microsoft, "Code Page Identifiers"). */
  codePage: number;
  /** Whether standard input is the console; Electron cannot detect it. */
  isStandardInput: boolean;
}>;

/** The switch precedes Electron's own `--`; Chromium ignores it. */
const SWITCH = '--gatehouse-console=';
const FORM =
  /^keys:([3-9]),requests:([3-9]),size:(\d{1,5})x(\d{1,5}),codepage:(\d{1,5}),stdin:(console|other)$/;

/**
 * Parses the launcher's switch.
 *
 * @returns null without a valid switch
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
