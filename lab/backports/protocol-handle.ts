/** `protocol.handle`, `protocol.unhandle`, `protocol.isProtocolHandled` over `registerStreamProtocol`. */
import { app, protocol, session, type Protocol, type ProtocolRequest, type ProtocolResponse } from 'electron';
import { Readable } from 'node:stream';

type Handler = (request: Request) => Response | Promise<Response>;

const ERR_FAILED = -2;
const ERR_UNEXPECTED = -9;

/** Gives every session's protocol, and the default session's shorthand, the newer methods. */
export function supplyProtocolHandle(): void {
  // The event fires for the default session too. Asking for that session here would create it needlessly.
  app.on('session-created', (created) => extend(created.protocol));
  const ofDefaultSession = (): Protocol => extend(session.defaultSession.protocol);
  Object.assign(protocol, {
    handle: (scheme: string, handler: Handler) => ofDefaultSession().handle(scheme, handler),
    unhandle: (scheme: string) => ofDefaultSession().unhandle(scheme),
    isProtocolHandled: (scheme: string) => ofDefaultSession().isProtocolHandled(scheme),
  });
}

function extend(target: Protocol): Protocol {
  if (typeof target.handle === 'function') return target;
  return Object.assign(target, {
    handle(scheme: string, handler: Handler): void {
      const registered = target.registerStreamProtocol(scheme, (request, callback) => {
        void answer(request, handler).then(callback);
      });
      if (!registered) throw new Error(`Failed to register protocol: ${scheme}`);
    },
    unhandle(scheme: string): void {
      if (!target.unregisterProtocol(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`);
    },
    isProtocolHandled: (scheme: string): boolean => target.isProtocolRegistered(scheme),
  });
}

async function answer(asked: ProtocolRequest, handler: Handler): Promise<ProtocolResponse> {
  try {
    // Do not trust the type of a handler's answer.
    const response: unknown = await handler(toRequest(asked));
    if (!(response instanceof Response)) return { error: ERR_UNEXPECTED };
    if (response.type === 'error') return { error: ERR_FAILED };
    const body = Buffer.from(await response.arrayBuffer());
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      data: Readable.from(body.length === 0 ? [] : [body]),
    };
  } catch (error) {
    console.error(error);
    return { error: ERR_UNEXPECTED };
  }
}

function toRequest(asked: ProtocolRequest): Request {
  const headers = new Headers(asked.headers);
  if (headers.get('origin') === 'null') headers.delete('origin');
  // A part that is a file or a blob has no bytes, whatever the types say.
  const parts: (Buffer | undefined)[] = (asked.uploadData ?? []).map((part) => part.bytes);
  const body = parts.length === 0 ? null : Buffer.concat(parts.filter((bytes) => bytes !== undefined));
  return new Request(asked.url, { method: asked.method, headers, body });
}
