import type {
  HttpOutcome,
  HttpPort,
  HttpRequest,
  HttpResponse,
} from '../../../electron/network/http-port.ts';

/** An HTTP port without a network: returns the queued answers in order, and records the requests. */
export class FakeHttp {
  readonly requests: HttpRequest[] = [];
  readonly #answers: HttpOutcome[] = [];

  /** Queues the next answers. A request with an empty queue is a fault of the test. */
  answer(...outcomes: readonly HttpOutcome[]): this {
    this.#answers.push(...outcomes);
    return this;
  }

  readonly port: HttpPort = (request) => {
    this.requests.push(request);
    const outcome = this.#answers.shift();
    return outcome
      ? Promise.resolve(outcome)
      : Promise.reject(new Error(`no answer for ${request.url}`));
  };

  /** The only request so far. */
  only(): HttpRequest {
    const [request, ...more] = this.requests;
    if (!request || more.length > 0) throw new Error(`${this.requests.length} requests, not one`);
    return request;
  }

  /** The only request's body, as text. */
  onlyBody(): string {
    return Buffer.from(this.only().body ?? []).toString('utf8');
  }
}

/** An answer with a body of text, or JSON of whatever else. */
export function httpAnswer(
  status: number,
  body: unknown = '',
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'response', status, headers, body: Buffer.from(text, 'utf8') };
}

/** The service's `ERROR` answer of specification 7, which comes with HTTP 400. */
export function errorAnswer(exception: string, code: number | null, status = 400): HttpResponse {
  const result = { exception, code, errorMessage: 'message', details: null };
  return httpAnswer(status, { status: 'ERROR', code: 400, result });
}
