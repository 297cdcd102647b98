import type { IncomingMessage, ServerResponse } from 'node:http';
import { failure, success, type Result } from '../../shared/result.ts';
import type { PageFailure } from '../../shared/service/service-failure.ts';
import { sendAnswer, sendOn, type AnswerStrings } from './answer-page.ts';
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
  /** `service.prompt.callbackUrl`: an http address of this computer; null for one of our own. */
  base: string | null;
  parameters: CallbackParameters;
  /** Loads the texts of the pages, just before listening. */
  loadStrings: () => Promise<AnswerStrings>;
  /** Tells the owner of the program at the other end; by default asks the system. */
  peers?: PeerLook;
}>;

/** One login at the listener (RFC 8252, 7.3 and 8.3). */
export type CallbackListener = Readonly<{
  /** The callback address for init. */
  callbackUrl: string;
  /** A new address here that leads to the page, once. */
  leadTo: (page: string) => string;
  listen: (told: ListenerEvents) => void;
  /** From now on refuses every request for this login. */
  close: () => void;
}>;

type ListenerEvents = Readonly<{
  /** Told once, when the page has been sent that answers it. */
  onCallback: (callback: Callback) => void;
  /** An address of `leadTo` was asked for again. */
  onSpent: () => void;
}>;

/**
 * How long the port is kept after the last login, for a page that is confirmed only then: no other program of this
 * computer is to get its callback. Longer than a person looks at a page; the specification names no lifetime.
 */
const KEPT_MS = 600_000;

/** Which addresses are listened at, by the host of the callback address. */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': ['127.0.0.1'],
  '[::1]': ['::1'],
  // The browser chooses: another program at the other address would be given the token.
  localhost: ['127.0.0.1', '::1'],
};

type Opened = Readonly<{ server: LoopbackServer; own: URL }>;
/** @returns whether it answered: the address is one of this login's */
type Attempt = (address: string, response: ServerResponse, isStranger: () => boolean) => boolean;

/** Listens on this computer alone, at a free port where the address has no port, for one login after the other. */
// SECURITY: SEC-80 reachable from this computer alone, for one login, at an address that cannot be guessed.
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
    /** Where each address of ours leads; null once it was asked for. */
    const pages = new Map<string, string | null>();
    let told: ListenerEvents | null = null;

    const attempt: Attempt = (address, response, isStranger) => {
      const found = callback.read(address);
      const once = [...pages.keys()].find((one) => isSame(address, one)) ?? '';
      const page = pages.get(once);
      if (told === null || (found === null && page === undefined) || isStranger()) return false;
      const { onCallback, onSpent } = told;
      if (found !== null) {
        // From now on refuse every other request, the same callback included.
        told = null;
        // The page first: the callback may end this program.
        afterwards(response, () => {
          if (attempts.has(attempt)) onCallback(found);
        });
        sendAnswer(response, 200, strings.done, strings);
        return true;
      }
      // SECURITY: SEC-101 only the first request is led to the page; the person is told of a second one.
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
        told = events;
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
  { base, peers = lookAtPeer }: ListenerOptions,
  strings: AnswerStrings,
  attempts: ReadonlySet<Attempt>,
): Promise<Result<Opened, PageFailure>> {
  let why = '';
  for (const address of base === null ? ['http://127.0.0.1', 'http://[::1]'] : [base]) {
    const own = new URL(address);
    const hosts = own.protocol === 'http:' ? FAMILIES[own.hostname] : undefined;
    if (hosts === undefined) return failure({ kind: 'callback', evidence: 'no loopback address' });
    const answer: RequestHandler = (request, response, connection) => {
      const status = refusalOf(request, own);
      const asked = `${own.origin}${request.url ?? ''}`;
      // SECURITY: SEC-102 a program of another account has no value that counts, whatever it has read.
      const isStranger = (): boolean => peers(connection) === 'stranger';
      if (status === null && [...attempts].some((attempt) => attempt(asked, response, isStranger))) return;
      sendAnswer(response, status ?? 404, strings.nothingHere, strings);
    };
    const server = await listenOnLoopback(hosts, Number(own.port), answer);
    if (server.ok) {
      own.port = String(server.value.port);
      return success({ server: server.value, own });
    }
    why = server.error;
  }
  return failure({ kind: 'callback', evidence: why });
}

/** Once, when the answer has been sent, or cannot be. */
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

/** With which status a request is refused, whatever its path; null for one that may be ours. */
function refusalOf({ method, headers, url = '' }: IncomingMessage, own: URL): 400 | 405 | null {
  // Refuse a page elsewhere that gives its own name this address (DNS rebinding).
  if (headers.host !== own.host) return 400;
  if (method !== 'GET') return 405;
  return url.startsWith('/') && !url.startsWith('//') ? null : 400;
}
