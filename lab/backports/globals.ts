/** Globals of a newer Node. Not `fetch` and not `WebSocket`: the product's traffic goes through Chromium, or nowhere. */
import { Blob } from 'node:buffer';
import { webcrypto } from 'node:crypto';
import * as streams from 'node:stream/web';
import { deserialize, serialize } from 'node:v8';
// The response first: the others take from it while they load.
import { Response } from 'undici/lib/fetch/response.js';
import { FormData } from 'undici/lib/fetch/formdata.js';
import { Headers } from 'undici/lib/fetch/headers.js';
import { Request } from 'undici/lib/fetch/request.js';

/** Sets each global that is not there. */
export function supplyGlobals(): void {
  const supplied: Record<string, unknown> = {
    Blob,
    DOMException: domException(),
    FormData,
    Headers,
    ReadableStream: streams.ReadableStream,
    Request,
    Response,
    TransformStream: streams.TransformStream,
    WritableStream: streams.WritableStream,
    crypto: webcrypto,
    structuredClone: (value: unknown): unknown => deserialize(serialize(value)),
  };
  for (const [name, value] of Object.entries(supplied)) {
    if (name in globalThis) continue;
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true, enumerable: false });
  }
}

/** Node 16 has the class, but does not export it; an aborted signal carries one of its objects. */
function domException(): unknown {
  const controller = new AbortController();
  controller.abort();
  return (controller.signal.reason as { constructor?: unknown } | undefined)?.constructor;
}
