import type { HttpOutcome, HttpPort, HttpRequest } from '../../../electron/network/http-port.ts';

/** Sends a request that is patient and plain but for the changes. */
export function ask(
  http: HttpPort,
  url: string,
  changes: Partial<HttpRequest> = {},
): Promise<HttpOutcome> {
  return http({
    method: 'GET',
    url,
    headers: {},
    body: null,
    timeoutMs: 20_000,
    maxBytes: 100_000,
    signal: new AbortController().signal,
    ...changes,
  });
}

/** The body of an answer as text; the kind of anything else. */
export function textOf(outcome: HttpOutcome): string {
  return outcome.kind === 'response' ? Buffer.from(outcome.body).toString() : outcome.kind;
}
