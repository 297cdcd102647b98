/** In characters. */
const LONGEST_LINE = 200;

/** The first line that a program wrote, in printable ASCII alone, and shortened; may be empty. */
export function firstLine(output: Buffer): string {
  const [line = ''] = output.toString('utf8').split(/[\r\n]/);
  return line.replace(/[^\x20-\x7e]/g, ' ').slice(0, LONGEST_LINE);
}
