/** A verdict line in the format that Electron writes, with a placeholder for the ticket. */
export const CONFIRMED = line('confirmed', null, 0);
export const DENIED = line('denied', 'denied-by-person', 77);

/** Makes a verdict line; `exitCode` 0 adds a placeholder for the ticket. */
export function line(outcome: string, reason: string | null, exitCode: number): string {
  return JSON.stringify({
    apiVersion: 'gatehouse/1',
    outcome,
    reason,
    exitCode,
    username: 'alice',
    email: null,
    consumerParams: null,
    application: null,
    company: null,
    method: null,
    time: '2026-01-01T00:00:00.000Z',
    ticket: exitCode === 0 ? 'head.claims.signature' : null,
  });
}
