/** The code of a caught system error, such as `ENOENT` (errno(3), Node's "Common system errors"). */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown fault';
}
