import type { ExchangeFailure } from '../../shared/service/service-failure.ts';

/** One HTTP exchange, without redirects, and without cookies but those in `headers`. */
export type HttpRequest = Readonly<{
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  /** Limit for the whole exchange. */
  timeoutMs: number;
  /** Limit for the body of the answer. */
  maxBytes: number;
  signal: AbortSignal;
  /**
   * True for a request that has an effect at the server: the port sends it once, and a broken
   * connection is a failure. If false or left out, a network stack may send the request again on
   * another connection.
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
