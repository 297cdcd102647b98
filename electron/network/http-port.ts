import type { ExchangeFailure } from '../../shared/service/service-failure.ts';

/** One HTTP exchange, without redirects, and without cookies but those in `headers`. */
export type HttpRequest = Readonly<{
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  /** For the whole exchange. */
  timeoutMs: number;
  maxBytes: number;
  signal: AbortSignal;
  /**
   * For a request that acts: the port sends it once, and a broken connection is a failure. Otherwise a network stack may
   * send it again on another connection. Left out, it is false.
   */
  atMostOnce?: boolean;
}>;

export type HttpOutcome = HttpResponse | ExchangeFailure;

export type HttpResponse = Readonly<{
  kind: 'response';
  status: number;
  /** Names in lower case; repeated values joined by a comma. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}>;

/** Never rejects. */
export type HttpPort = (request: HttpRequest) => Promise<HttpOutcome>;
