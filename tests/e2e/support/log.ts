/** The end of a run as the program's own log has it: `outcome (reason)`; undefined before it. */
export function outcomeIn(log: string): string | undefined {
  const last = log
    .split('\n')
    .filter((line) => line.includes('"login-outcome"'))
    .map((line) => JSON.parse(line) as { outcome: string; reason: string | null })
    .at(-1);
  return last && (last.reason === null ? last.outcome : `${last.outcome} (${last.reason})`);
}
