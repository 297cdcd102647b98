/**
 * `protocol.handle` of a session over `registerStreamProtocol`, with as much of `Response` as the
 * product uses.
 */
import { app, type Protocol, type ProtocolResponse } from 'electron';
import { Readable } from 'node:stream';

class PlainResponse {
  readonly body: Buffer;
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(
    body: string | Uint8Array,
    { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
  ) {
    this.body = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body);
    this.status = status;
    this.headers = headers;
  }
}

type Asked = Readonly<{ method: string; url: string }>;
type Handler = (request: Asked) => PlainResponse | Promise<PlainResponse>;

const ERR_UNEXPECTED = -9;

/** Gives every session's protocol the newer method. */
export function supplyProtocolHandle(): void {
  Object.assign(globalThis, { Response: PlainResponse });
  app.on('session-created', ({ protocol }) =>
    Object.assign(protocol, { handle: handleOf(protocol) }),
  );
}

const handleOf = (protocol: Protocol) => (scheme: string, handler: Handler) => {
  const isRegistered = protocol.registerStreamProtocol(scheme, (request, callback) => {
    void answer(request, handler).then(callback);
  });
  if (!isRegistered) throw new Error(`Failed to register protocol: ${scheme}`);
};

async function answer({ method, url }: Asked, handler: Handler): Promise<ProtocolResponse> {
  try {
    const { body, status, headers } = await handler({ method, url });
    return { statusCode: status, headers, data: Readable.from(body.length === 0 ? [] : [body]) };
  } catch (error) {
    console.error(error);
    return { error: ERR_UNEXPECTED };
  }
}
