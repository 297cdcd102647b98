import type { ExchangeFailure } from '../../shared/service/service-failure.ts';

/** One HTTP exchange, as the service client and the event channel need it. Never follows redirects, keeps no cookies. */
export type HttpRequest = Readonly<{
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | null;
  /** For the whole exchange. */
  timeoutMs: number;
  /** Longest body that is read. */
  maxBytes: number;
  signal: AbortSignal;
}>;

/** The result: an answer of any status, or a failure, classified by the port. */
export type HttpOutcome = HttpResponse | ExchangeFailure;

export type HttpResponse = Readonly<{
  kind: 'response';
  status: number;
  /** Names in lower case; several values of one name joined by a comma. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}>;

/** Performs one exchange. Never rejects. */
export type HttpPort = (request: HttpRequest) => Promise<HttpOutcome>;
