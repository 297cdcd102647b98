import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure, success, type Result } from '../../shared/result.ts';
import type { PageFailure } from '../../shared/service/service-failure.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import type { CallbackStrings } from '../../shared/strings/callback-strings.ts';
import { sendAnswer, sendOn } from './answer-page.ts';
import {
  callbackAddress,
  isSame,
  newCallbackValue,
  type Callback,
  type CallbackParameters,
} from './callback.ts';
import { listenOnLoopback, type RequestHandler, type LoopbackServer } from './loopback-server.ts';
import { lookAtPeer, type PeerLook } from './peers.ts';

export type ListenerOptions = Readonly<{
  /** `service.prompt.callbackUrl`, a loopback http address; null for a default one. */
  callbackBase: string | null;
  parameters: CallbackParameters;
  loadStrings: () => Promise<CallbackStrings>;
  /** By default, from the system's tables. */
  peers?: PeerLook;
}>;

/** The callback listener of one login (RFC 8252, 7.3 and 8.3). */
export type CallbackListener = Readonly<{
  callbackUrl: string;
  /** An address that redirects to the page once. */
  leadTo: (page: string) => string;
  listen: (events: ListenerEvents) => void;
  /** Refuses further requests. */
  close: () => void;
}>;

type ListenerEvents = Readonly<{
  /** Called once, after the answer page. */
  onCallback: (callback: Callback) => void;
  /** An address of `leadTo` was requested again. */
  onSpent: () => void;
}>;

/** Time to keep the port after the last login: no other program may get a late callback, which has no time limit. */
const KEPT_MS = 600_000;

const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': ['127.0.0.1'],
  '[::1]': ['::1'],
  // Listen at both: another program at either could receive the token.
  localhost: ['127.0.0.1', '::1'],
};

type Opened = Readonly<{ server: LoopbackServer; own: URL }>;
/** Handles a request for one login; returns whether it answered. */
type Attempt = (address: string, response: ServerResponse, isStranger: () => boolean) => boolean;

/** Listens for one login after another. If the address has no port, uses a free one. */
// SECURITY: SEC-80 reachable from this computer alone, for one login, at an unguessable address.
export function callbackListeners(
  options: ListenerOptions,
): () => Promise<Result<CallbackListener, PageFailure>> {
  const attempts = new Set<Attempt>();
  let opening: Promise<Result<Opened, PageFailure>> | null = null;
  let release: NodeJS.Timeout | undefined;

  return async () => {
    const strings = await options.loadStrings();
    opening ??= open(options, strings, attempts);
    const opened = await opening;
    if (!opened.ok) {
      opening = null;
      return opened;
    }
    clearTimeout(release);
    const { server, own } = opened.value;
    const callback = callbackAddress(own.href, options.parameters, newCallbackValue());
    /** The page for each address of `leadTo`; null after the first request. */
    const pages = new Map<string, string | null>();
    let listeners: ListenerEvents | null = null;

    const attempt: Attempt = (address, response, isStranger) => {
      const found = callback.read(address);
      const once = [...pages.keys()].find((one) => isSame(address, one)) ?? '';
      const page = pages.get(once);
      if (listeners === null || (found === null && page === undefined) || isStranger())
        return false;
      const { onCallback, onSpent } = listeners;
      if (found !== null) {
        // Refuse further requests, including the same callback.
        listeners = null;
        // Send the answer page first: `onCallback` may end this program.
        afterwards(response, () => {
          if (attempts.has(attempt)) onCallback(found);
        });
        sendAnswer(response, 200, strings.done, strings);
        return true;
      }
      // SECURITY: SEC-101 redirect only the first request; report a second one.
      pages.set(once, null);
      if (typeof page === 'string') sendOn(response, page);
      else onSpent();
      return typeof page === 'string';
    };
    attempts.add(attempt);
    return success({
      callbackUrl: callback.url,
      leadTo: (page) => {
        const address = `${own.origin}/${newCallbackValue()}`;
        pages.set(address, page);
        return address;
      },
      listen: (events) => {
        listeners = events;
      },
      close: () => {
        if (!attempts.delete(attempt) || attempts.size > 0) return;
        release = setTimeout(() => {
          opening = null;
          server.close();
        }, KEPT_MS).unref();
      },
    });
  };
}

async function open(
  { callbackBase, peers = lookAtPeer }: ListenerOptions,
  strings: CallbackStrings,
  attempts: ReadonlySet<Attempt>,
): Promise<Result<Opened, PageFailure>> {
  const addresses = callbackBase === null ? ['http://127.0.0.1', 'http://[::1]'] : [callbackBase];
  let why = '';
  for (const address of addresses) {
    const own = new URL(address);
    const hosts = own.protocol === 'http:' ? FAMILIES[own.hostname] : undefined;
    if (hosts === undefined)
      return failure({ kind: 'callback', evidence: toEvidence`no loopback address` });
    const answer: RequestHandler = (request, response, connection) => {
      const status = refusalOf(request, own);
      const address = `${own.origin}${request.url ?? ''}`;
      // SECURITY: SEC-102 refuse other accounts' programs, even with a valid address.
      const isStranger = (): boolean => peers(connection) === 'stranger';
      if (
        status === null &&
        [...attempts].some((attempt) => attempt(address, response, isStranger))
      )
        return;
      sendAnswer(response, status ?? 404, strings.nothingHere, strings);
    };
    const server = await listenOnLoopback(hosts, Number(own.port), answer);
    if (server.ok) {
      own.port = String(server.value.port);
      return success({ server: server.value, own });
    }
    why = server.error;
  }
  return failure({ kind: 'callback', evidence: toEvidence`${why}` });
}

/** Once, even if the answer cannot be sent. */
function afterwards(response: ServerResponse, then: () => void): void {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    then();
  };
  response.once('finish', once);
  response.once('close', once);
}

/** The status of a refusal; null for an acceptable request. */
function refusalOf({ method, headers, url = '' }: IncomingMessage, own: URL): 400 | 405 | null {
  // Prevent DNS rebinding by a foreign host name.
  if (headers.host !== own.host) return 400;
  if (method !== 'GET') return 405;
  return url.startsWith('/') && !url.startsWith('//') ? null : 400;
}
