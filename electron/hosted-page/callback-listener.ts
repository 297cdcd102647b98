import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure, success, type Result } from '../../shared/result.ts';
import type { PageFailure } from '../../shared/service/service-failure.ts';
import { toEvidence } from '../../shared/service/evidence.ts';
import type { CallbackStrings } from '../../shared/strings/callback-strings.ts';
import { sendAnswer, sendRedirect } from './answer-page.ts';
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
  /** Tells whose program made a connection; left out, the system's tables tell it. */
  peers?: PeerLook;
}>;

/** The callback listener of one login (RFC 8252, 7.3 and 8.3). */
export type CallbackListener = Readonly<{
  callbackUrl: string;
  /** Makes an address that redirects to the page once. */
  oneTimeAddressOf: (page: string) => string;
  listen: (events: ListenerEvents) => void;
  /** Refuses further requests. */
  close: () => void;
}>;

type ListenerEvents = Readonly<{
  /** Called once, after the answer page. */
  onCallback: (callback: Callback) => void;
  /** A one-time address was requested again. */
  onRequestedAgain: () => void;
}>;

/**
 * Milliseconds to keep the port after the last login. A callback has no time limit, and no other
 * program may get a late one.
 */
const PORT_KEPT_MS = 600_000;

/** The addresses at which to listen, by the host of the callback address. */
const ADDRESSES_OF: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': ['127.0.0.1'],
  '[::1]': ['::1'],
  // Listen at both: another program at either could receive the token.
  localhost: ['127.0.0.1', '::1'],
};

/** The addresses to try in this order if none is configured. */
const DEFAULT_BASES = ['http://127.0.0.1', 'http://[::1]'] as const;

/** `base`: the callback address without its value, with the port at which the server listens. */
type Listening = Readonly<{ server: LoopbackServer; base: URL }>;
/** Handles a request for one login; returns whether it answered. */
type Attempt = (address: string, response: ServerResponse, isStranger: () => boolean) => boolean;

/**
 * Returns a function that makes the listener of the next login. All logins share a server, which
 * the first one opens. If the callback address has no port, the server uses a free one.
 */
// SECURITY: SEC-80 reachable from this computer alone, for one login, at an unguessable address.
export function callbackListeners(
  options: ListenerOptions,
): () => Promise<Result<CallbackListener, PageFailure>> {
  const attempts = new Set<Attempt>();
  let opening: Promise<Result<Listening, PageFailure>> | null = null;
  let closeTimer: NodeJS.Timeout | undefined;

  return async () => {
    const strings = await options.loadStrings();
    opening ??= startListening(options, strings, attempts);
    const opened = await opening;
    if (!opened.ok) {
      opening = null;
      return opened;
    }
    clearTimeout(closeTimer);
    const { server, base } = opened.value;
    const callback = callbackAddress(base.href, options.parameters, newCallbackValue());
    /** The page for each one-time address; null after the first request. */
    const pages = new Map<string, string | null>();
    let listeners: ListenerEvents | null = null;

    const attempt: Attempt = (address, response, isStranger) => {
      const received = callback.read(address);
      const oneTimeAddress = [...pages.keys()].find((known) => isSame(address, known)) ?? '';
      const page = pages.get(oneTimeAddress);
      const isKnown = received !== null || page !== undefined;
      if (listeners === null || !isKnown || isStranger()) return false;
      const { onCallback, onRequestedAgain } = listeners;
      if (received !== null) {
        // Refuse further requests, including the same callback.
        listeners = null;
        // Send the answer page first: `onCallback` may end this program.
        afterwards(response, () => {
          if (attempts.has(attempt)) onCallback(received);
        });
        sendAnswer(response, 200, strings.done, strings);
        return true;
      }
      // SECURITY: SEC-101 redirect only the first request; report a second one.
      pages.set(oneTimeAddress, null);
      if (typeof page !== 'string') {
        onRequestedAgain();
        return false;
      }
      sendRedirect(response, page);
      return true;
    };
    attempts.add(attempt);
    return success({
      callbackUrl: callback.url,
      oneTimeAddressOf: (page) => {
        const address = `${base.origin}/${newCallbackValue()}`;
        pages.set(address, page);
        return address;
      },
      listen: (events) => {
        listeners = events;
      },
      close: () => {
        const wasOpen = attempts.delete(attempt);
        if (!wasOpen || attempts.size > 0) return;
        closeTimer = setTimeout(() => {
          opening = null;
          server.close();
        }, PORT_KEPT_MS).unref();
      },
    });
  };
}

async function startListening(
  { callbackBase, peers = lookAtPeer }: ListenerOptions,
  strings: CallbackStrings,
  attempts: ReadonlySet<Attempt>,
): Promise<Result<Listening, PageFailure>> {
  const candidates = callbackBase === null ? DEFAULT_BASES : [callbackBase];
  let lastFault = '';
  for (const candidate of candidates) {
    const base = new URL(candidate);
    const hosts = base.protocol === 'http:' ? ADDRESSES_OF[base.hostname] : undefined;
    if (hosts === undefined)
      return failure({ kind: 'callback', evidence: toEvidence`no loopback address` });
    const answer: RequestHandler = (request, response, connection) => {
      const refusal = refusalOf(request, base);
      const address = `${base.origin}${request.url ?? ''}`;
      // SECURITY: SEC-102 refuse other accounts' programs, even with a valid address.
      const isStranger = (): boolean => peers(connection) === 'stranger';
      const isAnswered =
        refusal === null && [...attempts].some((attempt) => attempt(address, response, isStranger));
      if (!isAnswered) sendAnswer(response, refusal ?? 404, strings.nothingHere, strings);
    };
    const server = await listenOnLoopback(hosts, Number(base.port), answer);
    if (server.ok) {
      base.port = String(server.value.port);
      return success({ server: server.value, base });
    }
    lastFault = server.error;
  }
  return failure({ kind: 'callback', evidence: toEvidence`${lastFault}` });
}

/** Calls `then` once: when the answer is sent, or when the connection ends without it. */
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
function refusalOf({ method, headers, url = '' }: IncomingMessage, base: URL): 400 | 405 | null {
  // Prevent DNS rebinding by a foreign host name.
  if (headers.host !== base.host) return 400;
  if (method !== 'GET') return 405;
  return url.startsWith('/') && !url.startsWith('//') ? null : 400;
}
